// What the naive comparison in lsvi_agent_test.cc does not cover: extremes over many plans on an infinite state space.
#include "tacit/agents/lsvi/planner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tacit/core/rng.h"
#include "tacit/mdp/linear_mdp.h"
#include "tacit/privacy/door.h"
#include "tacit/privacy/release/blocks.h"

namespace tacit {
namespace {

const IntervalDynamics kLine = {{-0.15, 0.15}, {}, {1, 1}};

Problem line() {
  Problem p;
  p.finite = false;
  p.horizon = 3, p.actions = 2, p.dimension = 5, p.measure_norm = 3;
  p.points = interval_cover(kLine, 5, 513);
  return p;
}

TEST(Planner, KeepsExtremesOverItsPlansAndForgetsOnlyDominatedOnes) {
  const Problem problem = line();
  ConstantsChoice choice{.family = Family::lsvi_ucb_plus_plus, .keep_extremes = true};
  choice.multipliers = {.beta = 0.02, .bias = 1, .e = 0, .d = 0, .floor = 0};
  Planner planner(problem, choice.family, make_constants(problem, choice, 1000));

  VaultShape shape;
  shape.tasks = 3, shape.dimension = 5, shape.record_size = 10, shape.outcome_tasks = 2;
  Vault vault(shape);
  Billboard board;
  Door door(vault, board);
  Stream stream(4, "test");
  std::vector<double> here(10), there(10);
  std::vector<Vector> before(3);
  for (int round = 0; round < 12; ++round) {
    planner.plan(board);
    for (int h = 0; h < 3; ++h) {
      const Vector& now = planner.action_values(h);
      if (round > 0) {
        EXPECT_LE((now - before[h]).maxCoeff(), 0) << "an optimistic value rose";
      }
      before[h] = now;
      // Between the points of the cover the remembered plans give what the tables give at the points.
      for (Index p = 0; p < problem.point_count(); p += 37) {
        std::vector<double> at_point(2), elsewhere(2);
        planner.action_values(h, problem.point(p), at_point);
        planner.action_values(h, {problem.point(p).features, -1}, elsewhere);
        for (int a = 0; a < 2; ++a) EXPECT_NEAR(at_point[a], elsewhere[a], 1e-12);
      }
    }
    for (int user = 0; user < 20; ++user) {
      for (int h = 0; h < 3; ++h) {
        interval_features(kLine, 5, stream.uniform(), here.data());
        interval_features(kLine, 5, stream.uniform(), there.data());
        vault.add({h, here.data() + 5 * stream.below(2), 1, stream.uniform(), 0, there.data()});
      }
      vault.end_user();
    }
    door.release();
  }
}

// Noise alone: no user came, and every statistic says something else. One-hot features of three states, the last of
// which is that of those who stopped.
TEST(Planner, GivesThoseWhoStoppedExactlyTheirRewardWhateverWasLearned) {
  struct End {
    Index state;
    double reward;
  };
  for (const auto [ended, reward] : {End{2, 0}, End{2, 0.75}, End{-1, 0}}) {
    Problem problem;
    problem.horizon = 3, problem.actions = 2, problem.dimension = 5, problem.measure_norm = 3;
    problem.points = Matrix::Identity(6, 5);
    problem.points(5, 4) = 1;
    problem.ended = ended, problem.ended_reward = reward;
    VaultShape shape;
    shape.tasks = 3, shape.dimension = 5, shape.outcomes = 3, shape.outcome_tasks = 2;
    Vault vault(shape);
    Billboard board;
    Ledger ledger(Promise(Epsilon(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation));
    const std::vector<Split> splits = {{0.1, 0.1, 0.1}, {0.1, 0.1, 0.1}, {0.2, 0.1, 0}};
    Door door(vault, board, ledger, {blocks_strategy(1), splits, 1, 100}, SimulationNoise(7, "noise"));
    for (int user = 0; user < 100; ++user) {
      for (int h = 0; h < 3; ++h) vault.add({h, problem.points.row(user % 6).data(), 1, 0.5, user % 3});
      vault.end_user();
    }
    door.release();
    ConstantsChoice choice{.family = Family::lsvi_ucb_plus_plus, .practical = true};
    Planner planner(problem, choice.family, make_constants(problem, choice, 100));
    planner.plan(board);
    for (int h = 0; h < 3; ++h) {
      const double value = (3 - h) * reward;
      EXPECT_EQ(planner.values(h, problem.point(2)).optimistic == value, ended == 2);
      if (ended == 2) {
        EXPECT_EQ(planner.values(h, problem.point(2)).pessimistic, value);
      }
      EXPECT_GT(planner.values(h, problem.point(0)).optimistic, 0);
      EXPECT_EQ(planner.action_values(h).tail(2) == Vector::Constant(2, value), ended == 2);
      EXPECT_EQ(planner.values(h, State{}).optimistic, value);
    }
  }
}

}  // namespace
}  // namespace tacit
