#include "tacit/envs/cliff.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tacit/envs/catalog.h"
#include "tacit/mdp/evaluation.h"

namespace tacit {
namespace {

LinearMdp cliff_of(int horizon) { return make_environment("cliff", horizon, 1, {}); }

double best(const LinearMdp& mdp) {
  return mdp.reward_range.stated(Evaluator(mdp).optimal().mean_value, mdp.problem.horizon);
}

TEST(Cliff, IsWalkedAroundInThirteenSteps) {
  EXPECT_NEAR(best(cliff_of(20)), -13, 1e-9);
  EXPECT_NEAR(best(cliff_of(13)), -13, 1e-9);
  EXPECT_NEAR(best(cliff_of(12)), -12, 1e-9);  // Who cannot arrive need not fall.
  EXPECT_NEAR(best(cliff_of(100)), -13, 1e-9);
}

TEST(Cliff, CountsItsRewardsFromZeroToOne) {
  const LinearMdp mdp = cliff_of(0);
  EXPECT_EQ(mdp.problem.horizon, 20);
  EXPECT_EQ(mdp.problem.point_count(), 38);
  EXPECT_EQ(mdp.problem.dimension, 149);
  EXPECT_EQ(mdp.problem.ended_reward, 1);
  EXPECT_EQ(mdp.rewards(3, 148), 1);
  EXPECT_FALSE(mdp.bernoulli_rewards);
  const auto count = [&](double reward) { return (mdp.rewards.row(3).array() == reward).count(); };
  EXPECT_EQ(count(0), 11);  // Ten ways down from above, and one from the start.
  EXPECT_EQ(count(0.99), 148 - 11);
}

TEST(Cliff, SendsWhoFallsBackToTheStart) {
  const LinearMdp mdp = cliff_of(0);
  const Matrix& next = mdp.finite()->measure(0);
  for (int row = 0; row < 148; ++row) {
    if (mdp.rewards(0, row) == 0) {
      EXPECT_EQ(next(row, 36), 1) << row;
    }
  }
  EXPECT_EQ(next.col(37).head(148).sum(), 1);  // One way to arrive: down from above the goal.
  EXPECT_EQ(next.row(148)[37], 1);
}

}  // namespace
}  // namespace tacit
