#include "tacit/agents/block/usual_reward.h"

#include <gtest/gtest.h>

#include <vector>

#include "tacit/core/rng.h"

namespace tacit {
namespace {

constexpr UnusualRewards kUnusual{0.3, 0.2, 0.15};

// Readings of cells that pay `usual`, but for every eighth, which pays anything.
std::vector<RewardReading> sparse(double usual, double noise, std::uint64_t seed) {
  Stream stream(seed, "readings");
  std::vector<RewardReading> readings;
  for (int i = 0; i < 80; ++i) {
    const double truth = i % 8 == 0 ? stream.uniform() - 0.5 : usual;
    readings.push_back({truth + noise * stream.normal(), noise * noise, 0});
  }
  return readings;
}

TEST(UsualReward, IsFoundWhereMostCellsPayTheSame) {
  for (const double value : {-0.5, -0.2, 0.1, 0.49}) {
    const UsualReward usual = usual_reward(sparse(value, 0.05, 1), kUnusual);
    EXPECT_NEAR(usual.value, value, 0.02);
    EXPECT_GT(usual.share, 0.7);
    EXPECT_LT(usual.share, 0.95);
  }
}

TEST(UsualReward, IsRareWhereEveryCellPaysSomethingElse) {
  std::vector<RewardReading> readings;
  for (int i = 0; i < 80; ++i) readings.push_back({-0.5 + i / 79.0, 1e-4, 0});
  EXPECT_LT(usual_reward(readings, kUnusual).share, 0.3);
}

TEST(UsualReward, NeedsMoreThanOneCell) {
  const std::vector<RewardReading> one{{0.2, 1e-6, 0}};
  EXPECT_LE(usual_reward(one, kUnusual).share, 0.2);
  EXPECT_EQ(usual_reward({}, kUnusual).share, 0);
}

// A cell that seems to pay a little less than all others, by as much as noise explains, pays what they do; one that is
// known to pay less does not.
TEST(UsualReward, DrawsDoubtfulCellsAlone) {
  const UsualReward usual{0.49, 0.9};
  EXPECT_GT(expected_reward(usual, kUnusual, {0.40, 0.05 * 0.05, 0}, 0.40), 0.47);
  EXPECT_NEAR(expected_reward(usual, kUnusual, {0.40, 0.005 * 0.005, 0}, 0.40), 0.40, 0.001);
  EXPECT_NEAR(expected_reward(usual, 0.3), 0.9 * 0.49 + 0.1 * 0.3, 1e-12);
}

// 8 of 40 users were paid where nobody usually is. Chance would explain it if each reward varied as it does in other
// cells; it cannot where the mean is 0.
TEST(UsualReward, KnowsThatWhatNeverPaysNeverVaries) {
  const UsualReward never{-0.5, 0.9};
  const UsualReward sometimes{-0.15, 0.9};
  const RewardReading paid{-0.3, 0, 1.0 / 40};
  EXPECT_NEAR(expected_reward(never, kUnusual, paid, -0.3), -0.3, 0.03);
  EXPECT_LT(expected_reward({-0.5, 0.9}, {0.3, 0.2, 0.15}, {-0.3, 0.15 / 40, 0}, -0.3), -0.3);
  EXPECT_GT(expected_reward(sometimes, kUnusual, paid, -0.3), -0.27);
}

}  // namespace
}  // namespace tacit
