#include "tacit/agents/posterior_planner.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tacit {
namespace {

constexpr double kLeastRange = 1e-9;

Matrix prior_root(const MappedProblem& mapped, double spread) {
  const Matrix& rows = mapped.problem.points;
  const auto n = static_cast<double>(rows.rows()), d = static_cast<double>(rows.cols());
  const Matrix mean = rows.transpose() * rows / n;
  const Matrix inverse = mean.llt().solve(Matrix::Identity(rows.cols(), rows.cols()));
  const Matrix prior = spread * spread / d * inverse + 0.25 * mapped.constant * mapped.constant.transpose();
  return prior.llt().matrixL();
}

}  // namespace

Posterior PosteriorPlanner::Pooled::posterior(int h) const {
  const Posterior whitened = stages.posterior(h);
  return {root * whitened.mean, root * whitened.covariance * root.transpose()};
}

PosteriorPlanner::PosteriorPlanner(const MappedProblem& mapped, const PosteriorOptions& options)
    : problem_(mapped.problem),
      options_(options),
      root_(prior_root(mapped, options.spread)),
      stages_(problem_.horizon),
      values_(problem_.horizon, Vector::Zero(problem_.points.rows())),
      squared_reward_weights_(Vector::Zero(problem_.horizon)),
      squared_value_weights_(Vector::Zero(problem_.horizon)) {}

void PosteriorPlanner::renew(const BlockHistory& history) {
  rewards_.clear();
  if (problem_.rewards_known()) return;
  const Pooled pooled = pool(history, nullptr, 1);
  for (int h = 0; h < problem_.horizon; ++h) rewards_.push_back(pooled.posterior(h));
  for (int h = 0; h < problem_.horizon; ++h)
    squared_reward_weights_[h] = rewards_[h].mean.squaredNorm() + rewards_[h].covariance.trace();
}

// Of the weights of a target, from the evidence of all stages that have it.
PosteriorPlanner::Pooled PosteriorPlanner::pool(const BlockHistory& history, const Vector* values, double range) const {
  const int stages = values ? problem_.horizon - 1 : problem_.horizon;
  const double variance = values ? options_.value_variance * range * range : options_.reward_variance;
  const Matrix root = range * root_;
  std::vector<Evidence> evidence;
  for (int j = 0; j < stages; ++j) {
    const double squared = values ? range * range * squared_value_weights_[j] : squared_reward_weights_[j];
    const Evidence seen = stage_evidence(history.stage(j), problem_.dimension, {values, variance, squared});
    evidence.push_back({root.transpose() * seen.precision * root, root.transpose() * seen.information});
  }
  return {StagePool(std::move(evidence), options_.pooled), root};
}

Vector PosteriorPlanner::drawn(const Posterior& posterior, Stream& coins) const {
  if (options_.draw == 0) return posterior.mean;
  Vector z(posterior.mean.size());
  for (double& coordinate : z) coordinate = options_.draw * coins.normal();
  return posterior.mean + posterior.covariance.llt().matrixL() * z;
}

void PosteriorPlanner::plan(const BlockHistory& history, Stream coins) {
  Vector next = Vector::Zero(problem_.point_count());
  for (int h = problem_.horizon - 1; h >= 0; --h) {
    stages_[h] = planned(h, history, next, coins);
    const Matrix& rows = problem_.points;
    stages_[h].evaluate({rows.data(), rows.rows(), rows.cols()}, values_[h].data(), nullptr);
    next = ConstMatrixView(values_[h].data(), problem_.point_count(), problem_.actions).rowwise().maxCoeff();
  }
}

// `next`: values of the states of the next stage.
StagePlan PosteriorPlanner::planned(int h, const BlockHistory& history, const Vector& next, Stream& coins) {
  const Index d = problem_.dimension;
  Matrix covariance = kLeastRange * kLeastRange * Matrix::Identity(d, d);
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
    const double range = std::max(stage.span, kLeastRange);
    const Vector centred = next.array() - up.centre;
    const Posterior value = pool(history, &centred, range).posterior(h);
    squared_value_weights_[h] = (value.mean.squaredNorm() + value.covariance.trace()) / (range * range);
    up.weights = drawn(value, coins);
    covariance += value.covariance;
  }
  up.outer_radius = options_.bonus;
  stage.set_gram(covariance.llt().solve(Matrix::Identity(d, d)));
  return stage;
}

}  // namespace tacit
