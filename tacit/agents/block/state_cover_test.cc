#include "tacit/agents/block/state_cover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"
#include "tacit/core/rng.h"
#include "tests/small_mdps.h"

namespace tacit {
namespace {

// Four features on a line, in 129 public points.
LinearMdp line() { return trial::small_interval(false); }

/// F of a place, which is where `features` point to.
struct There {
  There(const LinearMdp& mdp, double x) : block(static_cast<Index>(mdp.problem.actions) * mdp.problem.dimension) {
    interval_features(*mdp.interval(), mdp.problem.dimension, x, block.data());
  }
  State state() const { return {block.data(), -1}; }
  Vector block;
};

/// F of the anchors, row by row.
Matrix blocks_of(const Problem& surrogate) {
  return ConstMatrixView(surrogate.points.data(), surrogate.point_count(),
                         static_cast<Index>(surrogate.actions) * surrogate.dimension);
}

TEST(StateCover, SaysThatAStateIsAMixtureOfTwoAnchorsAtMost) {
  const LinearMdp mdp = line();
  const StateCover cover(mdp.problem);
  const Index anchors = cover.surrogate().problem.point_count();
  EXPECT_EQ(anchors, 17);
  Stream stream(1, "test");
  Vector psi(anchors);
  for (int i = 0; i < 500; ++i) {
    cover.mixture(There(mdp, stream.uniform()).state(), psi.data());
    EXPECT_GE(psi.minCoeff(), 0);
    EXPECT_NEAR(psi.sum(), 1, 1e-12);
    EXPECT_LE((psi.array() > 0).count(), 2);
  }
}

TEST(StateCover, FindsTheBestMixtureWithTheNearestAnchor) {
  const LinearMdp mdp = line();
  const StateCover cover(mdp.problem);
  const Matrix blocks = blocks_of(cover.surrogate().problem);
  Stream stream(2, "test");
  Vector psi(blocks.rows());
  double error = 0, of_nearest = 0;
  for (int i = 0; i < 100; ++i) {
    const There there(mdp, stream.uniform());
    cover.mixture(there.state(), psi.data());
    const double away = (blocks.transpose() * psi - there.block).norm();
    Index nearest;
    const double alone = (blocks.rowwise() - there.block.transpose()).rowwise().norm().minCoeff(&nearest);
    double best = alone;
    for (Index other = 0; other < blocks.rows(); ++other)
      for (double share = 0; share <= 1; share += 0.01)
        best = std::min(
            best, ((1 - share) * blocks.row(nearest) + share * blocks.row(other) - there.block.transpose()).norm());
    EXPECT_LE(away, best + 1e-9);
    error += away, of_nearest += alone;
  }
  EXPECT_LT(error, 0.4 * of_nearest);
}

TEST(StateCover, SaysThatAnAnchorIsItself) {
  const LinearMdp mdp = line();
  const StateCover cover(mdp.problem);
  const Problem surrogate = cover.surrogate().problem;
  Vector psi(surrogate.point_count());
  for (Index i = 0; i < psi.size(); ++i) {
    cover.mixture(surrogate.point(i), psi.data());
    EXPECT_LT((psi - Vector::Unit(psi.size(), i)).norm(), 1e-12) << i;
  }
}

TEST(StateCover, HasProbabilitiesThatAddUpToOne) {
  const LinearMdp mdp = line();
  const MappedProblem surrogate = StateCover(mdp.problem).surrogate();
  EXPECT_LT(((mdp.problem.points * surrogate.constant).array() - 1).abs().maxCoeff(), 1e-9);
}

TEST(StateCover, HasACornerWhereverAFeatureIsGreatest) {
  const LinearMdp mdp = line();
  const MappedProblem surrogate = StateCover(mdp.problem).surrogate();
  for (Index i = 0; i < mdp.problem.dimension; ++i)
    EXPECT_GT(surrogate.corners.col(i).maxCoeff(), 0.99 * mdp.problem.points.col(i).maxCoeff()) << i;
}

TEST(StateCover, ExpectsFeaturesThatStatesShareToBeAlike) {
  const LinearMdp mdp = line();
  const Matrix& rows = mdp.problem.points;
  const Matrix covariance = StateCover(mdp.problem).surrogate().prior.inverse();
  const auto correlation = [&](Index i, Index j) {
    return covariance(i, j) / std::sqrt(covariance(i, i) * covariance(j, j));
  };
  EXPECT_GT(correlation(1, 2), 0.5);
  EXPECT_LT(correlation(0, 3), correlation(0, 2));
  // A prediction has variance d, on average.
  EXPECT_NEAR((rows * covariance).cwiseProduct(rows).rowwise().sum().mean(), mdp.problem.dimension, 1e-9);
}

TEST(StateCover, ExpectsNothingOfFeaturesThatNoStateShares) {
  Problem cells;
  cells.horizon = 1, cells.actions = 1, cells.dimension = 4, cells.finite = false;
  cells.points = Matrix::Identity(4, 4);
  const MappedProblem surrogate = StateCover(cells).surrogate();
  EXPECT_TRUE(surrogate.prior.isApprox(Matrix::Identity(4, 4) / 4, 1e-12));
}

TEST(StateCover, RefusesFeaturesThatDoNotSpanAllDirections) {
  Problem flat;
  flat.horizon = 1, flat.actions = 1, flat.dimension = 3, flat.finite = false;
  flat.points = Matrix::Zero(2, 3);
  flat.points(0, 0) = flat.points(1, 1) = 1;
  EXPECT_THROW(StateCover(flat).surrogate(), Error);
}

}  // namespace
}  // namespace tacit
