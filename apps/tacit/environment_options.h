// Options that several subcommands share.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tacit/core/settings.h"

namespace tacit::program {

/// --env, --horizon, --seed and --set, as text until they are read.
struct EnvironmentOptions {
  std::string env, seed = "1";
  std::optional<std::string> horizon;
  std::vector<std::string> set;

  void add_to(CLI::App& command, bool env_required = true);
  int read_horizon() const;  ///< 0 where none was given.
  std::uint64_t read_seed() const;
};

/// The --set SCOPE.KEY=VALUE of one scope ("env", "agent"). Throws Error on one that belongs to none of `scopes`.
Assignments assignments(const std::vector<std::string>& set, const std::string& scope,
                        const std::vector<std::string>& scopes);

}  // namespace tacit::program
