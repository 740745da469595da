// Options that subcommands share which run agents: which one, its budget, how many runs at a time.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "tacit/privacy/release_value.h"

namespace tacit::program {

/// --agent.
struct AgentOption {
  std::string agent;
  void add_to(CLI::App& command);
};

/// --epsilon and --delta.
struct BudgetOptions {
  std::optional<std::string> epsilon, delta;

  /// Returns --epsilon and --delta.
  std::pair<CLI::Option*, CLI::Option*> add_to(CLI::App& command, const std::string& epsilon_help);
  std::optional<double> read_epsilon() const;
  std::optional<double> read_delta() const;
  /// The default of so many users where none was given.
  double read_delta(std::int64_t episodes) const;
};

/// Says on standard error what there is to say of a budget for so many users.
void warn_of_budget(const std::optional<double>& epsilon, const std::optional<double>& delta, std::int64_t episodes);

/// --noise.
struct NoiseOption {
  std::string noise = "simulation";
  void add_to(CLI::App& command, const std::string& help);
  Noise read() const { return parse_noise(noise, "--noise"); }
};

/// --jobs.
struct JobOption {
  std::optional<std::string> jobs;
  void add_to(CLI::App& command);
  int read() const;  ///< One per core unless given.
};

}  // namespace tacit::program
