#include "tacit/envs/frozen_lake.h"

#include <string_view>

#include "tacit/envs/grid.h"

namespace tacit {
namespace {

// S: start, F: frozen, H: hole, G: goal.
constexpr std::string_view kSmall = "SFFFFHFHFFFHHFFG";
constexpr std::string_view kLarge =
    "SFFFFFFF"
    "FFFFFFFF"
    "FFFHFFFF"
    "FFFFFHFF"
    "FFFHFFFF"
    "FHHFFFHF"
    "FHFFHFHF"
    "FFFHFFFG";

struct Lake {
  Grid grid;
  std::string_view map;
  std::vector<Index> state;  ///< Per cell: its state, and that of those who ended for holes and the goal.
  Index ended = 0;
};

bool is_large(const Settings& settings) { return settings.text("size") == "8x8"; }

Lake lake(const Settings& settings) {
  const Index side = is_large(settings) ? 8 : 4;
  Lake result{{side, side}, is_large(settings) ? kLarge : kSmall, {}, 0};
  for (const char cell : result.map) result.ended += cell == 'S' || cell == 'F';
  Index next = 0;
  for (const char cell : result.map) result.state.push_back(cell == 'S' || cell == 'F' ? next++ : result.ended);
  return result;
}

EnvironmentSize size(const Settings& settings) {
  const Index cells = lake(settings).ended;
  return {cells + 1, kDirections, kDirections * cells + 1};
}

LinearMdp make(const Settings& settings, int horizon) {
  const Lake lake = tacit::lake(settings);
  LinearMdp mdp = blank_grid_mdp(lake.ended, horizon);
  auto& dynamics = std::get<FiniteDynamics>(mdp.dynamics);
  Matrix& measure = dynamics.measures.front();
  const StreamKey key(environment_seed(settings), "environment/frozen-lake/labels");
  const int slips = settings.text("slippery") == "yes" ? 1 : 0;
  const double chance = 1.0 / (1 + 2 * slips);

  for (Index cell = 0; cell < lake.grid.cells(); ++cell) {
    const Index s = lake.state[cell];
    if (s == lake.ended) continue;
    const auto labels = permuted_labels(kDirections, Stream(key, static_cast<std::uint64_t>(s)));
    for (int label = 0; label < kDirections; ++label) {
      const Index row = kDirections * s + label;
      for (int slip = -slips; slip <= slips; ++slip) {
        const Index to = lake.grid.moved(cell, (labels[label] + slip + kDirections) % kDirections);
        measure(row, lake.state[to]) += chance;
        if (lake.map[to] == 'G') mdp.rewards.col(row).array() += chance;
      }
    }
  }
  dynamics.start[0] = 1;
  if (declares_alike(settings)) mdp.problem.alike = {.transitions = true, .rewards = true};
  return mdp;
}

}  // namespace

EnvironmentEntry frozen_lake() {
  return {.name = "frozen-lake",
          .summary = "cross the ice to the goal without falling through a hole; it may be slippery",
          .settings = {Setting::choice("size", "4x4", {"4x4", "8x8"}, "which of the two maps"),
                       Setting::choice("slippery", "yes", {"yes", "no"}, "whether one slips to either side"),
                       stages_setting("alike"), rewards_setting("learned"), seed_setting()},
          .default_horizon = [](const Settings& settings) { return is_large(settings) ? 200 : 100; },
          .size = size,
          .make = make};
}

}  // namespace tacit
