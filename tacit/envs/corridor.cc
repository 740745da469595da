#include "tacit/envs/corridor.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tacit {
namespace {

constexpr Index kCoverPoints = 2049;
constexpr double kLargestShift = 0.2;
constexpr double kConcentration = 30;
constexpr double kLargestDrift = 0.12;
constexpr double kPeakRange = 0.3;  // The peak stays within 0.5 +- this.
constexpr double kBumpWidth = 0.12;
constexpr double kTopReward = 0.95;

EnvironmentSize size(const Settings& settings) {
  return {kCoverPoints, settings.integer("actions"), settings.integer("dimension")};
}

// A sine over the stages with a random phase and a random period of about a dozen stages.
struct Swing {
  double period, phase;
  explicit Swing(Stream stream) : period(9 + 6 * stream.uniform()), phase(stream.uniform()) {}
  double at(int h) const { return std::sin(2 * std::numbers::pi * (h / period + phase)); }
};

std::vector<double> shifts(int actions, std::uint64_t seed) {
  const auto labels = permuted_labels(actions, Stream(seed, "environment/corridor/labels"));
  std::vector<double> result;
  result.reserve(labels.size());
  for (const int action : labels) result.push_back(kLargestShift * (2.0 * action / (actions - 1) - 1));
  return result;
}

LinearMdp make(const Settings& settings, int horizon) {
  LinearMdp mdp;
  Problem& p = mdp.problem;
  const std::uint64_t seed = environment_seed(settings);
  p.horizon = horizon;
  p.actions = static_cast<int>(settings.integer("actions"));
  p.dimension = static_cast<int>(settings.integer("dimension"));
  p.finite = false;
  p.measure_norm = std::sqrt(p.dimension);

  const double spacing = 1.0 / (p.dimension - 1);
  const double width = std::max(kBumpWidth, 0.8 * spacing);
  const Swing drift(Stream(seed, "environment/corridor/drift"));
  const Swing peak(Stream(seed, "environment/corridor/peak"));
  IntervalDynamics dynamics{shifts(p.actions, seed), {}, {2, 2}};
  mdp.rewards.resize(horizon, p.dimension);
  for (int h = 0; h < horizon; ++h) {
    auto& laws = dynamics.measures.emplace_back();
    for (int i = 0; i < p.dimension; ++i) {
      const double centre = std::clamp(i * spacing + kLargestDrift * drift.at(h), 0.0, 1.0);
      laws.push_back({1 + kConcentration * centre, 1 + kConcentration * (1 - centre)});
      const double distance = (i * spacing - (0.5 + kPeakRange * peak.at(h))) / width;
      mdp.rewards(h, i) = kTopReward * std::exp(-0.5 * distance * distance);
    }
  }
  p.points = interval_cover(dynamics, p.dimension, kCoverPoints);
  mdp.dynamics = std::move(dynamics);
  return mdp;
}

}  // namespace

EnvironmentEntry corridor() {
  return {.name = "corridor",
          .summary = "a continuous state: follow a moving target through a changing current",
          .settings = {Setting::integer("actions", 5, 2, 1000, "number of actions"),
                       Setting::integer("dimension", 8, 2, 1000, "number of anchors"), rewards_setting("learned"),
                       seed_setting()},
          .default_horizon = [](const Settings&) { return 10; },
          .size = size,
          .make = make};
}

}  // namespace tacit
