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

ScheduleOptions with_explorers(std::int64_t first) {
  ScheduleOptions options{1.5, first, 8};
  options.explorers = true;
  return options;
}

TEST(BlockSchedule, LetsTwoInFiveExplore) {
  const BlockSchedule schedule(problem(), with_explorers(1000), 2000, 100);
  // 500 users, of whom 200 explore in 8 groups.
  EXPECT_EQ(users(schedule, true), (std::vector<std::int64_t>{1000, 1500}));
  const std::vector<std::int64_t> others = users(schedule, false);
  ASSERT_EQ(others.size(), 16U);
  EXPECT_EQ(others[6], 1000 + 200 * 7 / 8);
  EXPECT_EQ(others[7], 1200);
}

TEST(BlockSchedule, HasNoTwoPointsInOnePlaceHoweverSmallBlocksAre) {
  for (const std::int64_t first : {1, 2, 5, 20})
    for (const double ratio : {1.01, 1.1, 1.5}) {
      ScheduleOptions options = with_explorers(first);
      options.ratio = ratio;
      const BlockSchedule schedule(problem(), options, 300, 1);
      for (std::size_t i = 1; i < schedule.points().size(); ++i)
        EXPECT_GT(schedule.points()[i].users, schedule.points()[i - 1].users) << first << ' ' << ratio;
    }
}

TEST(BlockSchedule, SaysWhoExplores) {
  const BlockSchedule schedule(problem(), with_explorers(1000), 2000, 100);
  for (const BlockPoint& point : schedule.points()) EXPECT_EQ(point.explorers, point.optimism >= 1);
}

TEST(BlockSchedule, HopesMoreForExplorersThanForOthers) {
  const BlockSchedule schedule(problem(), with_explorers(1000), 2000, 100);
  const auto plain = [&](std::size_t over) {
    return std::sqrt(0.5 * std::log(2000.0 / static_cast<double>(schedule.points()[over - 1].users)));
  };
  for (std::size_t over = 1; over <= 8; ++over) EXPECT_GE(schedule.hope(over), plain(over)) << over;
  EXPECT_LT(schedule.hope(9), 0.5 * plain(9));
}

TEST(BlockSchedule, NoisesCellsLessThanStages) {
  const Promise promise{Epsilon(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation};
  EXPECT_EQ(cell_noise(problem(), {1, 1, 1}, nullptr, 0.5), 0);
  // Of two users, 2 (1/2 + 1/4 + 1/2) / (1/2) = 5 in squares.
  EXPECT_NEAR(cell_noise(problem(), {1, 1, 1}, &promise, 0.5), std::sqrt(5) / promise.mu().value() / 0.5, 1e-12);
}

}  // namespace
}  // namespace tacit
