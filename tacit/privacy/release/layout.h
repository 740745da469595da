// Statistics as flat coordinates, with the noise each coordinate gets relative to the others.
//
// A vector is its entries, each with relative variance 1. A symmetric matrix is its upper triangle, row by row, with
// relative variance 1 off the diagonal and 2 on it: noise of scale s in this layout is the Gaussian orthogonal ensemble
// s (Z + Z')/sqrt2, invariant under rotations. A mechanism that adds N(0, s^2 r_i) to coordinate i is mu-GDP with
//   mu = |D|/s,  |D|^2 = sum_i D_i^2/r_i,
// which is the Euclidean norm for a vector and the Frobenius norm over sqrt2 for a symmetric matrix (each entry off the
// diagonal stands twice in the Frobenius norm and once here; an entry on it stands once, and halved). Several
// statistics that are released together are one layout after another.
#pragma once

#include <span>
#include <vector>

#include "tacit/core/linear_algebra.h"

namespace tacit {

class Layout {
 public:
  static Layout vector(Index n);
  static Layout symmetric(Index d);

  /// `next` after this one, its variances multiplied by `relative_variance`.
  Layout& append(const Layout& next, double relative_variance = 1);

  Index size() const { return static_cast<Index>(relative_variance_.size()); }
  std::span<const double> relative_variance() const { return relative_variance_; }

 private:
  std::vector<double> relative_variance_;
};

/// The coordinates of a symmetric matrix; the lower triangle is not read.
void pack_symmetric(const Matrix& matrix, std::span<double> coordinates);
/// The d x d symmetric matrix with these coordinates.
Matrix unpack_symmetric(std::span<const double> coordinates, Index d);

}  // namespace tacit
