// Least squares over counts: numbers that are not negative and have a known sum.
#pragma once

#include "tacit/core/linear_algebra.h"

namespace tacit {

/// The nearest vector with entries >= 0 that add up to `total`.
void project_on_simplex(Eigen::Ref<Vector> x, double total);

/// The x >= 0 with the sum of `from` that minimises |design'x - wanted|^2 + ridge |x - mean x|^2, by
/// accelerated projected gradients (Beck and Teboulle 2009) that begin at `from`. It ends when design'x moves
/// by less than `accuracy` in a step. The rows of `design` have no negative products with each other, as Gram matrices
/// have none.
Vector simplex_fit(const Eigen::MatrixXd& design, const Vector& wanted, double ridge, double accuracy, Vector from);
/// The same for one who has the curvature of the design from before.
Vector simplex_fit(const Eigen::MatrixXd& design, double curvature, const Vector& wanted, double ridge, double accuracy,
                   Vector from);

/// The same fit from `kernel` = design design' and `pull` = design wanted, for designs with more columns than rows. A
/// step looks only at those columns of the kernel that have a count; momentum that has gone too far is given up
/// (O'Donoghue and Candes 2015).
Vector kernel_fit(const Eigen::MatrixXd& kernel, double curvature, const Vector& pull, double ridge, double accuracy,
                  Vector from);

/// At least the largest eigenvalue of design design', nearly: it takes as long as a dozen steps of a fit.
double curvature_of(const Eigen::MatrixXd& design);
double curvature_of_kernel(const Eigen::MatrixXd& kernel);

/// A symmetric matrix as a vector whose inner products are those of matrices: the upper triangle, what stands twice
/// times sqrt(2).
Vector flattened(const Matrix& matrix);
Matrix unflattened(const Vector& flat, Index dimension);

/// Adds root' root to a symmetric matrix.
template <typename Root>
void add_square(const Root& root, Matrix& sum) {
  sum.selfadjointView<Eigen::Lower>().rankUpdate(root.transpose());
  sum.triangularView<Eigen::StrictlyUpper>() = sum.transpose();
}

/// Adds the sum of weight row row' to a symmetric matrix; weights are not negative, and rows without weight cost
/// nothing.
void add_weighted_squares(const Matrix& rows, const Vector& weights, Matrix& sum);

}  // namespace tacit
