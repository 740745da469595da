// What each release added, stage by stage, with the noise that is in it for good, and the model that follows.
//
// Three steps, each a class: from prefixes to blocks (released_blocks.h), from noisy Gram matrices to likely ones
// (gram_estimate.h), from successors to measures (model_learner.h). Gram matrices need the model for a forecast and the
// model needs Gram matrices, so a release has two rounds of both.
#pragma once

#include <vector>

#include "tacit/agents/block/feature_map.h"
#include "tacit/agents/block/gram_estimate.h"
#include "tacit/agents/block/model_learner.h"
#include "tacit/agents/block/released_blocks.h"
#include "tacit/agents/block/stage_block.h"
#include "tacit/privacy/billboard.h"

namespace tacit {

class BlockHistory {
 public:
  /// `fading`: of the release, 0: by blocks. `pooled`: stages may be alike. Keeps a reference. `threads`: that share
  /// the work; no result depends on how many.
  BlockHistory(const MappedProblem& mapped, double fading, bool pooled, int threads = 1);
  BlockHistory(const BlockHistory&) = delete;
  BlockHistory& operator=(const BlockHistory&) = delete;

  /// Takes in the newest release, of the users of these policies.
  void take(const Billboard& billboard, std::vector<Audience> audiences);

  /// In the coordinates that are learned (feature_map.h).
  const std::vector<StageBlock>& stage(int h) const { return blocks_[h]; }
  /// How many blocks, the oldest, will never change again.
  std::size_t settled() const { return learner_.settled(); }
  /// As learned so far.
  const LearnedModel& model() const { return learner_.model(); }
  double fading() const { return released_.fading(); }

 private:
  StageBlock newest_block(int h) const;
  void renew_grams();
  void learn() { learner_.learn(blocks_, grams_.start()); }

  const MappedProblem& mapped_;
  int threads_;
  ReleasedBlocks released_;
  GramEstimate grams_;
  ModelLearner learner_;
  ModelLearner::Blocks blocks_;
};

}  // namespace tacit
