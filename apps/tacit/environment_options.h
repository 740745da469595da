// What environment, and what is set of it and of the agent: the options that most subcommands have.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tacit/core/settings.h"
#include "tacit/mdp/linear_mdp.h"

namespace tacit::program {

/// --env, --horizon, --seed and --set, as text until they are read.
struct EnvironmentOptions {
  std::string env, seed = "1";
  std::optional<std::string> horizon;
  std::vector<std::string> set;

  void add_to(CLI::App& command, bool env_required = true);
  int read_horizon() const;  ///< 0 where none was given.
  std::uint64_t read_seed() const;
  /// Throws Error on a setting of anything but an environment.
  LinearMdp make() const;

  /// Into a RunSpec or a WorldSpec, with the settings of the agent.
  template <typename Spec>
  void read_into(Spec& spec) const {
    spec.env = env;
    spec.horizon = read_horizon();
    spec.seed = read_seed();
    spec.env_settings = assignments("env", {"env", "agent"});
    spec.agent_settings = assignments("agent", {"env", "agent"});
  }
  /// The same for commands that make the environment more than once: a file must not change meanwhile.
  template <typename Spec>
  void pin_into(Spec& spec) const {
    read_into(spec);
    spec.env_sha256 = file_checksum();
  }

 private:
  /// The --set SCOPE.KEY=VALUE of one scope. Throws Error on one that belongs to none of `scopes`.
  Assignments assignments(const std::string& scope, const std::vector<std::string>& scopes) const;
  std::string file_checksum() const;  ///< Empty where it is no file.
};

/// "rewards from -100 to 0 count as 0 to 1: .." and an end of line; empty where they are stated from 0 to 1.
std::string range_line(const RewardRange& range);

}  // namespace tacit::program
