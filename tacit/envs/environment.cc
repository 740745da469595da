#include "tacit/envs/environment.h"

#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "tacit/envs/grid.h"
#include "tacit/mdp/file/mdp_file.h"

namespace tacit {

Setting seed_setting() {
  // Whole numbers that survive a double, so that files in JSON carry them unchanged.
  return Setting::integer("seed", 0, 0, std::int64_t{1} << 53,
                          "which environment of its kind (default: the run's seed)");
}

Setting rewards_setting(const std::string& initial) {
  return Setting::choice("rewards", initial, {"known", "learned"}, "whether the agent is given the mean rewards");
}

std::uint64_t environment_seed(const Settings& settings) {
  return static_cast<std::uint64_t>(settings.integer("seed"));
}

Setting stages_setting(const std::string& initial) {
  return Setting::choice("stages", initial, {"unsaid", "alike"},
                         "whether the agent is told what is the same in every stage");
}

bool declares_alike(const Settings& settings) { return settings.text("stages") == "alike"; }

EnvironmentEntry fixed_environment(LinearMdp mdp, std::string summary) {
  validate(mdp);
  const auto shared = std::make_shared<const LinearMdp>(std::move(mdp));
  const Problem& p = shared->problem;
  const EnvironmentSize size{p.point_count(), p.actions, p.dimension};
  return {.name = shared->name,
          .summary = std::move(summary),
          .settings = {rewards_setting(p.rewards_known() ? "known" : "learned"), seed_setting()},
          .default_horizon = [shared](const Settings&) { return shared->problem.horizon; },
          .size = [size](const Settings&) { return size; },
          .make =
              [shared](const Settings&, int horizon) {
                LinearMdp copy = *shared;
                change_horizon(copy, horizon);
                return copy;
              }};
}

LinearMdp blank_finite_mdp(const EnvironmentSize& size, int horizon) {
  LinearMdp mdp;
  Problem& p = mdp.problem;
  p.horizon = horizon;
  p.actions = static_cast<int>(size.actions);
  p.dimension = static_cast<int>(size.dimension);
  p.points = Matrix::Zero(size.states * size.actions, size.dimension);
  p.measure_norm = std::sqrt(static_cast<double>(size.dimension));
  mdp.rewards = Matrix::Zero(horizon, size.dimension);
  FiniteDynamics dynamics;
  dynamics.measures.assign(size.alike ? 1 : horizon, Matrix::Zero(size.dimension, size.states));
  dynamics.start = Vector::Zero(size.states);
  mdp.dynamics = std::move(dynamics);
  return mdp;
}

LinearMdp blank_one_hot_mdp(const EnvironmentSize& size, int horizon) {
  LinearMdp mdp = blank_finite_mdp(size, horizon);
  mdp.problem.points.setIdentity();
  return mdp;
}

LinearMdp blank_grid_mdp(Index cells, int horizon) {
  const Index rows = kDirections * cells;
  LinearMdp mdp =
      blank_finite_mdp({.states = cells + 1, .actions = kDirections, .dimension = rows + 1, .alike = true}, horizon);
  mdp.problem.ended = cells;
  mdp.problem.points.topLeftCorner(rows, rows).setIdentity();
  mdp.problem.points.bottomRightCorner(kDirections, 1).setOnes();
  std::get<FiniteDynamics>(mdp.dynamics).measures.front()(rows, cells) = 1;
  return mdp;
}

std::vector<int> permuted_labels(int count, Stream stream) {
  std::vector<int> labels(count);
  std::iota(labels.begin(), labels.end(), 0);
  stream.shuffle(labels);
  return labels;
}

}  // namespace tacit
