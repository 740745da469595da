// The cells of a sweep: one environment of one seed, one agent with its options, one budget; all runs of it.
//
// A cell has a readable id that also names its files, such as `two-state_dp-lsvi-ucb++_eps-1_seed-1_4f0c2a9b1d`. Its
// last part is a hash of all that determines the result, settings left at their defaults included: the same experiment
// has the same id in any sweep, and a changed one has another. Labels are no part of it. Of an environment from a file
// the content is hashed: the same file elsewhere is the same environment. The readable part has the name that stands in
// the file, if one does, and the beginning of its hash.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tacit/lab/experiment/spec.h"
#include "tacit/lab/sweep/sweep_file.h"

namespace tacit {

struct Cell {
  std::size_t index = 0;  ///< Among all cells of the sweep.
  std::string id;
  std::string env_label;  ///< How the environment is called in tables and figures.
  std::string label;      ///< The same for the agent with its options.
  RunSpec spec;
  std::size_t environment = 0, agent = 0;  ///< Entries of the sweep that it is from.
};

/// In the order of the file: environments, seeds, agents, options, budgets. Agents that take no budget occur once.
/// Throws Error where two cells are the same.
std::vector<Cell> expand(const SweepSpec& sweep);

/// The id of an experiment. `varied` are the settings that the readable part shows; `called` is what it calls the
/// environment of a file or of one's own, "file" where it is empty.
std::string cell_id(const RunSpec& spec, const Assignments& varied = {}, const std::string& called = {});

/// The command that runs a cell alone; none where the environment or the agent is one's own.
std::string run_command(const RunSpec& spec);

/// Part `number` of `count`, from 1: cell k belongs to part k mod count + 1.
struct Shard {
  int number = 1, count = 1;
  bool has(std::size_t index) const { return index % static_cast<std::size_t>(count) + 1 == std::size_t(number); }
};

inline constexpr int kMostShards = 100'000;

/// "2/8"; throws Error naming `field`.
Shard parse_shard(const std::string& text, const std::string& field);

}  // namespace tacit
