#include "tacit/mdp/linear_mdp.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"
#include "tacit/mdp/size_limits.h"

namespace tacit {
namespace {

constexpr double kRounding = 1e-9;

void require(bool holds, const LinearMdp& mdp, const std::string& problem) {
  if (!holds) throw Error("environment '" + mdp.name + "'", problem);
}

void validate_shapes(const LinearMdp& mdp) {
  const Problem& p = mdp.problem;
  require(p.horizon >= 1 && p.horizon <= kLongestHorizon && p.actions >= 1 && p.dimension >= 1, mdp,
          "horizon, actions and dimension must be positive, and the horizon at most 10000");
  require(p.points.cols() == p.dimension && p.points.rows() > 0 && p.points.rows() % p.actions == 0, mdp,
          "the features must have one row per point and action, and `dimension` columns");
  require(mdp.rewards.rows() == p.horizon && mdp.rewards.cols() == p.dimension, mdp,
          "the rewards must be horizon x dimension");
  require(p.points.allFinite() && mdp.rewards.allFinite(), mdp, "features and rewards must be finite numbers");
  require(p.finite == (mdp.finite() != nullptr), mdp, "`finite` must say what kind of dynamics this is");
  require(!p.rewards_known() || p.known_rewards == mdp.rewards, mdp, "known rewards must be the true ones");
  require(p.measure_norm > 0, mdp, "measure_norm must be positive");
}

void validate_features(const LinearMdp& mdp) {
  const Problem& p = mdp.problem;
  const double longest = std::sqrt(p.points.rowwise().squaredNorm().maxCoeff());
  require(longest <= 1 + kRounding, mdp, fmt::format("a feature vector has norm {} > 1", longest));
  for (int h = 0; h < p.horizon; ++h) {
    if (h > 0 && mdp.rewards.row(h) == mdp.rewards.row(h - 1)) continue;  // Then so is all that follows from them.
    const Vector r = p.points * mdp.rewards.row(h).transpose();
    require(r.minCoeff() >= -kRounding && r.maxCoeff() <= 1 + kRounding, mdp,
            fmt::format("rewards of stage {} leave [0,1]", h));
    require(mdp.rewards.row(h).norm() <= p.measure_norm + kRounding, mdp,
            "a reward vector is longer than measure_norm");
  }
}

void validate_finite(const LinearMdp& mdp, const FiniteDynamics& dynamics) {
  const Problem& p = mdp.problem;
  const Index states = p.point_count();
  require(dynamics.start.size() == states && dynamics.start.allFinite() && dynamics.start.minCoeff() >= 0 &&
              std::abs(dynamics.start.sum() - 1) <= kRounding,
          mdp, "the start must be a distribution over the states");
  require(static_cast<int>(dynamics.measures.size()) == p.horizon || dynamics.measures.size() == 1, mdp,
          "there must be one measure matrix per stage, or one for all");
  // P has S*A x S entries: check it a block of rows at a time.
  constexpr Index kRows = 256;
  for (const Matrix& measures : dynamics.measures) {
    require(measures.rows() == p.dimension && measures.cols() == states, mdp, "measures must be dimension x states");
    require(measures.allFinite(), mdp, "measures must be finite numbers");
    const Vector total = measures.rowwise().sum();
    require(total.norm() <= p.measure_norm + kRounding, mdp, "the measures of a stage are longer than measure_norm");
    const Vector mass = p.points * total;
    require((mass.array() - 1).abs().maxCoeff() <= kRounding, mdp, "a row of P does not sum to 1");
    if (p.points.minCoeff() >= 0 && measures.minCoeff() >= 0) continue;  // Then so are their products.
    for (Index row = 0; row < p.points.rows(); row += kRows) {
      const Index n = std::min(kRows, p.points.rows() - row);
      require((p.points.middleRows(row, n) * measures).minCoeff() >= -kRounding, mdp, "P has a negative entry");
    }
  }
}

// By what the features explain: that is all there is.
void validate_ended(const LinearMdp& mdp) {
  const Problem& p = mdp.problem;
  require(p.ended_reward >= 0 && p.ended_reward <= 1, mdp, "ended_reward must be in [0,1]");
  require(p.ended != -1 || p.ended_reward == 0, mdp, "ended_reward has no meaning without the state `ended`");
  if (p.ended == -1) return;
  const FiniteDynamics* dynamics = mdp.finite();
  require(dynamics != nullptr && p.ended >= 0 && p.ended < p.point_count(), mdp, "`ended` must be one of the states");
  const auto block = p.points.middleRows(p.ended * p.actions, p.actions);
  for (int h = 0; h < p.horizon; ++h) {
    const Vector stay = block * dynamics->measure(h).col(p.ended), paid = block * mdp.rewards.row(h).transpose();
    require((stay.array() - 1).abs().maxCoeff() <= kRounding, mdp,
            fmt::format("state {} is that of users who ended, and in stage {} an action leaves it", p.ended, h));
    require((paid.array() - p.ended_reward).abs().maxCoeff() <= kRounding, mdp,
            fmt::format("state {} is that of users who ended, and in stage {} an action is not paid {}, which is "
                        "ended_reward",
                        p.ended, h, p.ended_reward));
  }
}

bool same_law(const BetaLaw& x, const BetaLaw& y) { return x.a == y.a && x.b == y.b; }

void validate_alike(const LinearMdp& mdp) {
  const Alike& alike = mdp.problem.alike;
  require(!alike.transitions || transitions_alike(mdp), mdp,
          "transitions are declared alike, and are not the same in every stage");
  require(!alike.rewards || rewards_alike(mdp), mdp, "rewards are declared alike, and are not the same in every stage");
}

void validate_interval(const LinearMdp& mdp, const IntervalDynamics& dynamics) {
  const Problem& p = mdp.problem;
  require(p.dimension >= 2, mdp, "an interval needs at least two anchors");
  require(static_cast<int>(dynamics.shifts.size()) == p.actions, mdp, "there must be one shift per action");
  require(static_cast<int>(dynamics.measures.size()) == p.horizon, mdp, "there must be measures for each stage");
  for (const auto& stage : dynamics.measures) {
    require(static_cast<int>(stage.size()) == p.dimension, mdp, "there must be one measure per anchor");
    for (const BetaLaw& law : stage) require(law.a > 0 && law.b > 0, mdp, "Beta parameters must be positive");
  }
  require(dynamics.start.a > 0 && dynamics.start.b > 0, mdp, "Beta parameters must be positive");
  require(std::sqrt(p.dimension) <= p.measure_norm + kRounding, mdp, "the measures are longer than measure_norm");
  require(p.point_count() >= 2 && p.points == interval_cover(dynamics, p.dimension, p.point_count()), mdp,
          "the public points must be the cover of the interval");
}

}  // namespace

bool transitions_alike(const LinearMdp& mdp) {
  if (const auto* finite = mdp.finite())
    return std::all_of(finite->measures.begin(), finite->measures.end(),
                       [&](const Matrix& measures) { return measures == finite->measures.front(); });
  const auto& stages = mdp.interval()->measures;
  return std::all_of(stages.begin(), stages.end(),
                     [&](const auto& laws) { return std::ranges::equal(laws, stages.front(), same_law); });
}

bool rewards_alike(const LinearMdp& mdp) { return (mdp.rewards.rowwise() - mdp.rewards.row(0)).isZero(0); }

void interval_features(const IntervalDynamics& dynamics, int dimension, double x, double* out) {
  std::fill_n(out, dynamics.shifts.size() * dimension, 0.0);
  for (const double shift : dynamics.shifts) {
    const double at = std::clamp(x + shift, 0.0, 1.0) * (dimension - 1);
    const int left = std::min(static_cast<int>(at), dimension - 2);
    out[left] = left + 1 - at;
    out[left + 1] = at - left;
    out += dimension;
  }
}

Matrix interval_cover(const IntervalDynamics& dynamics, int dimension, Index count) {
  const Index actions = static_cast<Index>(dynamics.shifts.size());
  Matrix cover(count * actions, dimension);
  for (Index p = 0; p < count; ++p)
    interval_features(dynamics, dimension, cover_position(p, count), cover.row(p * actions).data());
  return cover;
}

std::vector<Index> sole_features(const Matrix& features) {
  std::vector<Index> result(static_cast<std::size_t>(features.rows()), -1);
  for (Index row = 0; row < features.rows(); ++row) {
    Index found = 0;
    for (Index i = 0; i < features.cols() && found < 2; ++i)
      if (features(row, i) != 0) result[row] = found++ == 0 ? i : -1;
  }
  return result;
}

void validate(const LinearMdp& mdp) {
  validate_shapes(mdp);
  validate_features(mdp);
  if (const auto* finite = mdp.finite()) validate_finite(mdp, *finite);
  if (const auto* interval = mdp.interval()) validate_interval(mdp, *interval);
  validate_ended(mdp);
  validate_alike(mdp);
  const auto [low, high] = mdp.reward_range;
  require(std::isfinite(low) && std::isfinite(high) && low < high, mdp,
          "the reward range must be finite and not empty");
}

}  // namespace tacit
