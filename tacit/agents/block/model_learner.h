// From the successors of all blocks to a model: the measures of each stage.
//
// Each state is a target: whether it comes next, less 1/S. What all blocks tell of it (stage_block.h) is pooled over
// stages as far as they are alike (stage_pool.h), and the model is the likeliest among those that are possible
// (possible_weights.h). It is what plans are made from and what forecasts visits. Before data each measure is uniform,
// with a deviation of S^-1/2 in what it predicts for one of S states: that of a prediction that is certain of one of
// them.
//
// Whoever stopped stays there: the measure in the coordinate of Problem::ended is a unit vector, exactly, without
// error. Whether others stop is one question, where they go if not is another. Were `ended` a state as any other, an
// error in how likely it is would count with all that those who go on still get, more than all other errors together.
// So its measure m_e is learned first, before data N(0, a^2 c c' + t^2 (d mean phi phi')^-1): users stop alike whatever
// they do, with deviation a, up to deviations t, where t is the likeliest of a few (empirical Bayes). The targets of
// the S other states are then less 1/S of what is left, (c - m_e)/S, and add up to that.
#pragma once

#include <vector>

#include "tacit/agents/block/feature_map.h"
#include "tacit/agents/block/possible_weights.h"
#include "tacit/agents/block/stage_block.h"
#include "tacit/agents/block/visit_forecast.h"
#include "tacit/core/linear_algebra.h"

namespace tacit {

class ModelLearner {
 public:
  using Blocks = std::vector<std::vector<StageBlock>>;  ///< Per stage, oldest first.

  /// `pooled`: stages may be alike. Keeps a reference. `threads`: that share the work; no result depends on how many.
  ModelLearner(const MappedProblem& mapped, bool pooled, int threads);

  /// From now on the blocks before `until` stay as they are: what they tell is summed up for good.
  void settle(const Blocks& blocks, std::size_t until);
  /// Learns from all blocks, as they are now.
  void learn(const Blocks& blocks, const Vector& start);

  std::size_t settled() const { return settled_blocks_; }
  const LearnedModel& model() const { return model_; }

 private:
  void add_successors(int h, const StageBlock& block, LinearEvidence& sum) const;
  /// Of all stages, how likely users are to stop; empty where they never do.
  std::vector<Posterior> stopping(std::vector<LinearEvidence>& evidence) const;
  void set_measures(int h, Posterior known, const Posterior* stops);

  const MappedProblem& mapped_;
  const Problem& problem_;
  bool pooled_;
  int threads_;
  Matrix prior_root_;                    ///< L with L L' = prior covariance of a measure.
  std::vector<Matrix> stop_roots_;       ///< The same of the measure of `ended`, for every t.
  std::vector<LinearEvidence> settled_;  ///< Per stage but the last.
  std::size_t settled_blocks_ = 0;
  LearnedModel model_;
  std::vector<Footing> footings_, stop_footings_;  ///< Per stage but the last.
  Vector squared_measures_;  ///< Per stage, of the measure of a state less that of uniform chance, expected.
};

}  // namespace tacit
