// The catalogue of environments: the one place where a name becomes an environment.
//
// Everything in the catalogue is tested by being in it (catalog_test.cc): a new environment is one more entry here.
// Whoever has one of their own adds it with register_environment, and sweeps, reports, audits and lists see it; or
// writes it into a file, whose name then goes wherever a name goes (environment_file.h).
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "tacit/envs/environment.h"

namespace tacit {

/// References to entries stay valid.
const std::deque<EnvironmentEntry>& environments();

/// Throws Error (field "env") with a suggestion where the name is unknown.
const EnvironmentEntry& environment_entry(const std::string& name);

/// Adds an entry; the settings "rewards" (learned) and "seed" are added where it has none. Throws Error where the name
/// is taken or is not one: letters, digits, '-' and '_'. Call it before the first experiment: it is not safe beside
/// other threads that look names up.
void register_environment(EnvironmentEntry entry);

/// The settings of an entry with the values that are given; `seed` is the default of the setting "seed". Throws Error
/// ("env.KEY").
Settings environment_settings(const EnvironmentEntry& entry, std::uint64_t seed, const Assignments& given);

/// Makes the environment `name`, or reads the file of that name; horizon 0 means its default. Throws Error: the name
/// ("env"), the horizon ("horizon"), a setting ("env.KEY"), the file, or, before anything large is allocated, sizes
/// that would take more than 60% of the machine's memory.
/// Where the checksum of a file is given, its content must be that one.
LinearMdp make_environment(const std::string& name, int horizon, std::uint64_t seed, const Assignments& settings,
                           const std::string& file_sha256 = {});

/// For an environment that is not made but given: throws Error where it is no linear MDP, and where another name or
/// horizon is asked for, or a setting.
void require_taken_as_given(const LinearMdp& mdp, const std::string& name, int horizon, const Assignments& settings);

}  // namespace tacit
