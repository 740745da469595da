#include "tacit/envs/deep_sea.h"

#include <algorithm>

namespace tacit {
namespace {

enum Action : int { kLeft, kRight };

EnvironmentSize size(const Settings& settings) {
  const std::int64_t columns = settings.integer("size");
  return {.states = columns, .actions = 2, .dimension = 2 * columns, .alike = true};
}

LinearMdp make(const Settings& settings, int horizon) {
  LinearMdp mdp = blank_one_hot_mdp(size(settings), horizon);
  auto& dynamics = std::get<FiniteDynamics>(mdp.dynamics);
  const Index columns = dynamics.start.size();
  const StreamKey key(environment_seed(settings), "environment/deep-sea/labels");
  // Before the last of at most N stages nobody is in column N-1, so what is paid there makes no difference.
  const bool alike = declares_alike(settings) && horizon <= columns;

  Matrix& first = dynamics.measures.front();
  for (Index s = 0; s < columns; ++s) {
    const auto labels = permuted_labels(2, Stream(key, static_cast<std::uint64_t>(s)));
    for (int label = 0; label < 2; ++label) {
      const Index row = 2 * s + label;
      const bool right = labels[label] == kRight;
      first(row, right ? std::min(s + 1, columns - 1) : std::max<Index>(s - 1, 0)) = 1;
      if (!right) mdp.rewards.col(row).setConstant(0.01 / static_cast<double>(columns));
      if (right && s == columns - 1) mdp.rewards.col(row).tail(alike ? horizon : 1).setConstant(1);
    }
  }
  dynamics.start[0] = 1;
  mdp.problem.alike = {.transitions = declares_alike(settings), .rewards = alike};
  mdp.bernoulli_rewards = false;
  return mdp;
}

}  // namespace

EnvironmentEntry deep_sea() {
  return {.name = "deep-sea",
          .summary = "a combination lock: one sequence of actions in 2^N is worth 1, all others next to nothing",
          .settings = {Setting::integer("size", 6, 2, 1000, "number of columns, and the default horizon"),
                       stages_setting("unsaid"), rewards_setting("learned"), seed_setting()},
          .default_horizon = [](const Settings& settings) { return static_cast<int>(settings.integer("size")); },
          .size = size,
          .make = make};
}

}  // namespace tacit
