#include "tacit/agents/lsvi/variance_weights.h"

#include <algorithm>
#include <cmath>

namespace tacit {
namespace {

using Lane = Eigen::Array<double, 8, 1>;

Eigen::Map<Lane> lane(double* numbers) { return Eigen::Map<Lane>(numbers); }

}  // namespace

VarianceWeights::VarianceWeights(const Problem& problem, const Constants& constants, const Planner& planner, bool live)
    : problem_(problem),
      constants_(constants),
      planner_(planner),
      live_(live),
      stages_(problem.horizon),
      width_((problem.dimension + kLane - 1) / kLane * kLane),
      phi_(Vector::Zero(width_)),
      direction_(width_) {}

void VarianceWeights::planned() {
  for (int h = 0; h < problem_.horizon; ++h) {
    const StagePlan& plan = planner_.stage(h);
    Stage& stage = stages_[h];
    const Index d = problem_.dimension;
    stage.inverse = Matrix::Zero(d, width_);
    stage.inverse.leftCols(d).noalias() = plan.whitening.transpose() * plan.whitening;
    stage.moments = Matrix::Zero(3, width_);
    stage.moments.row(0).head(d) = plan.gram * plan.optimistic.weights;
    stage.moments.row(1).head(d) = plan.gram * plan.pessimistic.weights;
    stage.moments.row(2).head(d) = plan.gram * plan.second;
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

  std::copy_n(phi, d, phi_.data());
  Lane squares = Lane::Zero(), firsts = squares, checks = squares, seconds = squares;
  for (Index at = 0; at < width_; at += kLane) {
    Lane u = Lane::Zero();
    for (int i = 0; i < d; ++i) u += phi[i] * lane(stage.inverse.data() + i * width_ + at);  // It is symmetric.
    lane(direction_.data() + at) = u;
    squares += u * lane(phi_.data() + at);
    firsts += u * lane(stage.moments.data() + at);
    checks += u * lane(stage.moments.data() + width_ + at);
    seconds += u * lane(stage.moments.data() + 2 * width_ + at);
  }
  const double squared = squares.sum(), first = firsts.sum(), check_value = checks.sum(), second = seconds.sum();
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
  const StagePlan::Values next = planner_.values(step.h + 1, step.next);
  const double value = std::clamp(next.optimistic, up.low, up.high) - up.centre;
  const double pessimistic = std::clamp(next.pessimistic, down.low, down.high) - down.centre;
  take_in(stage, weight, squared, {value, pessimistic, value * value - plan.second_centre});
  return weight;
}

// inverse -= w u u' / (1 + w n^2), with u of the features that were weighed last.
void VarianceWeights::take_in(Stage& stage, double weight, double squared, const double (&targets)[3]) {
  const double scale = weight / (1 + weight * squared);
  for (Index at = 0; at < width_; at += kLane) {
    const Lane u = lane(direction_.data() + at), phi = lane(phi_.data() + at);
    for (int i = 0; i < problem_.dimension; ++i)
      lane(stage.inverse.data() + i * width_ + at) -= scale * direction_[i] * u;
    for (int t = 0; t < 3; ++t) lane(stage.moments.data() + t * width_ + at) += weight * targets[t] * phi;
  }
}

}  // namespace tacit
