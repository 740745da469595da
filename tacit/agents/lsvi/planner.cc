#include "tacit/agents/lsvi/planner.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tacit/agents/lsvi/noisy_regression.h"
#include "tacit/core/error.h"
#include "tacit/core/stop.h"

namespace tacit {
namespace {

Vector best_actions(const Vector& q, Index actions) {
  return ConstMatrixView(q.data(), q.size() / actions, actions).rowwise().maxCoeff();
}

// gram + ridge I, with eigenvalues raised to `floor` if that is positive.
Matrix shifted(const Matrix& gram, double ridge, double floor) {
  const Index d = gram.rows();
  Matrix sum = gram;
  sum.diagonal().array() += ridge;
  if (floor <= 0) return sum;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(sum);
  floor = std::max(floor, 1e-12 * spectrum.eigenvalues()[d - 1]);  // What can be inverted in doubles.
  if (spectrum.eigenvalues()[0] >= floor) return sum;
  const auto& vectors = spectrum.eigenvectors();
  return vectors * spectrum.eigenvalues().cwiseMax(floor).asDiagonal() * vectors.transpose();
}

// The coordinate that the state of those who stopped has for itself; -1: there is none.
Index ended_coordinate(const Problem& problem) {
  if (problem.ended < 0 || !problem.finite) return -1;
  const Index first = problem.ended * problem.actions;
  for (Index i = 0; i < problem.dimension; ++i) {
    const double squared = problem.points.col(i).squaredNorm();
    if (squared > 0 && problem.points.col(i).segment(first, problem.actions).squaredNorm() == squared) return i;
  }
  return -1;
}

}  // namespace

Planner::Planner(const Problem& problem, Family family, const Constants& constants, const StateBasis* basis,
                 int threads)
    : problem_(problem),
      constants_(constants),
      basis_(basis),
      threads_(threads),
      ended_coordinate_(ended_coordinate(problem)),
      two_sided_(family == Family::lsvi_ucb_plus_plus && !constants.weighing.used()),
      history_(problem.horizon),
      optimistic_(problem.horizon),
      pessimistic_(problem.horizon),
      value_(problem.horizon + 1, Vector::Zero(problem.point_count())),
      pessimistic_value_(value_) {
  check(!((two_sided_ || constants.weighing.used()) && constants.joint_reward),
        "only LSVI-UCB regresses reward and value together");
  for (int h = 0; h < problem.horizon; ++h) {
    optimistic_[h] = Vector::Constant(problem.points.rows(), problem.horizon - h);
    if (!two_sided_) continue;
    pessimistic_[h] = Vector::Zero(problem.points.rows());
    if (!constants.keep_extremes) continue;
    optimistic_from_.emplace_back(problem.points.rows(), -1);
    pessimistic_from_.emplace_back(problem.points.rows(), -1);
  }
}

void Planner::plan(const Billboard& billboard) {
  for (int h = problem_.horizon - 1; h >= 0; --h) {
    obey_stop();
    constants_.weighing.used() ? plan_noisy_stage(h, billboard) : plan_stage(h, billboard);
  }
}

// The interval that the value of the next state lies in, from public numbers: the table itself where it holds every
// state; on a cover of an infinite space the values elsewhere are clipped to it (see targets).
Planner::Range Planner::range(const Vector& values) const { return {values.minCoeff(), values.maxCoeff()}; }

// What predictions fall back on where little was seen. The middle of the range leaves room to be surprised; but noise
// on the successors reaches a moment through all that they are multiplied with, and that is shortest around the mean.
// So the mean while noise is large beside what a direction has seen, then the middle.
double Planner::centre(const Vector& values, const BillboardNoise& noise, std::int64_t users) const {
  const auto [low, high] = range(values);
  const double middle = 0.5 * (low + high);
  if (noise.outcomes == 0) return middle;
  const Vector coefficients = basis_ ? Vector(basis_->fit() * values) : values;
  const double mean = std::clamp(coefficients.mean(), low, high);
  const double visits = static_cast<double>(users) / problem_.dimension;
  const double carried = noise.outcomes * std::sqrt(static_cast<double>(coefficients.size()));
  return mean + (middle - mean) * visits / (visits + carried);
}

double Planner::ridge(const BillboardNoise& noise) const {
  return constants_.ridge + constants_.multipliers.shift * 2 * std::sqrt(problem_.dimension) * noise.gram;
}

// The Gram matrix as far as it is not known to be noise: the coordinate of `ended` has products with no other.
Matrix Planner::gram(int h, const Billboard& billboard) const {
  Matrix result = billboard.gram(h);
  if (ended_coordinate_ < 0) return result;
  const double visits = result(ended_coordinate_, ended_coordinate_);
  result.row(ended_coordinate_).setZero();
  result.col(ended_coordinate_).setZero();
  result(ended_coordinate_, ended_coordinate_) = visits;
  return result;
}

// Lam = G + ridge I. A noisy matrix may have any eigenvalue: those below a part of the ridge are raised to it.
void Planner::regularise(int h, const Billboard& billboard, StagePlan& stage) const {
  const BillboardNoise& noise = billboard.noise(h);
  stage.ridge = ridge(noise);
  const double least = std::max(constants_.multipliers.eigen, 1e-6) * stage.ridge;
  stage.set_gram(shifted(gram(h, billboard), stage.ridge, noise.gram > 0 ? least : 0));
}

// Published: span H, bonus outside every clip.
void Planner::set_published_radii(int h, StagePlan& stage) const {
  StagePlan::Side& up = stage.optimistic;
  StagePlan::Side& down = stage.pessimistic;
  const double reward = problem_.rewards_known() ? 0 : constants_.reward;
  stage.span = problem_.horizon;
  up.outer_radius = stage.span * constants_.optimistic + reward;
  down.outer_radius = -(stage.span * constants_.pessimistic + reward);
  // True values lie there; and a bound on targets is what the noise of a release on request is made for.
  up.q_low = 0, down.q_high = problem_.horizon - h;
}

// Practical: the range of the next value, clipped to it; `sign` 1 for the optimistic side, -1 for the other.
void Planner::set_practical_radii(const Vector& next, double radius, double sign, const Billboard& billboard, int h,
                                  StagePlan::Side& side) const {
  const Multipliers& m = constants_.multipliers;
  const bool joint = !problem_.rewards_known() && constants_.joint_reward;
  const auto [low, high] = range(next);
  side.low = low, side.high = high;
  if (joint) side.high += 1;
  side.centre = centre(next, billboard.noise(h), billboard.users());
  if (joint) side.centre += 0.5;
  side.radius = sign * (side.high - side.low) * radius;
  side.bias = m.bias * (sign > 0 ? side.high : side.low) - m.bias * side.centre;
  if (!reward_apart()) return;
  side.reward_radius = sign * constants_.reward;
  side.reward_bias = sign * 0.5 * m.bias;
}

void Planner::set_practical_radii(const Billboard& billboard, int h, StagePlan& stage) const {
  const StagePlan::Side& up = stage.optimistic;
  set_practical_radii(value_[h + 1], constants_.optimistic, 1, billboard, h, stage.optimistic);
  if (two_sided_)
    set_practical_radii(pessimistic_value_[h + 1], constants_.pessimistic, -1, billboard, h, stage.pessimistic);
  stage.span = up.high - up.low;
  const double farthest = std::max(up.high - up.centre, up.centre - up.low);
  stage.second_centre = farthest * farthest / 2;
}

// w = Lam^-1 (moments), column by column in the order of targets().
void Planner::regress(int h, const Billboard& billboard, StagePlan& stage) const {
  StagePlan::Side& up = stage.optimistic;
  StagePlan::Side& down = stage.pessimistic;
  const Moments moments = billboard.moments(h, targets(h, stage));
  const double deviations = constants_.practical ? constants_.multipliers.noise : 0;
  up.weights = stage.solve(moments.sums.col(0));
  up.noise = deviations * moments.deviation[0];
  if (two_sided_) {
    down.weights = stage.solve(moments.sums.col(1));
    down.noise = -deviations * moments.deviation[1];
    stage.second = stage.solve(moments.sums.col(2));
  }
  if (reward_apart()) {
    const Index last = moments.sums.cols() - 1;
    stage.reward = stage.solve(moments.sums.col(last));
    up.reward_noise = deviations * moments.deviation[last];
    down.reward_noise = -up.reward_noise;
  } else if (problem_.rewards_known()) {
    stage.reward = problem_.known_rewards.row(h);
  } else {
    stage.reward = Vector::Zero(problem_.dimension);
  }
}

void Planner::plan_stage(int h, const Billboard& billboard) {
  StagePlan stage;
  stage.two_sided = two_sided_;
  regularise(h, billboard, stage);
  if (reward_apart()) {  // Centred on 1/2 by the practical planners.
    if (constants_.practical) stage.reward_centre = 0.5;
    if (constants_.practical || two_sided_) stage.reward_low = 0, stage.reward_high = 1;
  }
  stage.optimistic.q_high = problem_.horizon - h;
  stage.pessimistic.q_low = 0;
  constants_.practical ? set_practical_radii(billboard, h, stage) : set_published_radii(h, stage);
  regress(h, billboard, stage);
  finish(h, std::move(stage));
}

// By regressions that weigh the known noise of what is on the billboard (noisy_regression.h).
void Planner::plan_noisy_stage(int h, const Billboard& billboard) {
  const NoiseWeighing& weighing = constants_.weighing;
  const BillboardNoise& noise = billboard.noise(h);
  const bool learned = !problem_.rewards_known();
  StagePlan stage;
  StagePlan::Side& up = stage.optimistic;
  up.q_high = problem_.horizon - h;
  const auto [low, high] = range(value_[h + 1]);
  up.low = low, up.high = high;
  stage.span = high - low;
  up.centre = centre(value_[h + 1], noise, billboard.users());
  if (learned) stage.reward_centre = 0.5, stage.reward_low = 0, stage.reward_high = 1;

  const Moments moments = billboard.moments(h, targets(h, stage));
  const NoisyRegression regression(gram(h, billboard), noise.gram);
  const bool data = billboard.releases() > 0;  // Without any there is nothing to be optimistic about.
  if (learned) {
    const Index last = moments.sums.cols() - 1;
    const auto [weights, precision] =
        regression.fit(moments.sums.col(last), {weighing.reward_variance, weighing.deviation, moments.deviation[last]});
    stage.set_reward_gram(precision);
    stage.reward = weights;
    up.reward_radius = data ? weighing.bonus : 0;
  } else {
    stage.reward = problem_.known_rewards.row(h);
  }
  const double unit = std::max(stage.span, 1e-9);
  auto [weights, precision] = regression.fit(
      moments.sums.col(0), {weighing.value_variance * unit * unit, weighing.deviation * unit, moments.deviation[0]});
  stage.set_gram(std::move(precision));
  up.weights = weights;
  up.radius = data ? weighing.bonus : 0;
  finish(h, std::move(stage));
}

void Planner::finish(int h, StagePlan stage) {
  if (!constants_.keep_extremes) history_[h].clear();
  history_[h].push_back(std::move(stage));
  merge(h);
}

// What is regressed on the features: the value of the next state, and for two-sided plans the pessimistic value and the
// squared value; then the reward, by itself or added to the value.
Targets Planner::targets(int h, const StagePlan& stage) const {
  const bool learned = !problem_.rewards_known(), joint = learned && constants_.joint_reward;
  const Index columns = two_sided_ ? 3 : 1;
  Targets targets;
  targets.count = columns + (learned && !joint ? 1 : 0);
  if (learned) {
    targets.response = Vector::Zero(targets.count);
    targets.response[joint ? 0 : columns] = 1;
  }
  targets.at_outcomes = Matrix::Zero(problem_.point_count(), targets.count);
  if (h + 1 == problem_.horizon) {  // Nothing comes after the last stage.
    if (basis_) targets.at_outcomes.resize(basis_->size(), targets.count);
    targets.at_outcomes.setZero();
    targets.at_records = [n = targets.count](const ConstMatrixView& records, Matrix& values) {
      values = Matrix::Zero(records.rows(), n);
    };
    return targets;
  }

  StagePlan::Side up = stage.optimistic, down = stage.pessimistic;
  if (joint && constants_.practical) up.centre -= 0.5, up.high -= 1;  // What is left is the value's.
  const auto fill = [up, down, second = stage.second_centre, two = two_sided_](double high, double low, auto&& row) {
    const double value = std::clamp(high, up.low, up.high) - up.centre;
    row[0] = value;
    if (two) row[1] = std::clamp(low, down.low, down.high) - down.centre, row[2] = value * value - second;
  };
  for (Index p = 0; p < problem_.point_count(); ++p)
    fill(value_[h + 1][p], two_sided_ ? pessimistic_value_[h + 1][p] : 0, targets.at_outcomes.row(p));
  if (basis_) targets.at_outcomes = basis_->fit() * targets.at_outcomes;
  if (problem_.finite) return targets;  // No records are kept.
  targets.at_records = [this, h, fill, n = targets.count](const ConstMatrixView& blocks, Matrix& values) {
    Vector q, pessimistic_q;
    evaluate(h + 1, ConstMatrixView(blocks.data(), blocks.rows() * problem_.actions, problem_.dimension), q,
             pessimistic_q);
    const Vector v = best_actions(q, problem_.actions);
    const Vector low = two_sided_ ? best_actions(pessimistic_q, problem_.actions) : Vector();
    values = Matrix::Zero(v.size(), n);
    for (Index i = 0; i < v.size(); ++i) fill(v[i], two_sided_ ? low[i] : 0, values.row(i));
  };
  return targets;
}

// The extreme action values over all remembered plans, at any states.
void Planner::evaluate(int h, const ConstMatrixView& features, Vector& optimistic, Vector& pessimistic) const {
  optimistic.resize(features.rows());
  if (two_sided_) pessimistic.resize(features.rows());
  extreme_values(history_[h], features, threads_, optimistic.data(), pessimistic.data());
}

// Brings the tables of stage h up to date with the newest plan.
void Planner::merge(int h) {
  const Index n = problem_.points.rows();
  const int newest = static_cast<int>(history_[h].size()) - 1;
  Vector q(n), low(two_sided_ ? n : 0);
  extreme_values({&history_[h].back(), 1}, ConstMatrixView(problem_.points.data(), n, problem_.dimension), threads_,
                 q.data(), low.data());
  if (constants_.keep_extremes) {
    for (Index i = 0; i < n; ++i) {
      if (q[i] < optimistic_[h][i]) optimistic_[h][i] = q[i], optimistic_from_[h][i] = newest;
      if (low[i] > pessimistic_[h][i]) pessimistic_[h][i] = low[i], pessimistic_from_[h][i] = newest;
    }
    forget_dominated(h);
  } else {
    optimistic_[h] = std::move(q);
    pessimistic_[h] = std::move(low);
  }
  set_ended(h);
  value_[h] = best_actions(optimistic_[h], problem_.actions);
  if (two_sided_) pessimistic_value_[h] = best_actions(pessimistic_[h], problem_.actions);
}

// What those who stopped get is known, whatever was learned.
void Planner::set_ended(int h) {
  if (problem_.ended < 0 || !problem_.finite) return;
  const double value = problem_.ended_value(h);
  optimistic_[h].segment(problem_.ended * problem_.actions, problem_.actions).setConstant(value);
  if (two_sided_) pessimistic_[h].segment(problem_.ended * problem_.actions, problem_.actions).setConstant(value);
}

// Keeps the newest plan and those that some public point still takes its value from. Where the public points are all
// states the tables say everything, and only the newest plan is kept.
void Planner::forget_dominated(int h) {
  auto& past = history_[h];
  if (problem_.finite) {
    past.erase(past.begin(), past.end() - 1);
    return;
  }
  std::vector<int> renamed(past.size(), -1);
  for (const auto* from : {&optimistic_from_[h], &pessimistic_from_[h]})
    for (const int plan : *from)
      if (plan >= 0) renamed[plan] = 0;
  renamed.back() = 0;
  int kept = 0;
  for (std::size_t plan = 0; plan < past.size(); ++plan) {
    if (renamed[plan] < 0) continue;
    if (kept != static_cast<int>(plan)) past[kept] = std::move(past[plan]);
    renamed[plan] = kept++;
  }
  past.resize(kept);
  for (auto* from : {&optimistic_from_[h], &pessimistic_from_[h]})
    for (int& plan : *from)
      if (plan >= 0) plan = renamed[plan];
}

// The extreme values over all remembered plans of one action at any state.
StagePlan::Values Planner::evaluate(int h, const double* phi) const {
  StagePlan::Values result{static_cast<double>(problem_.horizon - h), 0};
  if (!constants_.keep_extremes) return history_[h].back().evaluate(phi);
  for (const StagePlan& plan : history_[h]) {
    const StagePlan::Values values = plan.evaluate(phi);
    result.optimistic = std::min(result.optimistic, values.optimistic);
    result.pessimistic = std::max(result.pessimistic, values.pessimistic);
  }
  return result;
}

void Planner::action_values(int h, const State& state, std::span<double> out) const {
  const Index actions = problem_.actions, d = problem_.dimension;
  if (state.point >= 0) {
    std::copy_n(optimistic_[h].data() + state.point * actions, actions, out.data());
  } else {
    for (Index a = 0; a < actions; ++a) out[a] = evaluate(h, state.features + a * d).optimistic;
  }
}

StagePlan::Values Planner::values(int h, const State& state) const {
  if (h >= problem_.horizon) return {0, 0};
  if (!problem_.knows(state)) {  // Who goes nowhere has ended, if that is a state.
    const double value = problem_.ended >= 0 ? problem_.ended_value(h) : 0;
    return {value, two_sided_ ? value : 0};
  }
  if (state.point >= 0) return {value_[h][state.point], two_sided_ ? pessimistic_value_[h][state.point] : 0};
  StagePlan::Values best = evaluate(h, state.features);
  for (Index a = 1; a < problem_.actions; ++a) {
    const StagePlan::Values values = evaluate(h, state.features + a * problem_.dimension);
    best.optimistic = std::max(best.optimistic, values.optimistic);
    best.pessimistic = std::max(best.pessimistic, values.pessimistic);
  }
  return best;
}

}  // namespace tacit
