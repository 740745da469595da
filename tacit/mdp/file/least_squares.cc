#include "tacit/mdp/file/least_squares.h"

#include <algorithm>
#include <cmath>

namespace tacit {

// The orthogonal decomposition keeps its accuracy where features depend on each other, which the normal equations lose.
LeastSquares::LeastSquares(const Matrix* features) {
  if (features != nullptr) inverse_ = features->completeOrthogonalDecomposition().pseudoInverse();
}

Matrix LeastSquares::solve(const Matrix& rows) const { return inverse_ * rows; }

Residual worst_row(const Matrix& features, const Matrix& solution, const Matrix& rows) {
  constexpr Index kRows = 256;  // A block at a time: the product is as large as all transitions of a stage.
  Residual worst;
  for (Index first = 0; first < rows.rows(); first += kRows) {
    const Index n = std::min(kRows, rows.rows() - first);
    const Matrix error = features.middleRows(first, n) * solution - rows.middleRows(first, n);
    for (Index i = 0; i < n; ++i) {
      const double size = std::max(error.row(i).cwiseAbs().maxCoeff(), std::abs(error.row(i).sum()));
      if (!(size <= worst.size)) worst = {first + i, size};
    }
  }
  return worst;
}

}  // namespace tacit
