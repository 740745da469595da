// tacit reproduce: the paper's two figures and what else is to be said about them, as one page.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "apps/tacit/commands.h"
#include "apps/tacit/experiment_options.h"
#include "apps/tacit/interrupt.h"
#include "apps/tacit/visible_sweep.h"
#include "tacit/core/error.h"
#include "tacit/core/settings.h"
#include "tacit/lab/experiment/spec.h"
#include "tacit/lab/report/reproduction.h"

namespace tacit::program {
namespace {

constexpr const char* kExamples = R"(
Examples:
  tacit reproduce                      into results/reproduce; minutes
  tacit reproduce --full               a million users in every environment; hours
  tacit reproduce --episodes 2000      a quick look

Interrupted, the same command goes on where it was. The experiments are those of examples/sweeps, which 'tacit sweep' runs
one by one.)";

constexpr std::int64_t kFull = 1'000'000;

struct Options {
  std::string out;
  JobOption jobs;
  std::optional<std::string> episodes;
  bool full = false;
};

/// What gives the same page again.
std::string command(const Options& given, std::optional<std::int64_t> episodes) {
  std::string text = "tacit reproduce";
  if (given.full) {
    text += " --full";
  } else if (episodes) {
    text += fmt::format(" --episodes {}", *episodes);
  }
  return text + "\n";
}

int reproduce(const Options& given) {
  if (given.out.empty()) throw Error("--out", "'' is not the name of a directory");
  if (given.full && given.episodes) throw Error("--full", "has a number of users of its own; leave out --episodes");
  const int jobs = given.jobs.read();
  std::optional<std::int64_t> episodes;
  if (given.full) episodes = kFull;
  if (given.episodes) episodes = parse_integer(*given.episodes, 200, kMostEpisodes, "--episodes");

  const std::filesystem::path out = given.out;
  const std::vector<SweepSpec> sweeps = reproduction_sweeps(episodes);
  catch_signals();
  std::size_t failed = 0, number = 0;
  for (const SweepSpec& sweep : sweeps) {
    fmt::print(stderr, "{} of {}: {}\n", ++number, sweeps.size(), sweep.title);
    const SweepOutcome outcome = run_visibly(sweep, {.directory = out / sweep.name, .shard = {}, .jobs = jobs});
    if (outcome.interrupted) return 130;
    failed += outcome.failed;
  }
  fmt::print(stderr, "drawing\n");
  const std::filesystem::path page = out / kReportFile;
  write_html(reproduction_report(out, {Band::mean_ci95, "", out}, command(given, episodes)), page);
  fmt::print("{}\n", page.string());
  return failed > 0 ? 1 : 0;
}

}  // namespace

void add_reproduce(CLI::App& program, int& exit_code) {
  const auto options = std::make_shared<Options>();
  options->out = "results/reproduce";
  CLI::App* command = program.add_subcommand("reproduce", "The paper's two figures, measured, as one page");
  command->add_option("--out", options->out, "Where results, figures and the page go")
      ->capture_default_str()
      ->type_name("DIR");
  command->add_flag("--full", options->full, "A million users in every environment");
  command->add_option("--episodes", options->episodes, "So many users in every environment")->type_name("K");
  options->jobs.add_to(*command);
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = reproduce(*options); });
}

}  // namespace tacit::program
