// A noisy Gram matrix, projected on what it can be.
//
// The Gram matrix of n users is sum_g m_g w_g phi_g phi_g' over the public rows g that the policies of those users can
// play, with counts m >= 0 that add up to n; rows, weights, policies and n are public. The nearest such matrix is never
// farther from the truth than the noisy one (the set is convex), mostly much nearer, and has no negative eigenvalue.
// Post-processing.
//
// Two ways to the same counts. Where there are more rows than entries of a matrix, the products phi_g phi_g' are the
// design of a regression. Else their inner products do, which are the squares (w_g^(1/2) w_i^(1/2) phi_g'phi_i)^2 of
// those of rows: a step of the fit then costs a product with a matrix of rows x rows, whatever the dimension.
#pragma once

#include "tacit/core/linear_algebra.h"

namespace tacit {

/// Rows that can be played, and what every repair wants to know about them: policies change little from block to block,
/// and the same rows need not be looked at twice.
struct PlayableRows {
  /// Each row times w^(1/2).
  explicit PlayableRows(Matrix rows);

  Matrix rows;
  Eigen::MatrixXd kernel;  ///< Inner products of their products, where the fit is by these; else empty.
  double curvature;        ///< Of their products.
};

/// How many numbers a step of the fit multiplies.
double repair_work(double rows, double dimension);

/// `accuracy`: in the length of the result; more is not needed. `counts`: where the fit begins, scaled to `users`;
/// none: evenly. Where the fit is by inner products it leaves there where it ended, for the next block, which is like
/// this one.
Matrix repaired_gram(const Matrix& noisy, const PlayableRows& playable, double users, double accuracy, Vector& counts);

}  // namespace tacit
