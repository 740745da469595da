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
  require(static_cast<int>(dynamics.measures.size()) == p.horizon, mdp, "there must be one measure matrix per stage");
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
  if (p.ended == -1) return;
  const FiniteDynamics* dynamics = mdp.finite();
  require(dynamics != nullptr && p.ended >= 0 && p.ended < p.point_count(), mdp, "`ended` must be one of the states");
  const auto block = p.points.middleRows(p.ended * p.actions, p.actions);
  for (int h = 0; h < p.horizon; ++h) {
    const Vector stay = block * dynamics->measures[h].col(p.ended), paid = block * mdp.rewards.row(h).transpose();
    require((stay.array() - 1).abs().maxCoeff() <= kRounding, mdp,
            fmt::format("state {} is that of users who ended, and in stage {} an action leaves it", p.ended, h));
    require(paid.cwiseAbs().maxCoeff() <= kRounding, mdp,
            fmt::format("state {} is that of users who ended, and in stage {} an action is paid there", p.ended, h));
  }
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

void validate(const LinearMdp& mdp) {
  validate_shapes(mdp);
  validate_features(mdp);
  if (const auto* finite = mdp.finite()) validate_finite(mdp, *finite);
  if (const auto* interval = mdp.interval()) validate_interval(mdp, *interval);
  validate_ended(mdp);
}

}  // namespace tacit
