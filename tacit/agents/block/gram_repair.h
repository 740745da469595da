// A noisy Gram matrix, projected on what it can be.
//
// The Gram matrix of n users is sum_g m_g w_g phi_g phi_g' over the public rows g that the policies of those users can
// play, with counts m >= 0 that add up to n; rows, weights, policies and n are public. The nearest such matrix is never
// farther from the truth than the noisy one (the set is convex), mostly much nearer, and has no negative eigenvalue.
// Post-processing.
#pragma once

#include "tacit/core/linear_algebra.h"

namespace tacit {

/// Rows that can be played, and what a repair finds out about them: policies change little from block to block, and the
/// same rows need not be looked at twice.
struct PlayableRows {
  Matrix rows;           ///< Each times w^(1/2).
  double curvature = 0;  ///< Of their products; 0: not known yet.
};

/// `accuracy`: in the length of the result; more is not needed.
Matrix repaired_gram(const Matrix& noisy, PlayableRows& playable, double users, double accuracy);

}  // namespace tacit
