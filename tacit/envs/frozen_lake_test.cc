#include "tacit/envs/frozen_lake.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tacit/envs/catalog.h"
#include "tacit/mdp/evaluation.h"

namespace tacit {
namespace {

LinearMdp lake(int horizon, const Assignments& settings = {}) {
  return make_environment("frozen-lake", horizon, 1, settings);
}

double best(const LinearMdp& mdp) { return Evaluator(mdp).optimal().mean_value; }

double at_random(const LinearMdp& mdp) {
  const auto uniform = [](int, const State&, std::span<double> probability) {
    std::fill(probability.begin(), probability.end(), 0.25);
  };
  return Evaluator(mdp).of(uniform).mean_value;
}

// As Gymnasium's FrozenLake-v1 has them, by backward induction on its table of transitions.
TEST(FrozenLake, HasTheValuesThatAreKnown) {
  EXPECT_NEAR(best(lake(20)), 0.199, 5e-4);
  EXPECT_NEAR(best(lake(50)), 0.546, 5e-4);
  EXPECT_NEAR(best(lake(100)), 0.744, 5e-4);
  EXPECT_NEAR(at_random(lake(100)), 0.014, 5e-4);
  EXPECT_NEAR(at_random(lake(20)), 0.012, 5e-4);
  EXPECT_EQ(lake(0).problem.horizon, 100);
}

TEST(FrozenLake, IsCrossedOnTheShortestWayWhereItIsDry) {
  EXPECT_NEAR(best(lake(6, {{"slippery", "no"}})), 1, 1e-12);
  EXPECT_EQ(best(lake(5, {{"slippery", "no"}})), 0);
  const Assignments large = {{"slippery", "no"}, {"size", "8x8"}};
  EXPECT_NEAR(best(lake(14, large)), 1, 1e-12);
  EXPECT_EQ(best(lake(13, large)), 0);
}

TEST(FrozenLake, HasOneStateForAllWhoEnded) {
  const Problem small = lake(0).problem, large = lake(0, {{"size", "8x8"}}).problem;
  EXPECT_EQ(small.point_count(), 12);
  EXPECT_EQ(small.ended, 11);
  EXPECT_EQ(small.ended_reward, 0);
  EXPECT_EQ(small.dimension, 45);
  EXPECT_EQ(large.point_count(), 54);
  EXPECT_EQ(large.dimension, 213);
  EXPECT_EQ(large.horizon, 200);
}

// From the start: left and up slip into the wall, so one stays with probability 2/3 or 1/3.
TEST(FrozenLake, SlipsToEitherSide) {
  const LinearMdp mdp = lake(0);
  std::map<int, int> stays;
  for (int label = 0; label < 4; ++label)
    ++stays[static_cast<int>(std::lround(3 * mdp.finite()->measure(0)(label, 0)))];
  EXPECT_EQ(stays, (std::map<int, int>{{1, 2}, {2, 2}}));
}

// Only the cell left of the goal is next to it, and the one above it is a hole.
TEST(FrozenLake, PaysForTheGoalOnly) {
  const LinearMdp mdp = lake(0);
  for (int label = 0; label < 45; ++label) {
    const bool beside = label / 4 == 10;
    if (!beside) {
      EXPECT_EQ(mdp.rewards(7, label), 0) << label;
    }
  }
  EXPECT_DOUBLE_EQ(mdp.rewards.row(7).sum(), 1);  // Three of its four actions get there one time in three.
}

}  // namespace
}  // namespace tacit
