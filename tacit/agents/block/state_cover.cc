#include "tacit/agents/block/state_cover.h"

#include <algorithm>
#include <cstdlib>
#include "tacit/agents/farthest_points.h"
#include "tacit/core/error.h"

namespace tacit {
namespace {

Index kAnchors = getenv("ANCHORS") ? atoi(getenv("ANCHORS")) : 33;

}  // namespace

StateCover::StateCover(const Problem& problem)
    : problem_(problem),
      anchors_(farthest_points(feature_blocks(problem), kAnchors)),
      blocks_(feature_blocks(problem)(anchors_, Eigen::all)),
      distances_(blocks_.rows(), blocks_.rows()) {
  check(problem.ended < 0, "nobody who is among infinitely many states has a state of having stopped");
  for (Index i = 0; i < blocks_.rows(); ++i)
    distances_.row(i) = (blocks_.rowwise() - blocks_.row(i)).rowwise().squaredNorm();
}

MappedProblem StateCover::surrogate() const {
  const Matrix& rows = problem_.points;
  const Index d = problem_.dimension;
  MappedProblem result{problem_, {}, {}, {}};
  result.problem.points = ConstMatrixView(blocks_.data(), blocks_.rows() * problem_.actions, d);
  result.mean_square = rows.transpose() * rows / static_cast<double>(rows.rows());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(result.mean_square);
  if (!(spectrum.eigenvalues()[0] > 1e-10 * spectrum.eigenvalues()[d - 1]))
    throw Error("features", "of the public cover do not span all directions; use fewer dimensions");
  result.constant = result.mean_square.ldlt().solve(rows.colwise().mean().transpose());
  result.corners = rows(farthest_points({rows.data(), rows.rows(), d}, 4 * d), Eigen::all);
  return result;
}

// With D the squared distances of the state from anchors and K those between anchors, the mixture of i and j with the
// share s of j is s^2 K_ij - s (D_i + K_ij - D_j) + D_i away, squared.
void StateCover::mixture(const State& state, double* psi) const {
  const Index count = blocks_.rows();
  const ConstRow block(state.features, blocks_.cols());
  for (Index i = 0; i < count; ++i) psi[i] = (blocks_.row(i) - block).squaredNorm();  // D, for a moment.
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
