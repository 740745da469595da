// What features explain: the measures, or reward weights, of least squares and of least length, and how far off they
// are.
#pragma once

#include "tacit/core/linear_algebra.h"

namespace tacit {

class LeastSquares {
 public:
  /// None: nothing will be asked of it. One decomposition of `features` serves all stages.
  explicit LeastSquares(const Matrix* features);
  /// X with features * X as near to `rows` as can be; the shortest of them.
  Matrix solve(const Matrix& rows) const;

 private:
  Matrix inverse_;  ///< dimension x rows
};

/// The row that is explained worst: by its largest error or by that of its sum, whichever is larger.
struct Residual {
  Index row = 0;
  double size = 0;
};
Residual worst_row(const Matrix& features, const Matrix& solution, const Matrix& rows);

}  // namespace tacit
