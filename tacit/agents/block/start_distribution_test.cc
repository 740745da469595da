#include "tacit/agents/block/start_distribution.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tacit/agents/block/many_coordinates.h"
#include "tacit/core/rng.h"
#include "tests/policies.h"

namespace tacit {
namespace {

using trial::always;

// Three states, two actions. Action 0 looks the same in the first two states, action 1 in the last two.
Problem three_states() {
  Problem problem;
  problem.horizon = 1;
  problem.actions = 2;
  problem.dimension = 4;
  problem.points = Matrix::Zero(6, 4);
  problem.points(0, 0) = problem.points(2, 0) = problem.points(4, 1) = 1;
  problem.points(1, 2) = problem.points(3, 3) = problem.points(5, 3) = 1;
  return problem;
}

Matrix gram_of(const Problem& problem, const Vector& start, double users, int action) {
  Matrix gram = Matrix::Zero(problem.dimension, problem.dimension);
  for (Index s = 0; s < problem.point_count(); ++s) {
    const auto phi = problem.points.row(s * problem.actions + action);
    gram += users * start[s] * phi.transpose() * phi;
  }
  return gram;
}

const Vector kTruth = Eigen::Vector3d(0.5, 0.3, 0.2);
constexpr double kUsers = 1000, kLittleNoise = 1;

TEST(StartDistribution, IsUniformBeforeDataAndWhereNothingTellsStatesApart) {
  const Problem problem = three_states();
  StartDistribution start(problem, problem.points);
  EXPECT_LT((start.estimate() - Vector::Constant(3, 1.0 / 3)).norm(), 1e-12);
  start.take({{kUsers, always(problem, 0)}}, 1, 0, gram_of(problem, kTruth, kUsers, 0), kLittleNoise);
  EXPECT_LT((start.estimate() - Eigen::Vector3d(0.4, 0.4, 0.2)).norm(), 0.01);
}

TEST(StartDistribution, PutsTogetherWhatSeveralPoliciesShow) {
  const Problem problem = three_states();
  StartDistribution start(problem, problem.points);
  for (const int action : {0, 1})
    start.take({{kUsers, always(problem, action)}}, 1, 0, gram_of(problem, kTruth, kUsers, action), kLittleNoise);
  EXPECT_LT((start.estimate() - kTruth).norm(), 0.01);
}

TEST(StartDistribution, KnowsThatEarlierUsersAreInABlock) {
  const Problem problem = three_states();
  constexpr double kFading = 0.8, kGain = 0.6;
  StartDistribution start(problem, problem.points);
  Matrix gram = Matrix::Zero(4, 4);
  for (const int action : {0, 1, 0}) {
    gram = kFading * gram + kGain * gram_of(problem, kTruth, kUsers, action);
    start.take({{kUsers, always(problem, action)}}, kGain, kFading, gram, kLittleNoise);
  }
  EXPECT_LT((start.estimate() - kTruth).norm(), 0.01);
}

TEST(StartDistribution, IsHalfWayWhereDataTellAsMuchAsWasKnownBefore) {
  // Each state has a row of its own: n p_s is seen with variance 2 v, and p_s had variance 1/3 before.
  Problem problem;
  problem.horizon = 1, problem.actions = 1, problem.dimension = 3;
  problem.points = Matrix::Identity(3, 3);
  StartDistribution start(problem, problem.points);
  start.take({{kUsers, PolicyTable(problem)}}, 1, 0, kUsers * Matrix(kTruth.asDiagonal()), kUsers * kUsers / 6);
  EXPECT_LT((start.estimate() - 0.5 * (kTruth + Vector::Constant(3, 1.0 / 3))).norm(), 0.01);
}

TEST(StartDistribution, IsADistributionWhateverTheNoise) {
  const Problem problem = three_states();
  Stream s(1, "start");
  StartDistribution start(problem, problem.points);
  for (int block = 0; block < 10; ++block) {
    Matrix noise(4, 4);
    for (double& x : noise.reshaped()) x = 1e4 * s.normal();
    start.take({{kUsers, PolicyTable(problem)}}, 1, 0, (noise + noise.transpose()) / std::sqrt(2.0), 1e8);
    EXPECT_GE(start.estimate().minCoeff(), 0);
    EXPECT_NEAR(start.estimate().sum(), 1, 1e-9);
  }
  EXPECT_LT((start.estimate() - Vector::Constant(3, 1.0 / 3)).norm(), 0.1);  // Noise 10 times the users.
}

TEST(StartDistribution, IsTheSameAmongManyCoordinates) {
  const Problem few = three_states();
  Problem many = few;
  many.dimension = kManyCoordinates;
  many.points = Matrix::Zero(6, kManyCoordinates);
  many.points.leftCols(4) = few.points;
  StartDistribution expected(few, few.points), start(many, many.points);
  for (const int action : {0, 1, 0}) {
    expected.take({{kUsers, always(few, action)}}, 0.6, 0.8, gram_of(few, kTruth, kUsers, action), kUsers);
    start.take({{kUsers, always(many, action)}}, 0.6, 0.8, gram_of(many, kTruth, kUsers, action), kUsers);
  }
  EXPECT_LT((start.estimate() - expected.estimate()).norm(), 1e-3);
  EXPECT_GT((start.estimate() - Vector::Constant(3, 1.0 / 3)).norm(), 0.05);  // Something was learned.
}

TEST(StartDistribution, HasNobodyBeginInEnded) {
  Problem problem = three_states();
  problem.ended = 1;
  Matrix rows = problem.points;
  rows.middleRows(2, 2).setZero();  // Its coordinate is left out.
  StartDistribution start(problem, rows);
  EXPECT_LT((start.estimate() - Eigen::Vector3d(0.5, 0, 0.5)).norm(), 1e-12);
  problem.points = rows;
  const Vector truth = Eigen::Vector3d(0.7, 0, 0.3);
  start.take({{kUsers, always(problem, 0)}}, 1, 0, gram_of(problem, truth, kUsers, 0), kLittleNoise);
  EXPECT_LT((start.estimate() - truth).norm(), 0.01);
  EXPECT_EQ(start.estimate()[1], 0);
}

}  // namespace
}  // namespace tacit
