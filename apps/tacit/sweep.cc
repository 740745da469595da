// tacit sweep: a grid of environments, agents, options, budgets and seeds, from a file into a directory.
#include "tacit/lab/sweep/sweep.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "apps/tacit/commands.h"
#include "apps/tacit/experiment_options.h"
#include "apps/tacit/interrupt.h"
#include "apps/tacit/visible_sweep.h"
#include "tacit/core/error.h"
#include "tacit/lab/sweep/results.h"

namespace tacit::program {
namespace {

constexpr const char* kExamples = R"(
Examples:
  tacit sweep examples/sweeps/figure-1a.toml                    into results/figure-1a
  tacit sweep figure.toml --dry-run                             what would be run
  tacit sweep figure.toml --out /scratch/figure --shard 2/8     the second of eight parts
  tacit sweep figure.toml                                       again: goes on where it was interrupted

A cell is one environment, agent, set of options, budget and seed, with all its runs. Finished cells are never run
again. Results are the same whatever --jobs and --shard. docs/lab.md describes the file and the results.)";

struct Options {
  std::string file;
  JobOption jobs;
  std::optional<std::string> out, shard;
  bool dry_run = false, force = false;
};

std::int64_t most_users(const SweepSpec& sweep) {
  std::int64_t most = 0;
  for (const SweepEnvironment& environment : sweep.environments)
    most = std::max(most, environment.episodes > 0 ? environment.episodes : sweep.episodes);
  return most;
}

int list_cells(const SweepSpec& sweep, const SweepOptions& options) {
  const std::vector<Cell> cells = expand(sweep);
  check_sweep(sweep, cells);
  if (!options.replace) require_same_sweep(options.directory, sweep.name);
  ResultsWriter directory(options.directory);
  std::size_t count = 0, finished = 0;
  double users = 0;
  for (const Cell& cell : cells) {
    if (!options.shard.has(cell.index)) continue;
    const bool done = directory.finished(cell).has_value();
    fmt::print("{:<9} {:>12} x {:<5} {}\n", done ? "finished" : "to run", cell.spec.episodes, cell.spec.runs, cell.id);
    ++count;
    finished += done ? 1 : 0;
    users += done ? 0 : static_cast<double>(cell.spec.episodes) * cell.spec.runs;
  }
  fmt::print("{} of {} cells, {} finished, {:.3g} users to come; into {}\n", count, cells.size(), finished, users,
             options.directory.string());
  return 0;
}

int sweep(const Options& given) {
  SweepOptions options;
  if (given.shard) options.shard = parse_shard(*given.shard, "--shard");
  options.jobs = given.jobs.read();
  if (given.out && given.out->empty()) throw Error("--out", "'' is not the name of a directory");
  const SweepSpec sweep = read_sweep(given.file);
  options.directory = given.out ? std::filesystem::path(*given.out) : std::filesystem::path("results") / sweep.name;
  options.replace = given.force;
  warn_of_budget(std::nullopt, sweep.delta, most_users(sweep));
  if (given.dry_run) return list_cells(sweep, options);

  catch_signals();
  const SweepOutcome outcome = run_visibly(sweep, options);

  const std::string directory = options.directory.string();
  fmt::print("{} of {} cells are finished{}: {}\n", outcome.finished, outcome.cells,
             options.shard.count > 1 ? fmt::format(", part {} of {}", options.shard.number, options.shard.count) : "",
             directory);
  if (outcome.finished > 0) fmt::print("tacit report {}   draws them\n", directory);
  if (outcome.interrupted) return 130;
  return outcome.failed > 0 ? 1 : 0;
}

}  // namespace

void add_sweep(CLI::App& program, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("sweep", "Many experiments from one file: parallel, in parts, resumable");
  command->add_option("FILE", options->file, "What to run, in TOML (see docs/lab.md)")->required();
  command->add_option("--out", options->out, "Where the results go (default: results/NAME, NAME from the file)")
      ->type_name("DIR");
  options->jobs.add_to(*command);
  command->add_option("--shard", options->shard, "Only part I of N, from 1, for several machines")->type_name("I/N");
  command->add_flag("--force", options->force, "Into a directory that holds another sweep; its cells stay, unread");
  command->add_flag("--dry-run", options->dry_run, "Check everything and list the cells; run nothing");
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = sweep(*options); });
}

}  // namespace tacit::program
