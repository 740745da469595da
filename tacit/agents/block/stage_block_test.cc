#include "tacit/agents/block/stage_block.h"

#include <gtest/gtest.h>

#include "tacit/agents/block/many_coordinates.h"
#include "tacit/core/rng.h"

namespace tacit {
namespace {

constexpr Index kDimension = 4;

Matrix random(Stream& s, Index rows, Index columns) {
  Matrix result(rows, columns);
  for (double& x : result.reshaped()) x = s.normal();
  return result;
}

Matrix random_gram(Stream& s, Index dimension) {
  const Matrix rows = random(s, 5 * dimension, dimension);
  return rows.transpose() * rows;
}

class RewardEvidence : public testing::TestWithParam<Index> {};
INSTANTIATE_TEST_SUITE_P(FewAndManyCoordinates, RewardEvidence, testing::Values(kDimension, kManyCoordinates));

TEST_P(RewardEvidence, IsThatOfEveryBlockWithItsOwnNoise) {
  const Index d = GetParam();
  Stream s(1, "blocks");
  std::vector<StageBlock> blocks(3);
  Matrix precision = Matrix::Zero(d, d);
  Vector information = Vector::Zero(d);
  for (StageBlock& block : blocks) {
    const Matrix gram = random_gram(s, d);
    block.set_gram(gram, 0.3);
    block.reward = random(s, d, 1);
    block.reward_noise = 2, block.overlap = 1.7;
    const Matrix identity = Matrix::Identity(d, d);
    const Matrix weight = (0.2 * 1.7 * gram + (2 + 0.3 * 1.5) * identity).inverse();
    precision += gram * weight * gram;
    information += gram * weight * block.reward;
  }
  const LinearEvidence seen = reward_evidence(blocks, d, 0.2, 1.5);
  EXPECT_LT((seen.precision - precision).norm(), 1e-9 * precision.norm());
  EXPECT_LT((seen.information - information).norm(), 1e-9 * information.norm());
}

TEST_P(RewardEvidence, WithoutNoiseIsThatOfTheSums) {
  const Index d = GetParam();
  Stream s(2, "blocks");
  const Matrix row = random(s, 1, d), gram = row.transpose() * row;  // Users in one direction: no inverse.
  StageBlock block;
  block.set_gram(gram, 0);
  block.reward = 0.3 * row.transpose();
  const LinearEvidence seen = reward_evidence({block}, d, 0.2, 1.5);
  EXPECT_LT((seen.precision - gram / 0.2).norm(), 1e-9 * gram.norm());
  EXPECT_LT((seen.information - block.reward / 0.2).norm(), 1e-6);
}

TEST(StageBlock, OfLessThanOneUserInADirectionTellsOnlyWithoutNoise) {
  const Matrix gram = Vector::LinSpaced(kDimension, 0.5, 3.5).asDiagonal();
  StageBlock block;
  block.set_gram(gram, 0);
  EXPECT_LT((block.eigenvalues - gram.diagonal()).norm(), 1e-12);
  block.set_gram(gram, 1e-6);
  EXPECT_EQ(block.eigenvalues[0], 0);
  EXPECT_LT((block.eigenvalues - gram.diagonal()).tail(kDimension - 1).norm(), 1e-12);
}

}  // namespace
}  // namespace tacit
