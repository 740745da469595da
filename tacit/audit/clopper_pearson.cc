#include "tacit/audit/clopper_pearson.h"

#include <fmt/format.h>

#include <boost/math/special_functions/beta.hpp>

#include "tacit/core/error.h"

namespace tacit {
namespace {

void require(std::int64_t successes, std::int64_t trials, double doubt) {
  if (trials < 1) throw Error("trials", fmt::format("{}", trials), "a positive number");
  if (successes < 0 || successes > trials)
    throw Error("successes", fmt::format("{}", successes), fmt::format("an integer from 0 to {}", trials));
  if (!(doubt > 0 && doubt < 1)) throw Error("doubt", fmt::format("{}", doubt), "a number between 0 and 1");
}

}  // namespace

double highest_chance(std::int64_t successes, std::int64_t trials, double doubt) {
  require(successes, trials, doubt);
  if (successes == trials) return 1;
  const auto k = static_cast<double>(successes), n = static_cast<double>(trials);
  return boost::math::ibetac_inv(k + 1, n - k, doubt);
}

double lowest_chance(std::int64_t successes, std::int64_t trials, double doubt) {
  require(successes, trials, doubt);
  if (successes == 0) return 0;
  const auto k = static_cast<double>(successes), n = static_cast<double>(trials);
  return boost::math::ibeta_inv(k, n - k + 1, doubt);
}

}  // namespace tacit
