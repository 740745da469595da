#include "tacit/mdp/counting_simulator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

#include "tacit/core/error.h"
#include "tacit/mdp/simulator.h"
#include "tests/statistics.h"

namespace tacit {
namespace {

// Three states, two actions, two stages.
LinearMdp small_mdp(double p) {
  LinearMdp mdp;
  Problem& problem = mdp.problem;
  problem.horizon = 2, problem.actions = 2, problem.dimension = 2;
  problem.points.resize(6, 2);
  problem.points << 1, 0, 0, 1, 0.5, 0.5, 0.2, 0.8, 0, 1, 0.9, 0.1;
  problem.measure_norm = std::sqrt(2.0);
  mdp.rewards.resize(2, 2);
  mdp.rewards << 0.3, 0.9, 0.6, 0.1;
  FiniteDynamics dynamics;
  Matrix measures(2, 3);
  measures << p, 0.7 - p, 0.3, 0.1, 0.1, 0.8;
  dynamics.measures = {measures, measures};
  dynamics.start = Eigen::Vector3d(0.5, 0.5, 0);
  mdp.dynamics = dynamics;
  return mdp;
}

// Uniform in state 0; elsewhere action 1.
const ActionDistribution kPolicy = [](int, const State& state, std::span<double> probability) {
  probability[0] = state.point == 0 ? 0.5 : 0;
  probability[1] = 1 - probability[0];
};

/// All that two users do together: per stage, state and action the users, their rewards and where they went.
using Outcome = std::vector<int>;
constexpr int kCells = 2 * 3 * 2, kPerCell = 2 + 3;

void note(Outcome& outcome, const Tally& tally) {
  int* cell = outcome.data() + ((tally.h * 3 + static_cast<int>(tally.state.point)) * 2 + tally.action) * kPerCell;
  cell[0] += static_cast<int>(tally.users);
  cell[1] += static_cast<int>(tally.rewards.sum());
  for (std::size_t s = 0; s < tally.next.size(); ++s) cell[2 + s] += static_cast<int>(tally.next[s]);
}

Outcome by_counts(const LinearMdp& mdp, CountingSimulator& simulator, std::int64_t trial) {
  const StreamKey key(1, "counts");
  std::vector<std::int64_t> starts(mdp.problem.point_count());
  simulator.start(key, 2 * trial, 2, starts);
  Outcome outcome(kCells * kPerCell);
  simulator.play(key, 2 * trial, starts, kPolicy, [&](const Tally& tally) { note(outcome, tally); });
  return outcome;
}

Outcome by_users(const LinearMdp& mdp, const Simulator& simulator, std::int64_t trial) {
  const StreamKey users(2, "users"), ties(2, "ties");
  Outcome outcome(kCells * kPerCell);
  Place here, there;
  for (std::int64_t k = 2 * trial; k < 2 * trial + 2; ++k) {
    Stream arrival(users, k), tie(ties, k);
    simulator.start(arrival, here);
    for (int h = 0; h < mdp.problem.horizon; ++h) {
      Stream luck(users, k, h + 1);
      const int action = here.state.point == 0 ? static_cast<int>(tie.below(2)) : 1;
      const double reward = simulator.step(h, here, action, luck, there);
      std::vector<std::int64_t> next(h == 0 ? 3 : 0);
      if (h == 0) next[there.state.point] = 1;
      BoundedSum rewards;
      rewards.add(reward);
      note(outcome, {h, here.state, action, 1, rewards, next});
      std::swap(here, there);
    }
  }
  return outcome;
}

// Whether the outcomes of pairs of users have the same frequencies in both simulations.
double same_law_p(const LinearMdp& counted, const LinearMdp& stepped, int trials) {
  CountingSimulator counting(counted);
  const Simulator stepping(stepped);
  std::map<Outcome, std::pair<double, double>> seen;
  for (int i = 0; i < trials; ++i) {
    ++seen[by_counts(counted, counting, i)].first;
    ++seen[by_users(stepped, stepping, i)].second;
  }
  // Two samples of one size: given how often an outcome came in both together, each half has it with chance 1/2.
  double statistic = 0, cells = 0, rare_first = 0, rare_second = 0;
  for (const auto& [outcome, n] : seen) {
    if (n.first + n.second < 20) {
      rare_first += n.first, rare_second += n.second;
      continue;
    }
    statistic += (n.first - n.second) * (n.first - n.second) / (n.first + n.second);
    ++cells;
  }
  if (rare_first + rare_second > 0) {
    statistic += (rare_first - rare_second) * (rare_first - rare_second) / (rare_first + rare_second);
    ++cells;
  }
  return boost::math::cdf(boost::math::complement(boost::math::chi_squared(cells - 1), statistic));
}

TEST(CountingSimulator, HasTheLawOfUsersOneByOne) {
  EXPECT_GT(same_law_p(small_mdp(0.4), small_mdp(0.4), 100000), trial::kRefuse);
}

TEST(CountingSimulator, WouldBeCaughtWithAnotherTransition) {
  EXPECT_LT(same_law_p(small_mdp(0.4), small_mdp(0.5), 100000), trial::kRefuse);
}

TEST(CountingSimulator, LosesNobody) {
  const LinearMdp mdp = small_mdp(0.4);
  CountingSimulator simulator(mdp);
  const StreamKey key(1, "counts");
  std::vector<std::int64_t> starts(3), by_stage(2), moved(3);
  const std::int64_t users = 1'000'000'000'000;
  simulator.start(key, 0, users, starts);
  EXPECT_EQ(starts[0] + starts[1], users);
  simulator.play(key, 0, starts, kPolicy, [&](const Tally& tally) {
    by_stage[tally.h] += tally.users;
    EXPECT_LE(tally.rewards.sum(), static_cast<double>(tally.users));
    if (tally.h == 0) {
      EXPECT_EQ(std::accumulate(tally.next.begin(), tally.next.end(), std::int64_t{0}), tally.users);
      for (int s = 0; s < 3; ++s) moved[s] += tally.next[s];
    } else {
      moved[tally.state.point] -= tally.users;
      EXPECT_TRUE(tally.next.empty());
    }
  });
  EXPECT_EQ(by_stage, (std::vector<std::int64_t>{users, users}));
  EXPECT_EQ(moved, (std::vector<std::int64_t>{0, 0, 0}));
}

TEST(CountingSimulator, AddsRewardsThatDoNotVary) {
  LinearMdp mdp = small_mdp(0.4);
  mdp.bernoulli_rewards = false;
  CountingSimulator simulator(mdp);
  const std::vector<std::int64_t> starts = {0, 1000, 0};
  simulator.play(StreamKey(1, "counts"), 0, starts, kPolicy, [&](const Tally& tally) {
    if (tally.h == 0) {
      EXPECT_NEAR(tally.rewards.sum(), 1000 * (0.2 * 0.3 + 0.8 * 0.9), 1e-9);
    }
  });
}

TEST(CountingSimulator, NeedsFinitelyManyStates) {
  LinearMdp mdp = small_mdp(0.4);
  mdp.dynamics = IntervalDynamics{};
  EXPECT_THROW(CountingSimulator{mdp}, Defect);
}

// Where rewards are drawn, those of users who stopped are not.
TEST(CountingSimulator, PaysThoseWhoStoppedExactlyTheirReward) {
  LinearMdp mdp = small_mdp(0.4);
  mdp.problem.ended = 0, mdp.problem.ended_reward = 0.3;
  CountingSimulator counting(mdp);
  const Simulator simulator(mdp);
  const std::vector<std::int64_t> starts = {1000, 1000, 0};
  double there = -1, elsewhere = -1;
  counting.play(StreamKey(1, "counts"), 0, starts, kPolicy, [&](const Tally& tally) {
    if (tally.h > 0 || tally.action == 0) return;
    (tally.state.point == 0 ? there : elsewhere) = tally.rewards.sum() / static_cast<double>(tally.users);
  });
  EXPECT_NEAR(there, 0.3, 1e-9);
  EXPECT_GT(std::abs(elsewhere - 0.78), 1e-9);  // That is the mean, of ones and zeros.
  Place here, next;
  here.state = mdp.problem.point(0);
  for (int k = 0; k < 10; ++k) {
    Stream user(3, "users", k);
    EXPECT_EQ(simulator.step(0, here, 1, user, next), 0.3);
  }
}

// The same users meet the same luck whether stages that are alike are stored once or one by one.
TEST(CountingSimulator, DoesNotSeeHowMeasuresAreStored) {
  const LinearMdp each = small_mdp(0.4);
  LinearMdp once = each;
  std::get<FiniteDynamics>(once.dynamics).measures.resize(1);
  CountingSimulator counting_each(each), counting_once(once);
  const Simulator users_each(each), users_once(once);
  for (std::int64_t trial = 0; trial < 200; ++trial) {
    EXPECT_EQ(by_counts(each, counting_each, trial), by_counts(once, counting_once, trial));
    EXPECT_EQ(by_users(each, users_each, trial), by_users(once, users_once, trial));
  }
}

}  // namespace
}  // namespace tacit
