#include "tacit/agents/countable.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "tacit/agents/controls.h"
#include "tacit/agents/lsvi/lsvi_agent.h"
#include "tacit/core/error.h"
#include "tacit/mdp/simulator.h"
#include "tests/small_mdps.h"

namespace tacit {
namespace {

constexpr std::int64_t kEpisodes = 90;
constexpr int S = 4, A = 3, H = 4;  // The size of the small MDP.

/// Gathers users until they are handed over.
class Gathered {
 public:
  void add(const Step& step) {
    Cell& cell = cells_[{step.h, step.state.point, step.action}];
    cell.state = step.state;
    ++cell.users;
    cell.rewards.add(step.reward);
    ++cell.next[step.next.point];
  }
  void hand_to(Countable& agent) {
    for (const auto& [key, cell] : cells_) {
      const auto& [h, s, a] = key;
      agent.observe_users({h, cell.state, a, cell.users, cell.rewards, cell.next});
    }
    cells_.clear();
  }

 private:
  struct Cell {
    State state;
    std::int64_t users = 0;
    BoundedSum rewards;
    std::vector<std::int64_t> next = std::vector<std::int64_t>(S);
  };
  std::map<std::tuple<int, Index, int>, Cell> cells_;
};

/// The largest difference between the plans of one who met users one by one and one who was told how many did what.
double largest_difference(const LinearMdp& mdp, LsviAgent& one_by_one, LsviAgent& told) {
  const Simulator simulator(mdp);
  Countable& countable = *tacit::countable(told);
  std::vector<Step> steps(H);
  Gathered gathered;
  std::int64_t waiting = 0, plans = 0;
  double largest = 0;
  Place here, there;
  for (std::int64_t k = 0; k < kEpisodes; ++k) {
    Stream luck(5, "users", k);
    simulator.start(luck, here);
    for (int h = 0; h < H; ++h) {
      const int action = static_cast<int>(luck.below(A));
      const double reward = simulator.step(h, here, action, luck, there);
      const Step step{h, here.state, action, reward, there.state};
      steps[h] = step;
      gathered.add(step);
      std::swap(here, there);
    }
    const bool planned = one_by_one.take({one_by_one.policy().version(), steps}).new_policy;
    if (++waiting < std::min(countable.steady_users(), kEpisodes)) {
      EXPECT_FALSE(planned) << k;
      continue;
    }
    gathered.hand_to(countable);
    EXPECT_EQ(countable.end_episodes(waiting), planned) << k;
    waiting = 0;
    plans += planned;
    const Policy ours = one_by_one.policy(), theirs = told.policy();
    for (int h = 0; h < H; ++h)
      for (int i = 0; i < S * A; ++i)
        largest = std::max(largest, std::abs(ours.action_values(h)[i] - theirs.action_values(h)[i]));
  }
  EXPECT_EQ(waiting, 0);
  EXPECT_EQ(plans, countable.most_switches());
  EXPECT_GT(plans, 3);
  return largest;
}

LsviOptions scheduled(Weighing weights) {
  LsviOptions options;
  options.constants.family = Family::lsvi_ucb_plus_plus;
  options.switching = {.kind = SwitchingRule::Kind::geometric, .ratio = 1.5, .first = 7};
  options.weights = weights;
  return options;
}

PrivacyContext budget() { return {Promise(Mu(20), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation)}; }

TEST(Countable, LsviAgentPlansAsFromUsersOneByOne) {
  const LinearMdp mdp = trial::small_finite(false);
  const PrivacyContext privacy = budget();
  for (const Weighing weights : {Weighing::equal, Weighing::unit, Weighing::variance}) {
    LsviAgent one_by_one(mdp.problem, scheduled(weights), kEpisodes, 1, &privacy);
    LsviAgent told(mdp.problem, scheduled(weights), kEpisodes, 1, &privacy);
    // Sums in another order: rounding, and what planning makes of it.
    EXPECT_LT(largest_difference(mdp, one_by_one, told), 1e-9) << static_cast<int>(weights);
  }
}

TEST(Countable, LsviAgentIsNotWhereAUserMayChangeThePolicyOrTheWeights) {
  const LinearMdp mdp = trial::small_finite(false);
  LsviOptions doubling = scheduled(Weighing::equal);
  doubling.switching.kind = SwitchingRule::Kind::doubling;
  LsviAgent looks(mdp.problem, doubling, kEpisodes, 1),
      weighs(mdp.problem, scheduled(Weighing::variance), kEpisodes, 1);
  LsviAgent neither(mdp.problem, scheduled(Weighing::equal), kEpisodes, 1);
  EXPECT_EQ(countable(looks), nullptr);
  EXPECT_EQ(countable(weighs), nullptr);
  EXPECT_NE(countable(neither), nullptr);
}

TEST(Countable, LsviAgentTakesNoMoreUsersThanMeetItsPolicy) {
  const LinearMdp mdp = trial::small_finite(false);
  LsviAgent agent(mdp.problem, scheduled(Weighing::equal), kEpisodes, 1);
  EXPECT_EQ(countable(agent)->steady_users(), 7);
  EXPECT_THROW(countable(agent)->end_episodes(8), Defect);
}

TEST(Countable, ControlsAreForEver) {
  const LinearMdp mdp = trial::small_finite(false);
  FixedAgent agent(mdp.problem, uniform_policy(mdp.problem));
  Countable& countable = *tacit::countable(agent);
  EXPECT_FALSE(countable.end_episodes(1'000'000'000'000));
  EXPECT_GE(countable.steady_users(), 1'000'000'000'000);
  EXPECT_EQ(countable.most_switches(), 0);
}

}  // namespace
}  // namespace tacit
