// The linear-algebra vocabulary of the library: Eigen with rows stored one after another, so that a row of a feature
// matrix is a contiguous block.
#pragma once

#include <Eigen/Dense>
#include <cstdint>

namespace tacit {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;
using Index = Eigen::Index;

using ConstRow = Eigen::Map<const Eigen::RowVectorXd>;
using ConstVectorView = Eigen::Map<const Vector>;
using ConstMatrixView = Eigen::Map<const Matrix>;
using MatrixView = Eigen::Map<Matrix>;

}  // namespace tacit
