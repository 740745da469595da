#include "tacit/agents/block/block_schedule.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tacit {
namespace {

Problem problem() {
  Problem p;
  p.horizon = 5, p.actions = 2, p.dimension = 9;
  return p;
}

std::vector<std::int64_t> users(const BlockSchedule& schedule, bool release) {
  std::vector<std::int64_t> result;
  for (const BlockPoint& point : schedule.points())
    if (point.release == release) result.push_back(point.users);
  return result;
}

TEST(BlockSchedule, ReleasesWheneverUsersHaveGrownByTheRatio) {
  const BlockSchedule schedule(problem(), {2, 100, 1}, 1000, 0);
  EXPECT_EQ(users(schedule, true), (std::vector<std::int64_t>{100, 200, 400, 800}));
  EXPECT_EQ(schedule.releases(), 4);
  EXPECT_TRUE(users(schedule, false).empty());
}

TEST(BlockSchedule, DividesEveryBlockButTheFirstOverItsPlans) {
  const BlockSchedule schedule(problem(), {2, 100, 4}, 400, 0);
  EXPECT_EQ(users(schedule, true), (std::vector<std::int64_t>{100, 200}));
  EXPECT_EQ(users(schedule, false), (std::vector<std::int64_t>{125, 150, 175, 250, 300, 350}));
}

TEST(BlockSchedule, HasAFirstBlockInProportionToTheNoise) {
  const auto first = [](double noise) { return BlockSchedule(problem(), {2, 0, 1}, 1000000, noise).points()[0].users; };
  EXPECT_EQ(first(0), 20);
  EXPECT_EQ(first(50), 4 * 3 * 50);
  EXPECT_EQ(first(100), 4 * 3 * 100);
}

TEST(BlockSchedule, HopesForThoseWhoAreStillToCome) {
  const BlockSchedule schedule(problem(), {2, 100, 1}, 1000, 0);
  EXPECT_DOUBLE_EQ(schedule.hope(0), std::sqrt(std::log(10) / 2));
  EXPECT_EQ(schedule.hope(1), schedule.hope(0));
  EXPECT_DOUBLE_EQ(schedule.hope(4), std::sqrt(std::log(1.25) / 2));
  EXPECT_EQ(BlockSchedule(problem(), {2, 100, 1}, 100, 0).hope(0), 0) << "nobody comes after the first block";
}

TEST(BlockSchedule, FadesOnlyWhereThereIsNoise) {
  EXPECT_EQ(worthwhile_fading(0.8, 0), 0);
  EXPECT_NEAR(worthwhile_fading(0.8, 1000), 0.8, 1e-3);
  EXPECT_LT(worthwhile_fading(0.8, 0.1), 0.5);
}

}  // namespace
}  // namespace tacit
