#include "tacit/envs/river_swim.h"

#include <algorithm>

namespace tacit {
namespace {

enum Action : int { kLeft, kRight };

EnvironmentSize size(const Settings& settings) {
  const std::int64_t states = settings.integer("states");
  return {.states = states, .actions = 2, .dimension = 2 * states, .alike = true};
}

Eigen::RowVectorXd next_state(Index s, Index states, int action) {
  Eigen::RowVectorXd next = Eigen::RowVectorXd::Zero(states);
  if (action == kLeft) {
    next[std::max<Index>(s - 1, 0)] = 1;
  } else if (s == 0) {
    next[0] = 0.4;
    next[1] = 0.6;
  } else if (s == states - 1) {
    next[s - 1] = 0.4;
    next[s] = 0.6;
  } else {
    next[s - 1] = 0.05;
    next[s] = 0.6;
    next[s + 1] = 0.35;
  }
  return next;
}

LinearMdp make(const Settings& settings, int horizon) {
  LinearMdp mdp = blank_one_hot_mdp(size(settings), horizon);
  auto& dynamics = std::get<FiniteDynamics>(mdp.dynamics);
  const Index states = dynamics.start.size();
  const std::uint64_t seed = environment_seed(settings);

  Matrix& first = dynamics.measures.front();
  for (Index s = 0; s < states; ++s) {
    const auto labels = permuted_labels(2, Stream(seed, "environment/river-swim/labels", s));
    for (int label = 0; label < 2; ++label) {
      const Index row = 2 * s + label;
      const int action = labels[label];
      first.row(row) = next_state(s, states, action);
      if (s == 0 && action == kLeft) mdp.rewards.col(row).setConstant(0.005);
      if (s == states - 1 && action == kRight) mdp.rewards.col(row).setConstant(1);
    }
  }
  dynamics.start[0] = 1;
  if (declares_alike(settings)) mdp.problem.alike = {.transitions = true, .rewards = true};
  return mdp;
}

}  // namespace

EnvironmentEntry river_swim() {
  return {.name = "river-swim",
          .summary = "a chain against the current: a small reward at hand, a large one far upstream",
          .settings = {Setting::integer("states", 6, 3, 1000, "length of the chain"), stages_setting("unsaid"),
                       rewards_setting("learned"), seed_setting()},
          .default_horizon = [](const Settings&) { return 20; },
          .size = size,
          .make = make};
}

}  // namespace tacit
