#include "tacit/mdp/problem_check.h"

#include <fmt/format.h>

#include "tacit/core/error.h"
#include "tacit/mdp/size_limits.h"

namespace tacit {
namespace {

void require_size(const char* field, std::int64_t value, std::int64_t most) {
  if (value < 1 || value > most)
    throw Error(field, std::to_string(value), fmt::format("an integer from 1 to {}", most));
}

void require_features(const Problem& p) {
  for (Index row = 0; row < p.points.rows(); ++row) {
    const double norm = p.points.row(row).norm();
    if (norm <= 1 + 1e-9) continue;
    throw Error("features", fmt::format("row {} (state {}, action {}) has norm {}; expected at most 1", row,
                                        row / p.actions, row % p.actions, norm));
  }
}

}  // namespace

void require_problem(const Problem& p) {
  constexpr std::int64_t kMost = 50'000'000;
  require_size("horizon", p.horizon, kLongestHorizon);
  require_size("actions", p.actions, kMost);
  require_size("dimension", p.dimension, kMost);
  if (p.points.cols() != p.dimension || p.points.rows() < p.actions || p.points.rows() % p.actions != 0)
    throw Error("features", fmt::format("{} x {}", p.points.rows(), p.points.cols()),
                fmt::format("a row of {} numbers for each state and each of {} actions", p.dimension, p.actions));
  require_memory({p.point_count(), p.actions, p.dimension, p.alike.transitions, false}, p.horizon, "dimension");
  require_features(p);
  if (!(p.measure_norm > 0 && std::isfinite(p.measure_norm)))
    throw Error("measure_norm", fmt::format("{}", p.measure_norm), "a finite number above 0");
  if (p.ended >= p.point_count())
    throw Error("ended", std::to_string(p.ended), fmt::format("a state from 0 to {}", p.point_count() - 1));
  if (!(p.ended_reward >= 0 && p.ended_reward <= 1))
    throw Error("ended_reward", fmt::format("{}", p.ended_reward), "a number from 0 to 1");
}

}  // namespace tacit
