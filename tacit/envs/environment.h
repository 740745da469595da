// How an environment describes itself to the catalogue, and what the construction of several of them shares.
//
// An environment is made from its settings and a horizon, and is a value. Everything random in it comes from streams
// named "environment/NAME/..." under its seed, so that an environment is a function of (name, settings, horizon).
// Action labels are permuted by the seed: an agent that always answers 0 must not look clever.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tacit/core/rng.h"
#include "tacit/core/settings.h"
#include "tacit/mdp/linear_mdp.h"

namespace tacit {

/// Where the state space is infinite, `states` counts the points of its public cover.
struct EnvironmentSize {
  std::int64_t states = 0, actions = 0, dimension = 0;
};

struct EnvironmentEntry {
  std::string name, summary;
  std::vector<Setting> settings;  ///< "seed" and "rewards" are among them, always.
  int (*default_horizon)(const Settings& settings);
  EnvironmentSize (*size)(const Settings& settings);
  LinearMdp (*make)(const Settings& settings, int horizon);
};

/// The settings that every environment has. The default of the seed is filled in by make_environment.
Setting seed_setting();
Setting rewards_setting(const std::string& initial);
std::uint64_t environment_seed(const Settings& settings);

/// A finite environment of the given size in which everything is zero but measure_norm, which is sqrt(dimension).
LinearMdp blank_finite_mdp(const EnvironmentSize& size, int horizon);
/// As above, with features that tell every pair of state and action apart; dimension = states * actions.
LinearMdp blank_one_hot_mdp(const EnvironmentSize& size, int horizon);

/// A uniform permutation of {0..count-1}: entry `label` is the action behind that label.
std::vector<int> permuted_labels(int count, Stream stream);

}  // namespace tacit
