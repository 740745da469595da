// The catalogue of environments: the one place where a name becomes an environment.
//
// Everything in the catalogue is tested by being in it (catalog_test.cc): a new environment is one more entry here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tacit/envs/environment.h"

namespace tacit {

inline constexpr int kLongestHorizon = 10000;

const std::vector<EnvironmentEntry>& environments();

/// Throws Error (field "--env") with a suggestion where the name is unknown.
const EnvironmentEntry& environment_entry(const std::string& name);

/// Makes the environment `name`; horizon 0 means its default, and `seed` is the default of its setting "seed". Throws
/// Error: the name ("--env"), the horizon ("--horizon"), a setting ("env.KEY"), or, before anything large is
/// allocated, sizes that would take more than 60% of the machine's memory.
LinearMdp make_environment(const std::string& name, int horizon, std::uint64_t seed, const Assignments& settings);

}  // namespace tacit
