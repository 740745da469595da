// What each release added, stage by stage, with the noise that is in it for good.
//
// The billboard shows sums over all users so far. Where the release is by blocks, the difference of two of them is one
// block with noise of its own, which no later release changes: what was learned once is not unlearned. By fading
// blocks (privacy/release/fading.h) it is a sum in which earlier blocks count less, again with noise of its own. The
// moment of a block is y = G w + noise for its own Gram matrix G, so blocks that are mostly noise can be given the
// little weight they deserve, one by one (reward_evidence).
//
// Noise in G is worse than noise in y: it does not average out over blocks and stages, because G is on both sides of a
// regression. Three things keep it small, all of them public arithmetic: G is one that policies and numbers of users
// allow (gram_repair.h); the visits that the learned model forecasts (visit_forecast.h) give another G, and the two are
// combined by how far they are apart in units of the noise (James and Stein 1961),
//   G = forecast + k (repaired - forecast),   k = max(0, 1 - E|noise|^2 / |noisy - forecast|^2).
// What is forecast depends on the model and the model on what was forecast: where too many visits are expected what was
// seen looks rare, so that next time too few are. Half of each forecast is therefore the one before, and a release has
// two rounds. Where users begin is learned from all blocks at once (start_distribution.h). A direction in which a noisy
// block has less than one user in the end tells nothing.
//
// From the successors of all blocks follows a model: the measures of each stage, stages pooled as far as they are
// alike (stage_pool.h), the likeliest among those that are possible (possible_weights.h). It is what plans are made
// from and what forecasts visits. Before data each measure is uniform, with a deviation of S^-1/2 in what it predicts
// for one of S states: that of a prediction that is certain of one of them.
#pragma once

#include <vector>

#include "tacit/agents/block/feature_map.h"
#include "tacit/agents/block/possible_weights.h"
#include "tacit/agents/block/stage_pool.h"
#include "tacit/agents/block/start_distribution.h"
#include "tacit/agents/block/visit_forecast.h"
#include "tacit/core/linear_algebra.h"
#include "tacit/privacy/billboard.h"

namespace tacit {

/// One stage of one block.
struct StageBlock {
  Vector eigenvalues;  ///< The spectrum of its Gram matrix, as far as known.
  Eigen::MatrixXd eigenvectors;
  Matrix successors;  ///< States x dimension; empty after the last stage.
  Vector reward;
  // Variances of the noise in an entry of each.
  double gram_noise = 0, successor_noise = 0, reward_noise = 0;
  double overlap = 1;  ///< How often a user counts, whose own randomness is then as often in the sums.

  /// `variance`: of the noise in an entry.
  void set_gram(const Matrix& gram, double variance);
};

class BlockHistory {
 public:
  /// `fading`: of the release, 0: by blocks. `pooled`: stages may be alike. Keeps a reference.
  BlockHistory(const MappedProblem& mapped, double fading, bool pooled);
  BlockHistory(const BlockHistory&) = delete;
  BlockHistory& operator=(const BlockHistory&) = delete;

  /// Takes in the newest release, of the users of these policies.
  void take(const Billboard& billboard, std::vector<Audience> audiences);

  const std::vector<StageBlock>& stage(int h) const { return blocks_[h]; }
  /// As learned so far.
  const LearnedModel& model() const { return model_; }
  double fading() const { return fading_; }

 private:
  struct Measured {
    Matrix noisy, repaired;  ///< Gram matrices.
    double variance;         ///< The variance of the noise.
    double left;             ///< The same after repair.
    Matrix forecast = {};    ///< The last one.
  };
  struct Stage {
    Matrix gram, successors, gram_sum, successor_sum;  ///< Prefix, and newest block.
    Vector reward, reward_sum;
    Vector played;  ///< How many users of the block can have played each row.
    std::vector<Measured> measured;
  };
  void add_block(int h, const Billboard& billboard);
  Measured repaired(int h, const Matrix& noisy, double variance) const;
  void learn();
  void add_successors(int h, const StageBlock& block, LinearEvidence& sum) const;
  void settle(std::size_t kept);
  void forecast();

  const MappedProblem& mapped_;
  const Problem& problem_;
  double fading_, gain_, users_ = 0, seen_ = 0;
  bool pooled_;
  Matrix rooted_;      ///< Rows times the root of their weight 1/|phi|.
  Matrix prior_root_;  ///< L with L L' = prior covariance of a measure.
  StartDistribution start_;
  std::vector<Stage> stages_;
  std::vector<std::vector<Audience>> audiences_;  ///< Per block.
  std::vector<std::vector<StageBlock>> blocks_;   ///< Per stage.
  std::vector<LinearEvidence> settled_;           ///< Per stage, of successors in blocks that no forecast changes.
  std::size_t settled_blocks_ = 0;
  LearnedModel model_;
  std::vector<Footing> footings_;  ///< Per stage.
  Vector squared_measures_;        ///< Per stage, of the measure of a state less that of uniform chance, expected.
};

/// The evidence on rewards less 1/2, whose variance given the features is v. For each block, with y ~ N(G w, v G + t^2
/// I) and t^2 = noise of y + noise of G |w|^2:
///   precision = sum G (v G + t^2)^-1 G,   information = sum G (v G + t^2)^-1 y.
/// A block whose moment is mostly noise weighs next to nothing. `squared_weights`: |w|^2, about.
LinearEvidence reward_evidence(const std::vector<StageBlock>& blocks, Index dimension, double variance,
                               double squared_weights);

}  // namespace tacit
