#include "tacit/envs/simplex.h"

#include <tbb/parallel_for.h>

#include <span>

namespace tacit {
namespace {

EnvironmentSize size(const Settings& settings) {
  return {settings.integer("states"), settings.integer("actions"), settings.integer("dimension")};
}

// Every row has a stream of its own, so the result does not depend on how the work is shared.
void fill_with_dirichlet(Matrix& rows, double concentration, const StreamKey& key, std::uint64_t lane) {
  tbb::parallel_for(Index{0}, rows.rows(), [&](Index row) {
    Stream(key, static_cast<std::uint64_t>(row), lane)
        .dirichlet(concentration, std::span(rows.row(row).data(), static_cast<std::size_t>(rows.cols())));
  });
}

LinearMdp make(const Settings& settings, int horizon) {
  LinearMdp mdp = blank_finite_mdp(size(settings), horizon);
  auto& dynamics = std::get<FiniteDynamics>(mdp.dynamics);
  const std::uint64_t seed = environment_seed(settings);

  fill_with_dirichlet(mdp.problem.points, 0.3, StreamKey(seed, "environment/simplex/features"), 0);
  const StreamKey measures(seed, "environment/simplex/measures");
  for (int h = 0; h < horizon; ++h) fill_with_dirichlet(dynamics.measures[h], 0.2, measures, h);
  Stream rewards(seed, "environment/simplex/rewards");
  for (double& theta : mdp.rewards.reshaped()) {
    const double u = rewards.uniform();
    theta = u * u * u;
  }
  dynamics.start.setConstant(1.0 / static_cast<double>(dynamics.start.size()));
  return mdp;
}

}  // namespace

EnvironmentEntry simplex() {
  return {.name = "simplex",
          .summary = "a random linear MDP of any size: every pair of state and action is a mixture of d anchors",
          .settings = {Setting::integer("states", 20, 2, 10'000'000, "number of states"),
                       Setting::integer("actions", 10, 2, 100'000, "number of actions"),
                       Setting::integer("dimension", 5, 1, 10'000, "number of features"), rewards_setting("learned"),
                       seed_setting()},
          .default_horizon = [](const Settings&) { return 10; },
          .size = size,
          .make = make};
}

}  // namespace tacit
