// A sweep as a file: environments x agents x options x budgets x seeds, in TOML. docs/lab.md describes the keys.
//
// Everything that can be known to be wrong without running anything is refused here, with file, line and field:
// "figure.toml:12: agent.set.ratio: 'abc' is not allowed; expected a number from 1.01 to 1e+06". Names, settings and
// ranges are those of the catalogues. What only an agent in its environment can object to is found by check_sweep
// (sweep.h), still before the first run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/core/settings.h"
#include "tacit/lab/experiment/spec.h"
#include "tacit/privacy/accounting/budget.h"

namespace tacit {

/// A setting of an agent: one value where it is set, several where it is part of the grid.
struct SweepOption {
  std::string name;
  std::vector<std::string> values;
  bool grid = false;
  int line = 0;
};

struct SweepEnvironment {
  std::string name, label;                    ///< The name is one of the catalogue, or a path.
  std::shared_ptr<const LinearMdp> own = {};  ///< One's own; never from a file.
  std::string sha256 = {};                    ///< Of the file, where it is one,
  std::string called = {};                    ///< and its name where it stands in the file: what ids show.
  int horizon = 0;                            ///< 0: the environment's own.
  std::int64_t episodes = 0;                  ///< 0: those of the sweep.
  Assignments settings;
  int line = 0;
};

struct SweepAgent {
  std::string name, label;
  std::vector<SweepOption> options;
  std::shared_ptr<const AgentEntry> own = {};  ///< One's own; never from a file.
  std::vector<double> epsilon;                 ///< At least one for an agent that takes a budget, none for others.
  int line = 0;
};

struct SweepSpec {
  std::string file;  ///< Its name, for messages.
  std::string text;  ///< As it was read.
  std::string name, title;
  std::int64_t episodes = 0;
  int runs = 1;
  std::vector<std::uint64_t> seeds = {1};  ///< The seeds of environments.
  std::optional<double> delta;             ///< None: default_delta of the episodes.
  std::optional<Adjacency> adjacency;
  Noise noise = Noise::simulation;  ///< Of the agents that take a budget; never production.
  std::optional<Simulation> simulation;
  std::vector<SweepEnvironment> environments;
  std::vector<SweepAgent> agents;

  /// "figure.toml:12: "; nothing of a sweep that was made in code.
  std::string at(int line) const { return file.empty() ? "" : file + ":" + std::to_string(line) + ": "; }
};

inline constexpr std::size_t kMostSweepBytes = std::size_t{1} << 20;
inline constexpr int kMostSweepEntries = 100;  ///< Environments; agents.
inline constexpr int kMostSweepValues = 1000;  ///< Seeds; budgets; values of an option.
inline constexpr int kMostCells = 100'000;
inline constexpr double kMostSweepUsers = 1e15;  ///< Episodes over all cells and runs.

/// Throws Error. `file` is only a name here, beside which the files of environments are looked for.
SweepSpec parse_sweep(std::string_view text, const std::string& file);
SweepSpec read_sweep(const std::filesystem::path& file);

}  // namespace tacit
