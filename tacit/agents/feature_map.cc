#include "tacit/agents/feature_map.h"

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"

namespace tacit {
namespace {

constexpr double kNull = 1e-10;   // Of the largest eigenvalue: less is no direction.
constexpr double kExcess = 1.02;  // Of d: how far from optimal a design may be.
constexpr int kMostUpdates = 300;

// A square root of the inverse of a positive definite matrix.
Matrix inverse_root(const Matrix& matrix) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(matrix);
  return spectrum.operatorInverseSqrt();
}

// sum p x x' of the design that makes the largest x' (sum p x x')^-1 x smallest.
Matrix optimal_design(const Matrix& rows) {
  const auto n = rows.rows();
  const auto d = static_cast<double>(rows.cols());
  Vector shares = Vector::Constant(n, 1.0 / static_cast<double>(n));
  Matrix sum;
  for (int update = 0; update < kMostUpdates; ++update) {
    sum = rows.transpose() * shares.asDiagonal() * rows;
    const Vector leverage = (rows * inverse_root(sum)).rowwise().squaredNorm();
    if (leverage.maxCoeff() <= kExcess * d) break;
    shares.array() *= leverage.array() / d;
  }
  return sum;
}

}  // namespace

MappedProblem mapped(const Problem& problem) {
  check(problem.finite, "a feature map is for finitely many rows");
  const Matrix& rows = problem.points;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(rows.transpose() * rows);
  const Vector& values = spectrum.eigenvalues();
  const Index d = rows.cols(), rank = (values.array() > kNull * values[d - 1]).count();
  const Matrix basis = spectrum.eigenvectors().rightCols(rank);
  const Matrix spanned = rows * basis;
  Matrix map = inverse_root(optimal_design(spanned));
  map /= (spanned * map).rowwise().norm().maxCoeff();

  MappedProblem result{problem, {}};
  result.problem.points = spanned * map;
  result.problem.dimension = static_cast<int>(rank);
  if (problem.rewards_known())  // phi'theta stays as it was.
    result.problem.known_rewards =
        map.ldlt().solve(Eigen::MatrixXd(basis.transpose() * problem.known_rewards.transpose())).transpose();
  const Matrix& now = result.problem.points;
  result.constant = (now.transpose() * now).ldlt().solve(now.transpose() * Vector::Ones(now.rows()));
  return result;
}

}  // namespace tacit
