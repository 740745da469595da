// One stage of one block, as a regression: y = G w + noise, G its Gram matrix and y a moment.
//
// Blocks that are mostly noise are given the little weight they deserve, one by one. Given G, the chance of outcomes
// has covariance v G and the noise of the release t^2 I, so a block says of w
//   precision = G (v G + t^2)^-1 G,   information = G (v G + t^2)^-1 y,   t^2 = noise of y + noise of G |w|^2,
// and what blocks say adds up. A direction in which a noisy block has less than one user tells nothing.
//
// With many coordinates (many_coordinates.h) no spectrum is computed. G is then positive semi-definite, as all that are
// repaired and forecast are, and v G + t^2 = L L' gives precision = X'X with X = L^-1 G. What a direction with less
// than one user tells is then not left out; it is less than 1/t^2.
#pragma once

#include <vector>

#include "tacit/agents/block/stage_pool.h"
#include "tacit/core/linear_algebra.h"

namespace tacit {

struct StageBlock {
  // The spectrum of its Gram matrix, as far as known; with many coordinates the matrix itself in its place.
  Vector eigenvalues;
  Eigen::MatrixXd eigenvectors;
  Eigen::MatrixXd gram;
  Matrix successors;  ///< States x dimension; empty after the last stage.
  Vector reward;
  // Variances of the noise in an entry of each.
  double gram_noise = 0, successor_noise = 0, reward_noise = 0;
  double overlap = 1;  ///< How often a user counts, whose own randomness is then as often in the sums.

  /// `variance`: of the noise in an entry.
  void set_gram(const Matrix& gram, double variance);
};

/// Adds what a block tells; `variance`: v, `noise`: t^2, `moments`: a column y per target.
void add_evidence(const StageBlock& block, double variance, double noise, const Eigen::MatrixXd& moments,
                  LinearEvidence& sum);

/// Adds what a block tells of rewards less 1/2, as below.
void add_reward_evidence(const StageBlock& block, double variance, double squared_weights, LinearEvidence& sum);

/// The evidence of all these blocks on rewards less 1/2, whose variance given the features is v. `squared_weights`:
/// |w|^2, about.
LinearEvidence reward_evidence(const std::vector<StageBlock>& blocks, Index dimension, double variance,
                               double squared_weights);

}  // namespace tacit
