#include "tacit/mdp/simulator.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tacit/core/error.h"

namespace tacit {

void AliasTables::add(const double* weights) {
  const std::size_t n = static_cast<std::size_t>(columns_);
  std::vector<double> mass(weights, weights + n);
  for (double& m : mass) m = std::max(m, 0.0);  // Rows of P may be negative by rounding.
  const double mean = std::accumulate(mass.begin(), mass.end(), 0.0) / static_cast<double>(n);
  check(mean > 0 && std::isfinite(mean), "an alias table needs positive mass");
  std::vector<std::int32_t> poor, rich;
  for (std::size_t i = 0; i < n; ++i) {
    mass[i] /= mean;
    (mass[i] < 1 ? poor : rich).push_back(static_cast<std::int32_t>(i));
  }
  const std::size_t base = cells_.size();
  for (std::size_t i = 0; i < n; ++i) cells_.push_back({~std::uint64_t{0}, static_cast<std::int32_t>(i)});
  while (!poor.empty() && !rich.empty()) {
    const auto small = poor.back();
    poor.pop_back();
    const auto large = rich.back();
    cells_[base + small] = {static_cast<std::uint64_t>(std::ldexp(mass[small], 64)), large};
    mass[large] -= 1 - mass[small];
    if (mass[large] < 1) {
      rich.pop_back();
      poor.push_back(large);
    }
  }  // What is left over has mass 1 up to rounding and keeps its own column.
}

double AliasTables::probability(Index table, Index outcome) const {
  double mass = 0;
  for (Index column = 0; column < columns_; ++column) {
    const Cell& cell = cells_[table * columns_ + column];
    const double own = std::ldexp(static_cast<double>(cell.threshold), -64);
    if (column == outcome) mass += own;
    if (cell.other == outcome) mass += 1 - own;
  }
  return mass / static_cast<double>(columns_);
}

namespace {

// Whether phi_i is the probability of anchor i: nothing is negative, and every anchor that a feature reaches has a
// measure of mass one (so the features sum to one, because the rows of P do).
bool mixes_distributions(const Problem& problem, const FiniteDynamics& dynamics) {
  if (problem.points.minCoeff() < 0) return false;
  const Eigen::RowVectorXd reach = problem.points.colwise().maxCoeff();
  for (const Matrix& measures : dynamics.measures) {
    if (measures.minCoeff() < 0) return false;
    for (Index i = 0; i < measures.rows(); ++i)
      if (reach[i] > 0 && std::abs(measures.row(i).sum() - 1) > 1e-9) return false;
  }
  return true;
}

}  // namespace

Simulator::Simulator(const LinearMdp& mdp) : mdp_(mdp) {
  const auto* dynamics = mdp.finite();
  if (!dynamics) return;
  const Problem& p = mdp.problem;
  const Index states = p.point_count();
  start_ = AliasTables(states);
  start_.add(dynamics->start.data());
  next_ = AliasTables(states);

  through_factors_ = mixes_distributions(p, *dynamics);
  for (const Matrix& measures : dynamics->measures) {
    if (through_factors_) {
      for (int i = 0; i < p.dimension; ++i) {
        // An anchor that no feature reaches may have an empty measure; its table is never drawn from.
        const Vector weights = measures.row(i).sum() > 0 ? Vector(measures.row(i)) : Vector::Ones(states);
        next_.add(weights.data());
      }
    } else {
      for (Index row = 0; row < p.points.rows(); ++row) {
        const Vector distribution = (p.points.row(row) * measures).transpose();
        next_.add(distribution.data());
      }
    }
  }
  sole_ = sole_features(p.points);
  mean_reward_.reserve(static_cast<std::size_t>(p.horizon * p.points.rows()));
  Vector r;
  for (int h = 0; h < p.horizon; ++h) {
    if (h == 0 || mdp.rewards.row(h) != mdp.rewards.row(h - 1)) r = p.points * mdp.rewards.row(h).transpose();
    for (const double value : r) mean_reward_.push_back(std::clamp(value, 0.0, 1.0));
  }
}

void Simulator::put(double x, Place& place) const {
  const Problem& p = mdp_.problem;
  place.position = x;
  place.features.resize(static_cast<std::size_t>(p.actions) * p.dimension);
  interval_features(*mdp_.interval(), p.dimension, x, place.features.data());
  place.state = {place.features.data(), -1};
}

void Simulator::start(Stream& user, Place& place) const {
  if (const auto* interval = mdp_.interval()) {
    put(user.beta(interval->start.a, interval->start.b), place);
    return;
  }
  const Index state = start_.draw(0, user.block()[0]);
  place.state = mdp_.problem.point(state);
  place.position = static_cast<double>(state);
}

// The anchor i with probability features[i] (they sum to 1 up to rounding).
int Simulator::latent(const double* features, double u) const {
  const int last = mdp_.problem.dimension - 1;
  int fallback = 0;
  for (int i = 0; i <= last; ++i) {
    if (features[i] <= 0) continue;
    if (u < features[i]) return i;
    u -= features[i];
    fallback = i;
  }
  return fallback;
}

Index Simulator::next_state(int h, Index row, const double* features, const Stream::Block& draw) const {
  const Problem& p = mdp_.problem;
  const Index model = mdp_.finite()->measures.size() == 1 ? 0 : h;
  if (!through_factors_) return next_.draw(model * p.points.rows() + row, draw[1]);
  const Index anchor = sole_[row] >= 0 ? sole_[row] : latent(features, Stream::to_unit(draw[0]));
  return next_.draw(model * p.dimension + anchor, draw[1]);
}

double Simulator::step(int h, const Place& place, int action, Stream& user, Place& next) const {
  const Problem& p = mdp_.problem;
  const double* features = place.state.features + static_cast<Index>(action) * p.dimension;
  const Stream::Block draw = user.block();
  double mean;
  if (const auto* interval = mdp_.interval()) {
    mean = std::clamp(ConstRow(features, p.dimension).dot(mdp_.rewards.row(h)), 0.0, 1.0);
    const BetaLaw law = interval->measures[h][latent(features, Stream::to_unit(draw[0]))];
    put(user.beta(law.a, law.b), next);
  } else {
    const Index row = place.state.point * p.actions + action;
    mean = mean_reward_[h * p.points.rows() + row];
    const Index state = next_state(h, row, features, draw);
    next.state = p.point(state);
    next.position = static_cast<double>(state);
  }
  if (p.is_over(place.state)) return p.ended_reward;
  if (!mdp_.bernoulli_rewards) return mean;
  return Stream::to_unit(draw[2]) < mean ? 1.0 : 0.0;
}

}  // namespace tacit
