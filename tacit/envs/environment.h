// How an environment describes itself to the catalogue, and what the construction of several of them shares.
//
// An environment is made from its settings and a horizon, and is a value. Everything random in it comes from streams
// named "environment/NAME/..." under its seed, so that an environment is a function of (name, settings, horizon).
// Action labels are permuted by the seed: an agent that always answers 0 must not look clever.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tacit/core/rng.h"
#include "tacit/core/settings.h"
#include "tacit/mdp/linear_mdp.h"
#include "tacit/mdp/size_limits.h"

namespace tacit {

using EnvironmentSize = MdpSize;

struct EnvironmentEntry {
  std::string name;
  std::string summary;
  std::vector<Setting> settings = {};  ///< "seed" and "rewards" are among them, always.
  std::function<int(const Settings& settings)> default_horizon;
  std::function<EnvironmentSize(const Settings& settings)> size;
  std::function<LinearMdp(const Settings& settings, int horizon)> make;
};

/// The settings that every environment has. The default of the seed is filled in by make_environment.
Setting seed_setting();
Setting rewards_setting(const std::string& initial);
std::uint64_t environment_seed(const Settings& settings);
/// Of environments of which some part is the same in every stage: whether that is declared (Problem::alike).
Setting stages_setting(const std::string& initial);
bool declares_alike(const Settings& settings);

/// An entry for an environment that is already there, of any kind: it has no settings but the two that all have, its
/// seed changes nothing, and its horizon can be changed where its stages are alike. Throws Error unless it is a linear
/// MDP.
EnvironmentEntry fixed_environment(LinearMdp mdp, std::string summary);

/// A finite environment of the given size in which everything is zero but measure_norm, which is sqrt(dimension). It
/// has one measure for all stages where the size says that they are alike.
LinearMdp blank_finite_mdp(const EnvironmentSize& size, int horizon);
/// As above, with features that tell every pair of state and action apart; dimension = states * actions.
LinearMdp blank_one_hot_mdp(const EnvironmentSize& size, int horizon);
/// So many cells in which one walks in four directions, and last the state `ended`, which nobody leaves: one-hot
/// features, but all actions of `ended` share one, the last. One measure for all stages.
LinearMdp blank_grid_mdp(Index cells, int horizon);

/// A uniform permutation of {0..count-1}: entry `label` is the action behind that label.
std::vector<int> permuted_labels(int count, Stream stream);

}  // namespace tacit
