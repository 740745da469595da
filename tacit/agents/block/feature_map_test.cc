#include "tacit/agents/block/feature_map.h"

#include <gtest/gtest.h>

#include "tacit/agents/block/many_coordinates.h"
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

TEST(FeatureMap, OfManyCoordinatesMakesTheSmallestEllipsoidABall) {
  // Corners of unequal lengths, and a row far inside: only what is optimal makes all corners equally long.
  constexpr Index d = kManyCoordinates;
  Problem problem;
  problem.horizon = 2, problem.actions = 1, problem.dimension = d;
  problem.points = Matrix::Zero(d + 1, d);
  problem.points.topRows(d) = Vector::LinSpaced(d, 0.1, 1).asDiagonal();
  problem.points.row(d).setConstant(0.01);
  const Vector lengths = mapped(problem).problem.points.rowwise().norm();
  EXPECT_GT(lengths.head(d).minCoeff(), 0.97);
  EXPECT_LT(lengths[d], 0.5);
}

// The same with a state between the others in which those are who stopped; its features are no more than that of action
// 0 of state 0, or a coordinate of their own.
Problem with_ended(bool own) {
  Problem problem = mixtures(true);
  problem.ended = 3;
  const Index first = problem.ended * problem.actions;
  problem.points.middleRows(first, problem.actions).setZero();
  for (int a = 0; a < problem.actions; ++a)
    if (own) problem.points(first + a, problem.dimension - 1) = 1;
  if (!own) problem.points.middleRows(first, problem.actions).rowwise() = problem.points.row(0);
  return problem;
}

TEST(FeatureMap, GivesThoseWhoStoppedACoordinateOfTheirOwn) {
  for (const bool own : {true, false}) {
    const Problem before = with_ended(own);
    const MappedProblem map = mapped(before);
    EXPECT_EQ(map.problem.dimension, 5);
    EXPECT_EQ(map.learned(), 4);
    for (Index row = 0; row < before.points.rows(); ++row) {
      const bool ended = row / before.actions == before.ended;
      EXPECT_EQ(map.problem.points(row, 4), ended ? 1 : 0);
      EXPECT_EQ(map.problem.points.row(row).head(4).norm() == 0, ended);
    }
  }
}

TEST(FeatureMap, MapsTheOthersAsIfNobodyStopped) {
  const Problem before = with_ended(true);
  Problem others = mixtures(true);
  others.points.resize(21, others.dimension);
  others.points << before.points.topRows(9), before.points.bottomRows(12);
  const MappedProblem map = mapped(before), plain = mapped(others);
  EXPECT_EQ(map.problem.points.topLeftCorner(9, 4), plain.problem.points.topRows(9));
  EXPECT_EQ(map.problem.points.bottomLeftCorner(12, 4), plain.problem.points.bottomRows(12));
  EXPECT_EQ(map.corners, plain.corners);
  EXPECT_EQ(map.constant, plain.constant);
  EXPECT_EQ(map.prior, plain.prior);
  EXPECT_EQ(map.problem.known_rewards.leftCols(4), plain.problem.known_rewards);
  EXPECT_EQ(map.problem.known_rewards.col(4).norm(), 0);
}

}  // namespace
}  // namespace tacit
