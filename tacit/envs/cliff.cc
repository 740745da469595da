#include "tacit/envs/cliff.h"

#include "tacit/envs/grid.h"

namespace tacit {
namespace {

constexpr Grid kGrid{4, 12};
constexpr RewardRange kRange{-100, 0};
constexpr double kStep = -1, kFall = -100;
const Index kStart = kGrid.cell(3, 0), kGoal = kGrid.cell(3, 11);
const Index kEnded = kStart + 1;  // All cells up to the start can be stood on: they are their own numbers.

EnvironmentSize size(const Settings&) { return {kEnded + 1, kDirections, kDirections * kEnded + 1}; }

LinearMdp make(const Settings& settings, int horizon) {
  LinearMdp mdp = blank_grid_mdp(kEnded, horizon);
  auto& dynamics = std::get<FiniteDynamics>(mdp.dynamics);
  const StreamKey key(environment_seed(settings), "environment/cliff/labels");

  for (Index s = 0; s < kEnded; ++s) {
    const auto labels = permuted_labels(kDirections, Stream(key, static_cast<std::uint64_t>(s)));
    for (int label = 0; label < kDirections; ++label) {
      const Index row = kDirections * s + label, to = kGrid.moved(s, labels[label]);
      const bool falls = to > kStart && to < kGoal;
      dynamics.measures.front()(row, falls ? kStart : to == kGoal ? kEnded : to) = 1;
      mdp.rewards.col(row).setConstant(kRange.counted(falls ? kFall : kStep));
    }
  }
  mdp.problem.ended_reward = kRange.counted(0);
  mdp.rewards.rightCols(1).setConstant(mdp.problem.ended_reward);
  dynamics.start[kStart] = 1;
  mdp.bernoulli_rewards = false;
  mdp.reward_range = kRange;
  if (declares_alike(settings)) mdp.problem.alike = {.transitions = true, .rewards = true};
  return mdp;
}

}  // namespace

EnvironmentEntry cliff() {
  return {.name = "cliff",
          .summary = "walk around a cliff, or along its edge: rewards from -100 to 0, and an end at the goal",
          .settings = {stages_setting("alike"), rewards_setting("learned"), seed_setting()},
          .default_horizon = [](const Settings&) { return 20; },
          .size = size,
          .make = make};
}

}  // namespace tacit
