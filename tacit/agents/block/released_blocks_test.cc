#include "tacit/agents/block/released_blocks.h"

#include <gtest/gtest.h>

#include <optional>

#include "tacit/privacy/door.h"

namespace tacit {
namespace {

constexpr double kFading = 0.6, kGain = 0.8;

// One stage of two: two coordinates, two states. Releases after one user and after three more, all sums exact.
class TwoReleases : public testing::Test {
 protected:
  TwoReleases() {
    problem_.horizon = 2, problem_.actions = 1, problem_.dimension = 2;
    problem_.points = Matrix::Identity(2, 2);
    VaultShape shape;
    shape.tasks = 2, shape.dimension = 2, shape.outcomes = 2, shape.outcome_tasks = 1;
    vault_.emplace(shape);
    door_.emplace(*vault_, board_);
  }
  void release(int users, Index state) {
    for (int user = 0; user < users; ++user) {
      for (int h = 0; h < 2; ++h)
        vault_->add({h, problem_.points.row(state).data(), 1, 1, state});  // Rewards of 1, less 1/2.
      vault_->end_user();
    }
    door_->release();
  }

  Problem problem_;
  std::optional<Vault> vault_;
  Billboard board_;
  std::optional<Door> door_;
};

TEST_F(TwoReleases, ByBlocksAreTheirDifferences) {
  ReleasedBlocks blocks(problem_, 0);
  release(1, 0), blocks.take(board_);
  release(3, 1), blocks.take(board_);
  EXPECT_EQ(blocks.users(), 3);
  EXPECT_EQ(blocks.newest(0).gram, Matrix(Vector(Eigen::Vector2d(0, 3)).asDiagonal()));
  EXPECT_EQ(blocks.newest(0).reward, Vector(Eigen::Vector2d(0, 1.5)));
  EXPECT_EQ(blocks.newest(0).successors, Matrix(Vector(Eigen::Vector2d(0, 3)).asDiagonal()));
  EXPECT_EQ(blocks.newest(1).successors.rows(), 0);
}

TEST_F(TwoReleases, ByFadingCountEarlierUsersLess) {
  ReleasedBlocks blocks(problem_, kFading);
  release(1, 0), blocks.take(board_);
  release(3, 1), blocks.take(board_);
  EXPECT_NEAR(blocks.gain(), kGain, 1e-12);
  EXPECT_NEAR(blocks.users(), kFading * kGain + 3 * kGain, 1e-12);
  EXPECT_NEAR(blocks.newest(0).gram(0, 0), kFading * kGain, 1e-12);
  EXPECT_NEAR(blocks.newest(0).gram(1, 1), 3 * kGain, 1e-12);
}

TEST(ReleasedBlocks, CountAUserAsOftenAsAllBlocksTogether) {
  double sum = 0, weight = kGain;
  for (int block = 0; block < 200; ++block, weight *= kFading) sum += weight;
  Problem problem;
  EXPECT_NEAR(ReleasedBlocks(problem, kFading).overlap(), sum, 1e-12);
}

}  // namespace
}  // namespace tacit
