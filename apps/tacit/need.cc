// tacit need: how many users an agent needs until its policy is nearly the best.
#include "tacit/lab/need.h"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string_view>

#include "apps/tacit/commands.h"
#include "apps/tacit/environment_options.h"
#include "apps/tacit/experiment_options.h"
#include "apps/tacit/interrupt.h"
#include "tacit/core/atomic_file.h"
#include "tacit/core/error.h"
#include "tacit/lab/report/numbers.h"

namespace tacit::program {
namespace {

constexpr const char* kExamples = R"(
Examples:
  tacit need --env coach --agent dp-block-ucb --epsilon 0.1,1,10
  tacit need --env river-swim --agent dp-block-ucb --epsilon 1 --within 1% --runs 10 --out results/need
  tacit need --env simplex --agent block-ucb

For growing numbers of users, two per decade, the agent learns as if no more would come, and the exact value of its last
policy is compared with the best. Shown is the least number from which on the mean over the runs stays within --within of
the best value, and between which numbers that is by the 95 % interval of the mean. Two numbers in a row whose whole
interval is within end the search. With fewer than five runs an interval covers the truth less often than it says.)";

struct Options {
  EnvironmentOptions environment;
  AgentOption agent;
  BudgetOptions budget;  ///< Several, separated by commas.
  NoiseOption noise;
  JobOption jobs;
  std::string within = "5%", runs = "5", most = "1e8";
  std::optional<std::string> out;
  bool json = false;
};

// "5%", "5 %" or "0.05".
double parse_part(std::string text) {
  const bool percent = text.ends_with('%');
  if (percent) text.pop_back();
  while (text.ends_with(' ')) text.pop_back();
  if (!percent && parse_number(text, 0, 1e6, "--within") >= 1)
    throw Error("--within", "'" + text + "'", "a part below 1, such as 0.05, or a percentage, such as 5%");
  return percent ? parse_number(text, 1e-6, 99.9999, "--within") / 100 : parse_number(text, 1e-8, 0.999999, "--within");
}

std::vector<double> parse_budgets(std::string_view text) {
  std::vector<double> budgets;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    budgets.push_back(parse_epsilon(text.substr(from, comma - from), "--epsilon"));
    from = comma + 1;
  }
  return budgets;
}

NeedSpec read(const Options& options) {
  NeedSpec spec;
  RunSpec& run = spec.run;
  options.environment.pin_into(run);
  run.agent = options.agent.agent;
  if (options.budget.epsilon) spec.epsilon = parse_budgets(*options.budget.epsilon);
  run.delta = options.budget.read_delta();
  run.noise = options.noise.read();
  run.runs = parse_runs(options.runs, "--runs");
  run.jobs = options.jobs.read();
  spec.within = parse_part(options.within);
  spec.most = parse_integer(options.most, spec.fewest, kMostEpisodes, "--most");
  return spec;
}

std::string users_text(const std::optional<std::int64_t>& users, std::int64_t most) {
  return users ? grouped(static_cast<double>(*users)) : "more than " + grouped(static_cast<double>(most));
}

std::string table(const NeedReport& report) {
  std::string text =
      fmt::format("{} on {}: users until the policy is within {:g} % of the best, V* = {:.6g} (mean of {})\n\n",
                  report.agent, report.env, 100 * report.within, report.optimal_value, counted(report.runs, "run"));
  text += fmt::format(
      "{:>12} {:>22}   {}\n", "epsilon", "users needed",
      report.runs < kEnoughRuns ? "by the interval of the mean; too few runs for 95 %" : "by the 95 % interval");
  for (const NeedRow& row : report.rows) {
    const std::int64_t most = row.points.back().users;
    const std::string between =
        row.answer.least ? users_text(row.answer.least, most) + " to " + users_text(row.answer.most, most) : "-";
    text += fmt::format("{:>12} {:>22}   {}\n", row.epsilon ? fmt::format("{:g}", *row.epsilon) : "not private",
                        users_text(row.answer.users, most), between);
  }
  if (report.interrupted) text += "\nInterrupted: more users were still to be tried.\n";
  return text;
}

int need(const Options& options) {
  const NeedSpec spec = read(options);
  std::optional<OutputDirectory> directory;
  std::unique_ptr<AtomicFile> json_file;
  if (options.out) {
    directory.emplace(*options.out, "--out");
    json_file = std::make_unique<AtomicFile>(directory->path() / "need.json", "--out");
  }
  catch_signals();
  NeedHooks hooks;
  hooks.stop = &interrupted();
  if (isatty(STDERR_FILENO) != 0)
    hooks.measured = [](const std::optional<double>& epsilon, const NeedPoint& point) {
      fmt::print(stderr, "tacit: {}{} users: gap {:.3g} %\n", epsilon ? fmt::format("epsilon {:g}, ", *epsilon) : "",
                 grouped(static_cast<double>(point.users)), 100 * point.gap.centre);
    };
  const NeedReport report = users_needed(spec, hooks);
  if (report.interrupted) fmt::print(stderr, "tacit: interrupted; what is shown is what was measured until then\n");
  if (report.rows.empty()) return 130;
  if (json_file) {
    json_file->stream() << to_json(report) << '\n';
    json_file->commit();
  }
  fmt::print("{}", options.json ? to_json(report) + "\n" : table(report));
  if (directory) draw(need_figure(report), directory->path(), "need");  // Last: it needs gnuplot.
  return report.interrupted ? 130 : 0;
}

}  // namespace

void add_need(CLI::App& program, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("need", "How many users an agent needs until its policy is nearly the best");
  options->environment.add_to(*command);
  options->agent.add_to(*command);
  options->budget.add_to(*command, "Budgets, separated by commas, for private agents").first->type_name("E,..");
  options->noise.add_to(*command, "simulation (default) or lattice: the integers of a deployment, from a seed");
  command->add_option("--within", options->within, "How near to the best value (default: 5%)")->type_name("PART");
  command->add_option("--most", options->most, "The largest number of users to try (default: 1e8)")->type_name("K");
  command->add_option("--runs", options->runs, "Runs for each number of users (default: 5)")->type_name("R");
  options->jobs.add_to(*command);
  command->add_flag("--json", options->json, "Print JSON instead of a table");
  command->add_option("--out", options->out, "Also write need.json and the figure need.svg into DIR")->type_name("DIR");
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = need(*options); });
}

}  // namespace tacit::program
