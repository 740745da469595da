// The Gram matrices of all blocks, as near to the truth as public arithmetic brings them.
//
// Noise in a Gram matrix G is worse than noise in a moment: it does not average out over blocks and stages, because G
// is on both sides of a regression. Two things keep it small: G is one that policies and numbers of users allow
// (gram_repair.h); and the visits that the learned model forecasts (visit_forecast.h) give another G. The two are
// combined by how far they are apart in units of the noise (James and Stein 1961),
//   G = forecast + k (repaired - forecast),   k = max(0, 1 - E|noise|^2 / |noisy - forecast|^2).
// What is forecast depends on the model and the model on what was forecast: where too many visits are expected what was
// seen looks rare, so that next time too few are. Half of each forecast is therefore the one before. Where users begin
// is learned from all blocks at once (start_distribution.h).
//
// Those who stopped. A user contributes to every stage, after an early end the row of Problem::ended: else the counts
// that a repair looks for would not add up to all users, nor would the users of a forecast. That row has a coordinate
// of its own, so G is two blocks: the number of those who stopped, and the matrix of all others. What the released
// matrix has between the two is noise and is dropped; the number takes part in the repair, where it says how many are
// left to the other rows; and only the matrix of the others is estimated, since nothing is learned about `ended`.
#pragma once

#include <memory>
#include <vector>

#include "tacit/agents/block/feature_map.h"
#include "tacit/agents/block/gram_repair.h"
#include "tacit/agents/block/released_blocks.h"
#include "tacit/agents/block/start_distribution.h"
#include "tacit/agents/block/visit_forecast.h"
#include "tacit/core/linear_algebra.h"

namespace tacit {

class GramEstimate {
 public:
  /// Keeps references. `threads`: that share the work; no result depends on how many.
  GramEstimate(const MappedProblem& mapped, const ReleasedBlocks& released, int threads);

  /// Takes in the newest of the released blocks, whose users followed these policies.
  void take(std::vector<Audience> audiences);
  /// Forecasts visits anew, for the estimates of the blocks from `first` on. Those before it are forgotten.
  void forecast(const LearnedModel& model, std::size_t first);

  struct Estimate {
    Matrix gram;   ///< In the coordinates that are learned (feature_map.h).
    double noise;  ///< The variance of what is left of it in an entry.
  };
  Estimate estimate(int h, std::size_t block) const;
  const Vector& start() const { return start_.estimate(); }
  std::size_t blocks() const { return audiences_.size(); }

 private:
  struct Measured {
    Matrix noisy, repaired;
    double variance;       ///< The variance of the noise.
    double left;           ///< The same after repair.
    Matrix forecast = {};  ///< The last one.
  };
  void play(const std::vector<Audience>& audiences);
  void find_playable_rows();
  Measured measured(int h);
  Matrix playable_rows(int h) const;
  void forecast_again(const Matrix& newest, Measured& measured) const;

  const MappedProblem& mapped_;
  const Problem& problem_;
  const ReleasedBlocks& released_;
  int threads_;
  Matrix rooted_;  ///< Rows times the root of their weight 1/|phi|, in the coordinates that are learned.
  double left_;    ///< The part of the noise that a repair leaves.
  StartDistribution start_;
  std::vector<Vector> played_;  ///< Per stage: how many users of the newest block can have played each row.
  std::vector<std::shared_ptr<const PlayableRows>> playable_;  ///< Per stage, often the same; none: not repaired.
  std::vector<Vector> counts_;                                 ///< Per stage: where the last repair ended.
  std::vector<std::vector<Audience>> audiences_;               ///< Per block.
  std::vector<std::vector<Measured>> measured_;                ///< Per stage and block.
};

}  // namespace tacit
