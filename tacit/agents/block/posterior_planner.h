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
//
// What Problem::ended is worth is known, V_e: its reward is known and so is where it leads, so both covariances are 0
// in its coordinate, nothing is drawn there, and theta and w are what makes Q that. As the next state of others it is
// apart: with m_e its measure (model_learner.h), of covariance C_e, and mean V that of the other states,
//   w = sum_s measure_s (V_s - mean V) + m_e (V_e - mean V),   C_v = sum_s (V_s - mean V)^2 C + (V_e - mean V)^2 C_e.
#pragma once

#include <vector>

#include "tacit/agents/block/block_history.h"
#include "tacit/agents/block/block_plan.h"
#include "tacit/agents/block/feature_map.h"
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
  /// Keeps a reference. `threads`: that share the work; no result depends on how many.
  PosteriorPlanner(const MappedProblem& mapped, const PosteriorOptions& options, int threads = 1);

  /// To be called when the history has grown: what does not depend on draws is computed anew.
  void renew(const BlockHistory& history);

  /// A plan with draws of its own. `hope`: what the bonus is multiplied by. May be called by several threads at once.
  BlockPlan planned(const BlockHistory& history, double hope, Stream coins) const;
  /// The value of a policy, as far as is known: nothing is drawn and nothing is hoped for.
  double value(const BlockHistory& history, const PolicyTable& policy) const;

 private:
  LinearEvidence reward_evidence_of(int h, const BlockHistory& history);
  StagePlan stage_plan(int h, const BlockHistory& history, const Vector& next, Stream* coins) const;
  Vector drawn(const Posterior& posterior, Stream* coins) const;
  Vector evaluated(int h, const StagePlan& stage) const;

  const MappedProblem& mapped_;
  const Problem& problem_;
  PosteriorOptions options_;
  int threads_;
  Matrix root_;  ///< L with L L' = C0.
  // Per stage, where rewards are learned, in the coordinates that are learned.
  std::vector<Posterior> rewards_;
  std::vector<Footing> footings_;
  Vector squared_weights_;  ///< Expected |theta|^2.
  // With many coordinates: what blocks that never change again tell is summed up once.
  std::vector<LinearEvidence> settled_;
  std::vector<std::size_t> settled_blocks_;
};

}  // namespace tacit
