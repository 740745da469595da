#include "tacit/agents/block/feature_map.h"

#include <gtest/gtest.h>

#include "tacit/core/rng.h"

namespace tacit {
namespace {

// Mixtures of `anchors` in a space with one dimension too many.
Problem mixtures(bool known) {
  constexpr int kAnchors = 4, kDimension = 5;
  Problem problem;
  problem.horizon = 2;
  problem.actions = 3;
  problem.dimension = kDimension;
  problem.points = Matrix::Zero(8 * problem.actions, kDimension);
  Stream s(1, "map");
  std::vector<double> shares(kAnchors);
  for (Index i = 0; i < problem.points.rows(); ++i) {
    s.dirichlet(0.5, shares);
    for (int j = 0; j < kAnchors; ++j) problem.points(i, j) = shares[j];
  }
  if (known) problem.known_rewards = Matrix::Constant(2, kDimension, 0.3) + Matrix::Identity(2, kDimension) / 2;
  return problem;
}

TEST(FeatureMap, DropsDirectionsThatNobodyHas) { EXPECT_EQ(mapped(mixtures(false)).problem.dimension, 4); }

TEST(FeatureMap, RowsAreAtMostOneLongAndSomeRowIs) {
  EXPECT_NEAR(mapped(mixtures(false)).problem.points.rowwise().norm().maxCoeff(), 1, 1e-12);
}

TEST(FeatureMap, ProductsWithTheConstantAreOne) {
  const MappedProblem map = mapped(mixtures(false));
  EXPECT_LT((map.problem.points * map.constant - Vector::Ones(24)).norm(), 1e-9);
}

TEST(FeatureMap, KeepsKnownRewards) {
  const Problem before = mixtures(true);
  const MappedProblem after = mapped(before);
  EXPECT_LT((before.points * before.known_rewards.transpose() -
             after.problem.points * after.problem.known_rewards.transpose())
                .norm(),
            1e-9);
}

TEST(FeatureMap, CornersAreRowsAndFew) {
  const MappedProblem map = mapped(mixtures(false));
  EXPECT_GE(map.corners.rows(), 4);
  EXPECT_LE(map.corners.rows(), 16);
  for (const auto& corner : map.corners.rowwise())
    EXPECT_LT((map.problem.points.rowwise() - corner).rowwise().norm().minCoeff(), 1e-12);
}

TEST(FeatureMap, WhereEveryRowIsADirectionEveryRowIsACorner) {
  Problem problem;
  problem.horizon = 2, problem.actions = 3, problem.dimension = 6;
  problem.points = Matrix::Identity(6, 6);
  EXPECT_EQ(mapped(problem).corners.rows(), 6);
}

TEST(FeatureMap, TheBallIsTheSmallestEllipsoidAroundTheRows) {
  // D-optimal: some weights on the rows make sum p x x' = I/d times the squared radius, within the 2 % that are asked.
  const Matrix rows = mapped(mixtures(false)).problem.points;
  const auto d = static_cast<double>(rows.cols());
  Vector shares = Vector::Constant(rows.rows(), 1.0 / static_cast<double>(rows.rows()));
  for (int i = 0; i < 5000; ++i) {
    const Matrix inverse = (rows.transpose() * shares.asDiagonal() * rows).inverse();
    shares.array() *= (rows * inverse).cwiseProduct(rows).rowwise().sum().array() / d;
  }
  const Matrix design = d * (rows.transpose() * shares.asDiagonal() * rows);
  EXPECT_LT((design - Matrix::Identity(4, 4)).norm(), 0.1);
  const Matrix raw = mixtures(false).points.leftCols(4);
  EXPECT_GT((raw.transpose() * raw / 24 * 4 - Matrix::Identity(4, 4)).norm(), 0.5);  // Which it was not before.
}

}  // namespace
}  // namespace tacit
