#include "tacit/mdp/simulator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace tacit {
namespace {

TEST(AliasTables, GiveEveryOutcomeItsExactMass) {
  Stream stream(1, "test");
  for (const int n : {1, 2, 7, 1000}) {
    AliasTables tables(n);
    std::vector<std::vector<double>> weights(3, std::vector<double>(n));
    for (auto& w : weights) {
      stream.dirichlet(0.2, w);
      for (double& x : w) x *= 5;  // Need not sum to one.
      if (n > 2) w[1] = 0;
      tables.add(w.data());
    }
    for (int t = 0; t < 3; ++t) {
      double sum = 0;
      for (const double w : weights[t]) sum += w;
      for (int i = 0; i < n; ++i) EXPECT_NEAR(tables.probability(t, i), weights[t][i] / sum, 1e-13) << n << " " << i;
    }
  }
}

TEST(AliasTables, NeverDrawWhatHasNoMass) {
  const std::vector<double> weights = {0.2, 0, 0.8, 0};
  AliasTables tables(4);
  tables.add(weights.data());
  EXPECT_EQ(tables.probability(0, 1), 0);
  // The extremes of each column, where rounding would show.
  for (std::uint64_t column = 0; column < 4; ++column) {
    for (const std::uint64_t offset : {std::uint64_t{0}, (std::uint64_t{1} << 62) - 1}) {
      const Index drawn = tables.draw(0, (column << 62) + offset);
      EXPECT_TRUE(drawn == 0 || drawn == 2) << column << " " << offset;
    }
  }
}

TEST(AliasTables, IgnoreNegativeRounding) {
  const std::vector<double> weights = {0.5, -1e-10, 0.5};
  AliasTables tables(3);
  tables.add(weights.data());
  EXPECT_EQ(tables.probability(0, 1), 0);
  EXPECT_NEAR(tables.probability(0, 0), 0.5, 1e-15);
}

// One action. State 0 leads to state 0 with probability p, state 1 with 1/2; features are scaled by `scale`.
LinearMdp coin(double p, double scale) {
  LinearMdp mdp;
  mdp.problem.horizon = 1;
  mdp.problem.actions = 1;
  mdp.problem.dimension = 2;
  mdp.problem.points.resize(2, 2);
  mdp.problem.points << 1, 0, 0.5, 0.5;
  mdp.problem.points *= scale;
  mdp.problem.measure_norm = std::sqrt(2.0) / scale;
  mdp.rewards = Matrix::Constant(1, 2, 0.3 / scale);
  FiniteDynamics dynamics;
  Matrix measures(2, 2);
  measures << p, 1 - p, 1 - p, p;
  dynamics.measures = {measures / scale};
  dynamics.start = Eigen::Vector2d(0.25, 0.75);
  mdp.dynamics = dynamics;
  return mdp;
}

double frequency_of_state_zero(const LinearMdp& mdp, int from, int draws) {
  const Simulator simulator(mdp);
  Place place, next;
  place.state = mdp.problem.point(from);
  int hits = 0;
  for (int k = 0; k < draws; ++k) {
    Stream user(1, "users", k);
    simulator.step(0, place, 0, user, next);
    hits += next.state.point == 0;
  }
  return static_cast<double>(hits) / draws;
}

TEST(Simulator, FollowsPWhateverTheScaleOfTheFactors) {
  // With short features phi is not a distribution over anchors, and drawing an anchor from it would be wrong.
  constexpr int kDraws = 20000;
  const double tolerance = 5 * std::sqrt(0.25 / kDraws);
  for (const double scale : {1.0, 0.5}) {
    const LinearMdp mdp = coin(0.2, scale);
    validate(mdp);
    EXPECT_NEAR(frequency_of_state_zero(mdp, 0, kDraws), 0.2, tolerance) << scale;
    EXPECT_NEAR(frequency_of_state_zero(mdp, 1, kDraws), 0.5, tolerance) << scale;
  }
}

TEST(Simulator, FollowsPWhenOnlySomeMeasuresHaveMassOne) {
  // One mixture (1/2, 1/2) of measures of mass 1/2 and 3/2.
  LinearMdp mdp = coin(0.2, 1);
  mdp.problem.points.setConstant(0.5);
  mdp.problem.measure_norm = 2;
  std::get<FiniteDynamics>(mdp.dynamics).measures[0] << 0.5, 0, 0, 1.5;
  validate(mdp);
  EXPECT_NEAR(frequency_of_state_zero(mdp, 0, 20000), 0.25, 5 * std::sqrt(0.25 * 0.75 / 20000));
}

TEST(Simulator, TakesOneBlockOfTheStreamPerFiniteStep) {
  const LinearMdp mdp = coin(0.2, 1);
  const Simulator simulator(mdp);
  Stream user(1, "users", 3), control(1, "users", 3);
  Place place, next;
  simulator.start(user, place);
  simulator.step(0, place, 0, user, next);
  control.block();
  control.block();
  EXPECT_EQ(user.block(), control.block());
}

TEST(Simulator, MeetsTheSameUserWhateverWasPlayedBefore) {
  const LinearMdp mdp = coin(0.5, 1);
  const Simulator simulator(mdp);
  const StreamKey users(5, "users");
  for (std::uint64_t k = 0; k < 100; ++k) {
    Place first, second, after_first, after_second;
    first.state = second.state = mdp.problem.point(1);
    Stream a(users, k, 7), detour(users, k, 6), b(users, k, 7);
    const double reward = simulator.step(0, first, 0, a, after_first);
    Place elsewhere;
    simulator.step(0, first, 0, detour, elsewhere);
    EXPECT_EQ(simulator.step(0, second, 0, b, after_second), reward);
    EXPECT_EQ(after_first.state.point, after_second.state.point);
  }
}

TEST(Simulator, SharesTheLuckOfTheRewardAcrossActionsAndStates) {
  // The reward's uniform does not depend on where the user is: with equal means, equal rewards.
  const LinearMdp mdp = coin(0.2, 1);
  const Simulator simulator(mdp);
  Place zero, one, next;
  zero.state = mdp.problem.point(0);
  one.state = mdp.problem.point(1);
  int successes = 0;
  for (std::uint64_t k = 0; k < 200; ++k) {
    Stream a(5, "users", k), b(5, "users", k);
    const double reward = simulator.step(0, zero, 0, a, next);
    EXPECT_EQ(simulator.step(0, one, 0, b, next), reward);
    successes += reward > 0;
  }
  EXPECT_GT(successes, 0);
  EXPECT_LT(successes, 200);
}

TEST(Simulator, GivesTheMeanItselfWhereRewardsAreDeterministic) {
  LinearMdp mdp = coin(0.2, 1);
  mdp.bernoulli_rewards = false;
  const Simulator simulator(mdp);
  Stream user(1, "users");
  Place place, next;
  simulator.start(user, place);
  EXPECT_DOUBLE_EQ(simulator.step(0, place, 0, user, next), 0.3);
}

TEST(Simulator, StartsWhereTheStartDistributionSays) {
  const LinearMdp mdp = coin(0.2, 1);
  const Simulator simulator(mdp);
  constexpr int kDraws = 20000;
  int zeros = 0;
  for (int k = 0; k < kDraws; ++k) {
    Stream user(2, "users", k);
    Place place;
    simulator.start(user, place);
    zeros += place.state.point == 0;
  }
  EXPECT_NEAR(static_cast<double>(zeros) / kDraws, 0.25, 5 * std::sqrt(0.25 * 0.75 / kDraws));
}

}  // namespace
}  // namespace tacit
