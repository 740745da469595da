// What each release added, stage by stage, with the noise that is in it for good.
//
// The billboard shows sums over all users so far. Where the release is by blocks, the difference of two of them is one
// block with noise of its own, which no later release changes: what was learned once is not unlearned. By fading
// blocks (privacy/fading.h) it is a sum in which earlier blocks count less, again with noise of its own. The moment of
// a block is y = G w + noise for its own Gram matrix G, so blocks that are mostly noise can be given the little weight
// they deserve, one by one (stage_evidence).
//
// Noise in G is worse than noise in y: it does not average out over blocks and stages, because G is on both sides of a
// regression. Three things keep it small, all of them public arithmetic: G is one that policies and numbers of users
// allow (gram_repair.h); the visits that the learned model forecasts (visit_forecast.h) give another G, and the two are
// combined by how far they are apart in units of the noise (James and Stein 1961),
//   G = forecast + k (repaired - forecast),   k = max(0, 1 - E|noise|^2 / |noisy - forecast|^2).
// A direction in which a noisy block has less than one user in the end tells nothing.
#pragma once

#include <vector>

#include "tacit/agents/feature_map.h"
#include "tacit/agents/stage_pool.h"
#include "tacit/agents/visit_forecast.h"
#include "tacit/core/linear_algebra.h"
#include "tacit/privacy/billboard.h"

namespace tacit {

/// One stage of one block.
struct StageBlock {
  Vector eigenvalues;  ///< Of its Gram matrix, as far as known.
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

  /// Takes in the newest release, of the users of these policies.
  void take(const Billboard& billboard, std::vector<Audience> audiences);

  const std::vector<StageBlock>& stage(int h) const { return blocks_[h]; }
  double fading() const { return fading_; }

 private:
  struct Measured {
    Matrix noisy, repaired;  ///< Gram matrices.
    double variance;         ///< Of the noise.
    double left;             ///< The same after repair.
  };
  struct Stage {
    Matrix gram, successors, gram_sum, successor_sum;  ///< Prefix, and newest block.
    Vector reward, reward_sum;
    Vector played;  ///< Of each row, by how many of the users of the block, at most.
    std::vector<Measured> measured;
  };
  void add_block(int h, const Billboard& billboard);
  Measured repaired(int h, const Matrix& noisy, double variance);
  LearnedModel model() const;
  void add_successors(const StageBlock& block, Evidence& sum) const;
  std::size_t first_unsettled() const;
  void settle();
  void forecast();

  const MappedProblem& mapped_;
  const Problem& problem_;
  double fading_, gain_, users_ = 0, seen_ = 0;
  bool pooled_;
  Matrix rooted_;      ///< Rows times the root of their weight 1/|phi|.
  Matrix prior_root_;  ///< L with L L' = prior covariance of a measure.
  std::vector<Stage> stages_;
  std::vector<std::vector<Audience>> audiences_;  ///< Per block.
  std::vector<std::vector<StageBlock>> blocks_;   ///< Per stage.
  std::vector<Evidence> settled_;                 ///< Per stage, of successors in blocks that no forecast changes.
  Vector starts_;                                 ///< Weighted sum of estimated start distributions.
};

/// What is regressed on the features.
struct BlockTarget {
  const Vector* values = nullptr;  ///< Of the next state; null: the reward less 1/2.
  double variance = 0;             ///< Of one target given the features, about.
  double squared_weights = 0;      ///< |w|^2, about: what noise on the Gram matrix is multiplied with.
};

/// For each block, with y ~ N(G w, v G + t^2 I) and t^2 = noise of y + noise of G |w|^2:
///   precision = sum G (v G + t^2)^-1 G,   information = sum G (v G + t^2)^-1 y.
/// A block whose moment is mostly noise weighs next to nothing.
Evidence stage_evidence(const std::vector<StageBlock>& blocks, Index dimension, const BlockTarget& target);

}  // namespace tacit
