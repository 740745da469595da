// Plans from weights that are drawn as if from what is known of them (docs/algorithms.md, dp-block-posterior).
//
// Backward induction with rewards and measures as learned from sums whose noise is measurement error of known size
// (block_history.h), stages that learn from each other as far as they are alike (stage_pool.h), only what is possible
// (possible_weights.h), and optimism that is randomised. The weights of the next value V are the measures times V less
// its mean; each state has an error of covariance C of its own, so theirs is C_v = |V - mean V|^2 C. With C_r the
// covariance of the weights of the reward,
//   theta ~ N(mean, draw^2 C_r),   w ~ N(mean, draw^2 C_v),
//   Q = clip(1/2 + phi'theta, 0, 1) + clip(mean V + phi'w, min V, max V) + hope bonus (phi'(C_r + C_v)phi)^1/2.
// Before data, theta ~ N(0, C0) with C0 = spread^2/d (mean phi phi')^-1 + 1/4 c c': each expected reward has deviation
// `spread`, and all of them together another 1/2.
#pragma once

#include <span>
#include <vector>

#include "tacit/agents/block/block_history.h"
#include "tacit/agents/block/feature_map.h"
#include "tacit/agents/stage_plan.h"
#include "tacit/core/rng.h"

namespace tacit {

struct PosteriorOptions {
  double bonus = 0.5;             ///< In standard deviations of a prediction.
  double draw = 0.5;              ///< The same, of what is drawn.
  double spread = 0.45;           ///< The deviation of an expected reward before data.
  double reward_variance = 0.15;  ///< The variance of a reward given the features.
  bool pooled = true;             ///< Whether stages learn from each other.
};

class PosteriorPlanner {
 public:
  /// Keeps a reference.
  PosteriorPlanner(const MappedProblem& mapped, const PosteriorOptions& options);

  /// A plan with draws of its own. `hope`: what the bonus is multiplied by.
  void plan(const BlockHistory& history, double hope, Stream coins);
  /// To be called when the history has grown: what does not depend on draws is computed anew.
  void renew(const BlockHistory& history);

  const StagePlan& stage(int h) const { return stages_[h]; }
  /// Row p * actions + a.
  const Vector& action_values(int h) const { return values_[h]; }

 private:
  StagePlan planned(int h, const BlockHistory& history, const Vector& next, Stream& coins) const;
  Vector drawn(const Posterior& posterior, Stream& coins) const;

  const Problem& problem_;
  const Matrix& corners_;
  PosteriorOptions options_;
  Matrix root_;  ///< L with L L' = C0.
  std::vector<StagePlan> stages_;
  std::vector<Vector> values_;
  // Per stage, where rewards are learned.
  std::vector<Posterior> rewards_;
  std::vector<Footing> footings_;
  Vector squared_weights_;  ///< Expected |theta|^2.
};

}  // namespace tacit
