// Runs a sweep into a results directory: in parallel, in parts, and again where it was interrupted.
//
// What is found does not depend on the number of jobs, on the parts or on interruptions: every run has its own streams.
// A cell that is finished is never run again; one that is interrupted leaves nothing. Work is handed out run by run,
// in the order of the cells, so that few cells are open at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tacit/lab/sweep/cell.h"
#include "tacit/lab/sweep/cell_file.h"
#include "tacit/lab/sweep/sweep_file.h"

namespace tacit {

/// Makes every environment once and in it every agent with all its options and budgets, without a run. Throws Error
/// with the line of the file that only then turns out to be wrong: too large, of no effect, too many releases.
void check_sweep(const SweepSpec& sweep, const std::vector<Cell>& cells);

/// Called from any thread, one call at a time.
struct SweepHooks {
  /// Before the first run: cells of this part, those of them finished earlier, those of these by another build.
  std::function<void(std::size_t cells, std::size_t finished, std::size_t other_builds)> begin;
  /// Users of this part so far, and in all; only of cells that had to be run.
  std::function<void(std::int64_t done, std::int64_t total)> progress;
  std::function<void(const CellResult& result)> finished;
  std::function<void(const Cell& cell, const std::string& why)> failed;
  /// Set it to stop soon.
  const std::atomic<bool>* stop = nullptr;
};

struct SweepOptions {
  std::filesystem::path directory;
  Shard shard;
  int jobs = 1;
  bool replace = false;  ///< Into a directory that holds a sweep of another name.
};

struct SweepOutcome {
  std::size_t cells = 0;     ///< How many this part has.
  std::size_t finished = 0;  ///< Earlier or now.
  std::size_t failed = 0;    ///< A cell that fails does not keep the others from being run.
  bool interrupted = false;
};

/// What cells found.
struct CellResults {
  std::vector<CellResult> cells;  ///< In their order; of an interrupted one the runs that were finished, if any were.
  bool interrupted = false;
};

/// Runs cells without a directory, in environments and with agents of one's own too. Throws Error before anything is
/// run if something is wrong, and whatever the first cell that fails threw.
CellResults run_cells(const std::vector<Cell>& cells, int jobs, const SweepHooks& hooks = {});

/// Throws Error before anything is written if something is wrong, the directory of another sweep among them, and
/// std::runtime_error where results cannot be written.
SweepOutcome run_sweep(const SweepSpec& sweep, const SweepOptions& options, const SweepHooks& hooks = {});

}  // namespace tacit
