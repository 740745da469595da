// Plans from weights that are drawn as if from what is known of them (docs/algorithms.md, dp-lsvi-posterior).
//
// Backward induction as in LSVI, with regressions that treat released noise as measurement error of known size
// (block_history.h), stages that learn from each other as far as they are alike (stage_pool.h), and optimism that is
// randomised: with C_r and C_v the posterior covariances of the weights of reward and next value,
//   theta ~ N(mean, draw^2 C_r),   w ~ N(mean, draw^2 C_v),
//   Q = clip(1/2 + phi'theta, 0, 1) + clip(mean V + phi'w, min V, max V) + bonus (phi'(C_r + C_v)phi)^1/2.
// Before data, w ~ N(0, range^2 C0) with C0 = spread^2/d (mean phi phi')^-1 + 1/4 c c': each prediction has deviation
// `spread` in ranges of its target, and all of them together another 1/2.
#pragma once

#include <span>
#include <vector>

#include "tacit/agents/block_history.h"
#include "tacit/agents/feature_map.h"
#include "tacit/agents/stage_plan.h"
#include "tacit/core/rng.h"

namespace tacit {

struct PosteriorOptions {
  double bonus = 0.5;             ///< In standard deviations of a prediction.
  double draw = 0.5;              ///< The same, of what is drawn.
  double spread = 0.3;            ///< Before data, in ranges of the target.
  double reward_variance = 0.15;  ///< Of a reward given the features.
  double value_variance = 0.1;    ///< Of the next value, in squares of its range.
  bool pooled = true;             ///< Whether stages learn from each other.
};

class PosteriorPlanner {
 public:
  /// Keeps a reference.
  PosteriorPlanner(const MappedProblem& mapped, const PosteriorOptions& options);

  /// A plan with draws of its own.
  void plan(const BlockHistory& history, Stream coins);
  /// To be called when the history has grown: what does not depend on draws is computed anew.
  void renew(const BlockHistory& history);

  const StagePlan& stage(int h) const { return stages_[h]; }
  /// Row p * actions + a.
  const Vector& action_values(int h) const { return values_[h]; }

 private:
  struct Pooled {
    StagePool stages;
    Matrix root;  ///< Of the prior in units of the target.
    Posterior posterior(int h) const;
  };
  Pooled pool(const BlockHistory& history, const Vector* values, double range) const;
  StagePlan planned(int h, const BlockHistory& history, const Vector& next, Stream& coins);
  Vector drawn(const Posterior& posterior, Stream& coins) const;

  const Problem& problem_;
  PosteriorOptions options_;
  Matrix root_;  ///< L with L L' = C0.
  std::vector<StagePlan> stages_;
  std::vector<Vector> values_;
  std::vector<Posterior> rewards_;                         ///< Per stage, where they are learned.
  Vector squared_reward_weights_, squared_value_weights_;  ///< Per stage, of the last fit; |w|^2 in squared ranges.
};

}  // namespace tacit
