#include "tacit/agents/block/state_cover.h"

#include <algorithm>

#include "tacit/agents/farthest_points.h"
#include "tacit/core/error.h"

namespace tacit {
namespace {

constexpr double kNull = 1e-10;  // What is less than this part of the largest eigenvalue is no direction.
constexpr double kLeast = 0.01;  // No direction is less likely than this part of the likeliest.

// In the units of MappedProblem::prior.
Matrix smooth_prior(const Matrix& rows) {
  const Matrix mean_square = rows.transpose() * rows / static_cast<double>(rows.rows());
  const Vector scale = mean_square.diagonal().array().rsqrt();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> shared(scale.asDiagonal() * mean_square * scale.asDiagonal());
  Eigen::ArrayXd likely = shared.eigenvalues().array().max(0.0).pow(4);
  likely = likely.max(kLeast * likely.maxCoeff());
  const Eigen::MatrixXd& directions = shared.eigenvectors();
  const Matrix covariance = directions * likely.matrix().asDiagonal() * directions.transpose();
  const double variance = mean_square.cwiseProduct(covariance).sum() / static_cast<double>(rows.cols());
  return variance * (directions * likely.inverse().matrix().asDiagonal() * directions.transpose());
}

Matrix spread_rows(const ConstMatrixView& rows, Index count) { return rows(farthest_points(rows, count), Eigen::all); }

}  // namespace

StateCover::StateCover(const Problem& problem)
    : problem_(problem),
      anchors_(spread_rows(feature_blocks(problem), 4 * static_cast<Index>(problem.dimension) + 1)),
      distances_(anchors_.rows(), anchors_.rows()) {
  check(problem.ended < 0, "a state of those who stopped is one of finitely many");
  for (Index i = 0; i < anchors_.rows(); ++i)
    distances_.row(i) = (anchors_.rowwise() - anchors_.row(i)).rowwise().squaredNorm();
}

MappedProblem StateCover::surrogate() const {
  const Index d = problem_.dimension;
  const ConstMatrixView rows(problem_.points.data(), problem_.points.rows(), d);
  MappedProblem result{problem_, {}, {}, {}};
  result.problem.points = ConstMatrixView(anchors_.data(), anchors_.rows() * problem_.actions, d);
  result.corners = spread_rows(rows, 2 * d);
  const Vector spanned =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(result.corners.transpose() * result.corners).eigenvalues();
  if (!(spanned[0] > kNull * spanned[d - 1]))
    throw Error("features", "do not span all directions on the public cover; leave out those that follow from others");
  result.constant = (rows.transpose() * rows).ldlt().solve(rows.colwise().sum().transpose());
  result.prior = smooth_prior(rows);
  return result;
}

// With D the squared distances of the state from anchors and K those between anchors, the mixture of i and j with the
// share s of j is s^2 K_ij - s (D_i + K_ij - D_j) + D_i away, squared.
void StateCover::mixture(const State& state, double* psi) const {
  const Index count = anchors_.rows();
  const ConstRow block(state.features, anchors_.cols());
  for (Index i = 0; i < count; ++i) psi[i] = (anchors_.row(i) - block).squaredNorm();  // D, for a moment.
  const Index nearest = std::min_element(psi, psi + count) - psi;
  Index other = nearest;
  double most = 0, share = 0;
  for (Index j = 0; j < count; ++j) {
    const double between = distances_(nearest, j), along = psi[nearest] + between - psi[j];
    if (j == nearest || along <= 0 || along * along <= most * between) continue;
    other = j, most = along * along / between, share = 0.5 * along / between;
  }
  std::fill_n(psi, count, 0.0);
  psi[other] = std::min(share, 0.5);
  psi[nearest] = 1 - psi[other];
}

}  // namespace tacit
