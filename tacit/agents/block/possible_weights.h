// The likeliest weights among those that are possible.
//
// Weights are known with errors of known covariance, and what they predict is bounded: phi'theta is an expected reward,
// and the products of phi with the measures of a linear MDP are a distribution over states, for every row phi. Where
// noise is large most estimates are far outside, and the likeliest possible ones are much nearer to the truth: a
// distribution over many states is mostly zeros, and noise on a zero is half cut off, the rest is scaled down.
//   minimise tr (m - mean)' C^-1 (m - mean)  over m with E m in the set, row by row,
// E the corners among the rows (feature_map.h): about all others are mixtures of them. By the alternating direction
// method of multipliers (Boyd et al. 2011, section 5.2) with over-relaxation, its penalty the geometric mean of the
// eigenvalues of C^-1 relative to E'E. A few iterations do, since each time they start where they ended; with many
// coordinates (many_coordinates.h) as few as change anything that is not far below the error of what is known.
// Post-processing.
#pragma once

#include "tacit/agents/block/stage_pool.h"
#include "tacit/core/linear_algebra.h"

namespace tacit {

/// Where the iterations for one set of weights ended; empty before the first.
struct Footing {
  Eigen::MatrixXd inside;  ///< Per corner a column: what is predicted there.
  Eigen::MatrixXd pull;    ///< What holds it there: the multipliers.
};

/// `known`: a column per state. Returns such columns; for every corner they predict numbers that are not negative and
/// add up to its `totals`, very nearly: a distribution where that is 1.
Eigen::MatrixXd possible_measures(const Posterior& known, const Matrix& corners, const Vector& totals,
                                  Footing& footing);
/// The same where all totals are 1.
Eigen::MatrixXd possible_measures(const Posterior& known, const Matrix& corners, Footing& footing);

/// `known`: of the reward less 1/2. It is then from -1/2 to 1/2 at every corner, very nearly.
Eigen::MatrixXd possible_rewards(const Posterior& known, const Matrix& corners, Footing& footing);

}  // namespace tacit
