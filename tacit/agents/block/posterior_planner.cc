#include "tacit/agents/block/posterior_planner.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tacit/agents/block/many_coordinates.h"
#include "tacit/agents/block/shared_work.h"
#include "tacit/agents/early_end.h"
#include "tacit/core/stop.h"

namespace tacit {
namespace {

constexpr double kLeast = 1e-18;  // Squared: what is not told from 0.

Matrix prior_root(const MappedProblem& mapped, double spread) {
  const Index learned = mapped.learned();
  const auto d = static_cast<double>(learned);
  const Matrix inverse = mapped.prior.llt().solve(Matrix::Identity(learned, learned));
  const Matrix prior = spread * spread / d * inverse + 0.25 * mapped.constant * mapped.constant.transpose();
  return prior.llt().matrixL();
}

}  // namespace

PosteriorPlanner::PosteriorPlanner(const MappedProblem& mapped, const PosteriorOptions& options, int threads)
    : mapped_(mapped),
      problem_(mapped.problem),
      options_(options),
      threads_(threads),
      root_(prior_root(mapped, options.spread)),
      rewards_(problem_.horizon, {Vector::Zero(mapped.learned()), root_ * root_.transpose()}),
      footings_(problem_.horizon),
      squared_weights_(Vector::Constant(problem_.horizon, root_.squaredNorm())),
      settled_(problem_.horizon,
               {Matrix::Zero(mapped.learned(), mapped.learned()), Eigen::MatrixXd::Zero(mapped.learned(), 1)}),
      settled_blocks_(problem_.horizon, 0) {}

void PosteriorPlanner::renew(const BlockHistory& history) {
  if (problem_.rewards_known()) return;
  std::vector<LinearEvidence> evidence(problem_.horizon);
  share_work(threads_, problem_.horizon,
             [&](Index h) { evidence[h] = reward_evidence_of(static_cast<int>(h), history); });
  const StagePool pool(std::move(evidence), root_, options_.pooled, threads_);
  share_work(threads_, problem_.horizon, [&](Index h) {
    const Posterior known = pool.posterior(h);
    rewards_[h] = {possible_rewards(known, mapped_.corners, footings_[h]), known.covariance};
    squared_weights_[h] = rewards_[h].mean.squaredNorm() + known.covariance.trace();
  });
}

LinearEvidence PosteriorPlanner::reward_evidence_of(int h, const BlockHistory& history) {
  const std::vector<StageBlock>& blocks = history.stage(h);
  const double variance = options_.reward_variance, squared = squared_weights_[h];
  if (mapped_.learned() < kManyCoordinates) return reward_evidence(blocks, mapped_.learned(), variance, squared);
  const auto add = [&](std::size_t block, LinearEvidence& sum) {
    obey_stop();
    add_reward_evidence(blocks[block], variance, squared, sum);
  };
  for (std::size_t& b = settled_blocks_[h]; b < history.settled(); ++b) add(b, settled_[h]);
  LinearEvidence result = settled_[h];
  for (std::size_t b = settled_blocks_[h]; b < blocks.size(); ++b) add(b, result);
  return result;
}

BlockPlan PosteriorPlanner::planned(const BlockHistory& history, double hope, Stream coins) const {
  std::vector<StagePlan> stages(problem_.horizon);
  std::vector<Vector> values(problem_.horizon);
  Vector next = Vector::Zero(problem_.point_count());
  for (int h = problem_.horizon - 1; h >= 0; --h) {
    obey_stop();
    stages[h] = stage_plan(h, history, next, &coins);
    stages[h].optimistic.outer_radius = hope * options_.bonus;
    values[h] = evaluated(h, stages[h]);
    next = ConstMatrixView(values[h].data(), problem_.point_count(), problem_.actions).rowwise().maxCoeff();
  }
  return {PolicyTable(problem_, values), values, std::move(stages)};
}

double PosteriorPlanner::value(const BlockHistory& history, const PolicyTable& policy) const {
  Vector next = Vector::Zero(problem_.point_count());
  for (int h = problem_.horizon - 1; h >= 0; --h) {
    obey_stop();
    const Vector values = evaluated(h, stage_plan(h, history, next, nullptr));
    for (Index s = 0; s < next.size(); ++s) {
      next[s] = 0;
      policy.each(h, s, [&](int a, double chance) { next[s] += chance * values[s * problem_.actions + a]; });
    }
  }
  return history.model().start.dot(next);
}

// Where nothing is drawn, the mean. The covariance is 0 in the coordinate of `ended`, where nothing is drawn either.
Vector PosteriorPlanner::drawn(const Posterior& posterior, Stream* coins) const {
  if (options_.draw == 0 || !coins) return posterior.mean;
  const Index learned = mapped_.learned();
  Vector z(learned);
  for (double& coordinate : z) coordinate = options_.draw * coins->normal();
  const Matrix covariance = posterior.covariance.topLeftCorner(learned, learned);
  const Vector moved = covariance.llt().matrixL() * z;
  Vector result = posterior.mean;
  result.head(learned) += moved;
  return result;
}

// What is known of `ended` is known without rounding.
Vector PosteriorPlanner::evaluated(int h, const StagePlan& stage) const {
  const Matrix& rows = problem_.points;
  Vector values(rows.rows());
  stage.evaluate({rows.data(), rows.rows(), rows.cols()}, values.data(), nullptr);
  if (problem_.ended >= 0)
    values.segment(problem_.ended * problem_.actions, problem_.actions).setConstant(problem_.ended_value(h));
  return values;
}

// `next`: values of the states of the next stage. Without coins nothing is drawn.
StagePlan PosteriorPlanner::stage_plan(int h, const BlockHistory& history, const Vector& next, Stream* coins) const {
  const Index d = problem_.dimension, learned = mapped_.learned();
  Matrix covariance = kLeast * Matrix::Identity(d, d);
  StagePlan stage;
  if (problem_.rewards_known()) {
    stage.reward = problem_.known_rewards.row(h);
  } else {
    stage.reward_centre = 0.5, stage.reward_low = 0, stage.reward_high = 1;
    stage.reward = Vector::Constant(d, problem_.ended_reward - stage.reward_centre);  // In the coordinate of `ended`.
    stage.reward.head(learned) = drawn(rewards_[h], coins);
    covariance.topLeftCorner(learned, learned) += rewards_[h].covariance;
  }
  StagePlan::Side& up = stage.optimistic;
  up.low = next.minCoeff(), up.high = next.maxCoeff(), up.centre = mean_of_others(problem_, next);
  up.q_low = 0, up.q_high = problem_.horizon - h;
  up.weights = Vector::Zero(d);
  stage.span = up.high - up.low;
  if (h + 1 < problem_.horizon) {
    const LearnedModel& model = history.model();
    const Vector centred = next.array() - up.centre;
    // Squared: by how much those who stop get less, or more.
    const double less = problem_.ended >= 0 ? up.centre - problem_.ended_value(h + 1) : 0, lost = less * less;
    const double squared = std::max(centred.squaredNorm() - lost, kLeast);
    Posterior value{model.measures[h].transpose() * centred, squared * model.covariances[h]};
    if (problem_.ended >= 0) value.covariance += lost * model.stopping[h];
    up.weights = drawn(value, coins);
    covariance += value.covariance;
  }
  stage.set_gram(covariance.llt().solve(Matrix::Identity(d, d)));
  return stage;
}

}  // namespace tacit
