#include "tacit/agents/block/feature_map.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "tacit/agents/block/many_coordinates.h"
#include "tacit/core/error.h"
#include "tacit/core/stop.h"

namespace tacit {
namespace {

constexpr double kNull = 1e-10;   // What is less than this part of the largest eigenvalue is no direction.
constexpr double kExcess = 1.02;  // A design may be this many times d, which is optimal.
constexpr int kMostUpdates = 300;
constexpr double kLeastShare = 0.01;  // What is less than this part of the largest share is on its way to 0.

// A square root of the inverse of a positive definite matrix.
Matrix inverse_root(const Matrix& matrix) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(matrix);
  return spectrum.operatorInverseSqrt();
}

// x' sum^-1 x of every row x.
Vector leverages(const Matrix& rows, const Matrix& sum) {
  if (rows.cols() < kManyCoordinates) return (rows * inverse_root(sum)).rowwise().squaredNorm();
  const Eigen::LLT<Eigen::MatrixXd> cholesky(sum);
  return cholesky.matrixL().solve(Eigen::MatrixXd(rows.transpose())).colwise().squaredNorm();
}

// The shares p of the rows that make the largest x' (sum p x x')^-1 x smallest.
Vector optimal_design(const Matrix& rows) {
  const auto n = rows.rows();
  const auto d = static_cast<double>(rows.cols());
  Vector shares = Vector::Constant(n, 1.0 / static_cast<double>(n));
  for (int update = 0; update < kMostUpdates; ++update) {
    obey_stop();
    const Matrix sum = rows.transpose() * shares.asDiagonal() * rows;
    const Vector leverage = leverages(rows, sum);
    if (leverage.maxCoeff() <= kExcess * d) break;
    shares.array() *= leverage.array() / d;
  }
  return shares;
}

// Those with the largest shares.
std::vector<Index> corners(const Vector& shares, Index most) {
  std::vector<Index> result;
  for (Index row = 0; row < shares.size(); ++row)
    if (shares[row] > kLeastShare * shares.maxCoeff()) result.push_back(row);
  std::stable_sort(result.begin(), result.end(), [&](Index a, Index b) { return shares[a] > shares[b]; });
  result.resize(std::min(result.size(), static_cast<std::size_t>(most)));
  return result;
}

// Where nothing is known of any row.
MappedProblem mapped_rows(const Problem& problem) {
  const Matrix& rows = problem.points;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(rows.transpose() * rows);
  const Vector& values = spectrum.eigenvalues();
  const Index d = rows.cols(), rank = (values.array() > kNull * values[d - 1]).count();
  const Matrix basis = spectrum.eigenvectors().rightCols(rank);
  const Matrix spanned = rows * basis;
  const Vector shares = optimal_design(spanned);
  Matrix map = inverse_root(spanned.transpose() * shares.asDiagonal() * spanned);
  map /= (spanned * map).rowwise().norm().maxCoeff();

  MappedProblem result{problem, {}, {}, {}};
  result.problem.points = spanned * map;
  result.problem.dimension = static_cast<int>(rank);
  if (problem.rewards_known())  // phi'theta stays as it was.
    result.problem.known_rewards =
        map.ldlt().solve(Eigen::MatrixXd(basis.transpose() * problem.known_rewards.transpose())).transpose();
  const Matrix& now = result.problem.points;
  result.constant = (now.transpose() * now).ldlt().solve(now.transpose() * Vector::Ones(now.rows()));
  result.corners = now(corners(shares, 4 * rank), Eigen::all);
  result.prior = now.transpose() * now / static_cast<double>(now.rows());
  return result;
}

// The problem of those who have not stopped.
Problem without_ended(const Problem& problem) {
  const Index from = problem.ended * problem.actions, after = problem.points.rows() - from - problem.actions;
  Problem others = problem;
  others.ended = -1;
  others.points.resize(from + after, problem.dimension);
  others.points << problem.points.topRows(from), problem.points.bottomRows(after);
  return others;
}

}  // namespace

MappedProblem mapped(const Problem& problem) {
  check(problem.finite, "a feature map is for finitely many rows");
  if (problem.ended < 0) return mapped_rows(problem);
  MappedProblem result = mapped_rows(without_ended(problem));
  const Index from = problem.ended * problem.actions, after = problem.points.rows() - from - problem.actions;
  const Index learned = result.learned();
  Matrix points = Matrix::Zero(problem.points.rows(), learned + 1);
  points.topLeftCorner(from, learned) = result.problem.points.topRows(from);
  points.bottomLeftCorner(after, learned) = result.problem.points.bottomRows(after);
  points.block(from, learned, problem.actions, 1).setOnes();
  result.problem.points = std::move(points);
  result.problem.dimension = static_cast<int>(learned) + 1;
  result.problem.ended = problem.ended;
  if (!problem.rewards_known()) return result;
  result.problem.known_rewards.conservativeResize(Eigen::NoChange, learned + 1);
  result.problem.known_rewards.col(learned).setConstant(problem.ended_reward);
  return result;
}

}  // namespace tacit
