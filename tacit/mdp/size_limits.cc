#include "tacit/mdp/size_limits.h"

#include <fmt/format.h>
#include <unistd.h>

#include "tacit/core/error.h"

namespace tacit {
namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;
constexpr double kShareOfMemory = 0.6;

double physical_memory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

// The d x d matrices that a learner keeps per stage. In doubles, which do not overflow.
double bytes_of_matrices(double dimension, int horizon) { return 5 * 8 * horizon * dimension * dimension; }

// Features; measures and the alias tables drawn from them; rewards and two tables of action values; and the matrices.
double bytes_needed(const MdpSize& size, int horizon) {
  const double states = static_cast<double>(size.states), actions = static_cast<double>(size.actions);
  const double dimension = static_cast<double>(size.dimension);
  return 8 * states * actions * dimension + 24 * (size.alike ? 1 : horizon) * dimension * states +
         3 * 8 * horizon * states * actions + (size.one_hot ? 0 : bytes_of_matrices(dimension, horizon));
}

void require_bytes(double needed, const std::string& field) {
  const double allowed = kShareOfMemory * physical_memory();
  if (needed <= allowed) return;
  throw Error(field, fmt::format("needs {:.1f} GiB, but only {:.1f} GiB are allowed (60% of this machine's memory); "
                                 "choose a smaller environment",
                                 needed / kGiB, allowed / kGiB));
}

}  // namespace

void require_memory(const MdpSize& size, int horizon, const std::string& field) {
  require_bytes(bytes_needed(size, horizon), field);
}

void require_matrices(std::int64_t dimension, int horizon, const std::string& field) {
  require_bytes(bytes_of_matrices(static_cast<double>(dimension), horizon), field);
}

}  // namespace tacit
