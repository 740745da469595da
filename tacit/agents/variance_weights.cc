#include "tacit/agents/variance_weights.h"

#include <algorithm>
#include <cmath>

namespace tacit {

VarianceWeights::VarianceWeights(const Problem& problem, const Constants& constants, const Planner& planner, bool live)
    : problem_(problem),
      constants_(constants),
      planner_(planner),
      live_(live),
      stages_(problem.horizon),
      direction_(problem.dimension) {}

void VarianceWeights::planned() {
  for (int h = 0; h < problem_.horizon; ++h) {
    const StagePlan& plan = planner_.stage(h);
    Stage& stage = stages_[h];
    stage.inverse.noalias() = plan.whitening * plan.whitening.transpose();
    stage.moments.resize(3, problem_.dimension);
    stage.moments.row(0) = plan.gram * plan.optimistic.weights;
    stage.moments.row(1) = plan.gram * plan.pessimistic.weights;
    stage.moments.row(2) = plan.gram * plan.second;
  }
}

double VarianceWeights::weigh(const Step& step) {
  const StagePlan& plan = planner_.stage(step.h);
  const double span = plan.span;
  if (span <= 0) return 1;  // The next value is known: nothing varies, and nothing is regressed but the reward.
  Stage& stage = stages_[step.h];
  const int d = problem_.dimension;
  const double H = problem_.horizon;
  const double* phi = step.state.features + static_cast<Index>(step.action) * d;

  double squared = 0, first = 0, check_value = 0, second = 0;
  double* u = direction_.data();
  const double* moments = stage.moments.data();
  for (int i = 0; i < d; ++i) {
    const double* row = stage.inverse.data() + static_cast<Index>(i) * d;
    double sum = 0;
    for (int j = 0; j < d; ++j) sum += row[j] * phi[j];
    u[i] = sum;
    squared += sum * phi[i];
    first += sum * moments[i];
    check_value += sum * moments[d + i];
    second += sum * moments[2 * d + i];
  }
  const StagePlan::Side& up = plan.optimistic;
  const StagePlan::Side& down = plan.pessimistic;
  const bool practical = constants_.practical;
  const double low = practical ? up.low : 0, high = practical ? up.high : H;
  const double largest_square = practical ? 2 * plan.second_centre : H * H;
  const double mean = std::clamp(up.centre + first, low, high) - up.centre;
  const double variance = std::clamp(plan.second_centre + second, 0.0, largest_square) - mean * mean;
  const Multipliers& c = constants_.multipliers;
  double spread = variance / (span * span), floor = 0;
  if (c.e > 0 || c.d > 0 || c.floor > 0) {  // By default none of them: no need of a root.
    const double d3 = static_cast<double>(d) * d * d, n = std::sqrt(std::max(squared, 0.0));
    const double e = std::min(constants_.second * n, 1.0) + std::min(2 * constants_.hoeffding * n, 1.0);
    const double apart = (up.centre + first - down.centre - check_value) / span + 2 * constants_.hoeffding * n;
    const double distance = std::min(4 * d3 * H * apart, d3 * H);
    spread += c.e * e + c.d * distance;
    const double unscaled = std::sqrt(constants_.weight_scale) * n;  // As with weights at most 1.
    floor = c.floor * 4 * d3 * d3 * H * H * H * std::sqrt(H) * unscaled;
  }
  const double weight = 1 / std::max(1 + H * std::max(spread, 0.0), floor);

  if (!live_) return weight;
  // Take the step in: inverse -= w u u' / (1 + w n^2), moments += w phi target.
  const StagePlan::Values next = planner_.values(step.h + 1, step.next);
  const double value = std::clamp(next.optimistic, up.low, up.high) - up.centre;
  const double pessimistic = std::clamp(next.pessimistic, down.low, down.high) - down.centre;
  const double targets[3] = {value, pessimistic, value * value - plan.second_centre};
  const double scale = weight / (1 + weight * squared);
  for (int i = 0; i < d; ++i) {
    double* row = stage.inverse.data() + static_cast<Index>(i) * d;
    const double factor = scale * u[i];
    for (int j = 0; j < d; ++j) row[j] -= factor * u[j];
    for (int t = 0; t < 3; ++t) stage.moments(t, i) += weight * phi[i] * targets[t];
  }
  return weight;
}

}  // namespace tacit
