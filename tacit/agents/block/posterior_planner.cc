#include "tacit/agents/block/posterior_planner.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tacit/core/stop.h"

namespace tacit {
namespace {

constexpr double kLeast = 1e-18;  // Squared: what is not told from 0.

Matrix prior_root(const MappedProblem& mapped, double spread) {
  const Matrix& rows = mapped.problem.points;
  const auto d = static_cast<double>(rows.cols());
  const Matrix inverse = mean_square(rows).llt().solve(Matrix::Identity(rows.cols(), rows.cols()));
  const Matrix prior = spread * spread / d * inverse + 0.25 * mapped.constant * mapped.constant.transpose();
  return prior.llt().matrixL();
}

}  // namespace

PosteriorPlanner::PosteriorPlanner(const MappedProblem& mapped, const PosteriorOptions& options)
    : problem_(mapped.problem),
      corners_(mapped.corners),
      options_(options),
      root_(prior_root(mapped, options.spread)),
      stages_(problem_.horizon),
      values_(problem_.horizon, Vector::Zero(problem_.points.rows())),
      rewards_(problem_.horizon),
      footings_(problem_.horizon),
      squared_weights_(Vector::Constant(problem_.horizon, root_.squaredNorm())) {}

void PosteriorPlanner::renew(const BlockHistory& history) {
  if (problem_.rewards_known()) return;
  std::vector<LinearEvidence> evidence;
  evidence.reserve(problem_.horizon);
  for (int h = 0; h < problem_.horizon; ++h)
    evidence.push_back(
        reward_evidence(history.stage(h), problem_.dimension, options_.reward_variance, squared_weights_[h]));
  const StagePool pool(std::move(evidence), root_, options_.pooled);
  for (int h = 0; h < problem_.horizon; ++h) {
    const Posterior known = pool.posterior(h);
    rewards_[h] = {possible_rewards(known, corners_, footings_[h]), known.covariance};
    squared_weights_[h] = rewards_[h].mean.squaredNorm() + known.covariance.trace();
  }
}

Vector PosteriorPlanner::drawn(const Posterior& posterior, Stream& coins) const {
  if (options_.draw == 0) return posterior.mean;
  Vector z(posterior.mean.size());
  for (double& coordinate : z) coordinate = options_.draw * coins.normal();
  return posterior.mean + posterior.covariance.llt().matrixL() * z;
}

void PosteriorPlanner::plan(const BlockHistory& history, double hope, Stream coins) {
  Vector next = Vector::Zero(problem_.point_count());
  for (int h = problem_.horizon - 1; h >= 0; --h) {
    obey_stop();
    stages_[h] = planned(h, history, next, coins);
    stages_[h].optimistic.outer_radius = hope * options_.bonus;
    const Matrix& rows = problem_.points;
    stages_[h].evaluate({rows.data(), rows.rows(), rows.cols()}, values_[h].data(), nullptr);
    next = ConstMatrixView(values_[h].data(), problem_.point_count(), problem_.actions).rowwise().maxCoeff();
  }
}

// `next`: values of the states of the next stage.
StagePlan PosteriorPlanner::planned(int h, const BlockHistory& history, const Vector& next, Stream& coins) const {
  const Index d = problem_.dimension;
  Matrix covariance = kLeast * Matrix::Identity(d, d);
  StagePlan stage;
  if (problem_.rewards_known()) {
    stage.reward = problem_.known_rewards.row(h);
  } else {
    stage.reward_centre = 0.5, stage.reward_low = 0, stage.reward_high = 1;
    stage.reward = drawn(rewards_[h], coins);
    covariance += rewards_[h].covariance;
  }
  StagePlan::Side& up = stage.optimistic;
  up.low = next.minCoeff(), up.high = next.maxCoeff(), up.centre = next.mean();
  up.q_low = 0, up.q_high = problem_.horizon - h;
  up.weights = Vector::Zero(d);
  stage.span = up.high - up.low;
  if (h + 1 < problem_.horizon) {
    const Vector centred = next.array() - up.centre;
    const double squared = std::max(centred.squaredNorm(), kLeast);
    const Posterior value{history.model().measures[h].transpose() * centred, squared * history.model().covariances[h]};
    up.weights = drawn(value, coins);
    covariance += value.covariance;
  }
  stage.set_gram(covariance.llt().solve(Matrix::Identity(d, d)));
  return stage;
}

}  // namespace tacit
