#include "tacit/agents/block/stage_block.h"

#include <gtest/gtest.h>

#include "tacit/core/rng.h"

namespace tacit {
namespace {

constexpr Index kDimension = 4;

Matrix random(Stream& s, Index rows, Index columns) {
  Matrix result(rows, columns);
  for (double& x : result.reshaped()) x = s.normal();
  return result;
}

Matrix random_gram(Stream& s) {
  const Matrix rows = random(s, 20, kDimension);
  return rows.transpose() * rows;
}

TEST(RewardEvidence, IsThatOfEveryBlockWithItsOwnNoise) {
  Stream s(1, "blocks");
  std::vector<StageBlock> blocks(3);
  Matrix precision = Matrix::Zero(kDimension, kDimension);
  Vector information = Vector::Zero(kDimension);
  for (StageBlock& block : blocks) {
    const Matrix gram = random_gram(s);
    block.set_gram(gram, 0.3);
    block.reward = random(s, kDimension, 1);
    block.reward_noise = 2, block.overlap = 1.7;
    const Matrix identity = Matrix::Identity(kDimension, kDimension);
    const Matrix weight = (0.2 * 1.7 * gram + (2 + 0.3 * 1.5) * identity).inverse();
    precision += gram * weight * gram;
    information += gram * weight * block.reward;
  }
  const LinearEvidence seen = reward_evidence(blocks, kDimension, 0.2, 1.5);
  EXPECT_LT((seen.precision - precision).norm(), 1e-9 * precision.norm());
  EXPECT_LT((seen.information - information).norm(), 1e-9 * information.norm());
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
