// `tacit theory`: what the theorems promise for given d, H, K and epsilon, and, where asked for, one run beside it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/tacit/commands.h"
#include "apps/tacit/environment_options.h"
#include "apps/tacit/experiment_options.h"
#include "apps/tacit/interrupt.h"
#include "apps/tacit/progress.h"
#include "tacit/agents/catalog.h"
#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/theory/theory_report.h"

namespace tacit::program {
namespace {

constexpr const char* kExamples = R"(
Examples:
  tacit theory --dimension 10 --horizon 20 --episodes 1e6                 without privacy
  tacit theory --dimension 10 --horizon 20 --episodes 1e6 --epsilon 1     with it, agent by agent
  tacit theory --env two-state --episodes 1e6 --epsilon 1 --json          sizes of an environment, for machines
  tacit theory --env simplex --episodes 1e5 --measure lsvi-ucb++          one run beside the bounds

Every O(.) is read with 1 inside, and logarithms that O~(.) hides are left out: these numbers show how bounds scale and
compare, they are not guarantees. What --measure adds is no theorem but one run.)";

struct TheoryOptions {
  EnvironmentOptions environment;
  BudgetOptions budget;
  std::optional<std::string> dimension, rewards;
  std::string episodes;
  std::vector<std::string> measure;
  bool env_given = false, json = false;
};

bool rewards_learned(const std::string& text) {
  if (text == "known" || text == "learned") return text == "learned";
  throw Error("--rewards", "'" + text.substr(0, 60) + "'", "one of known, learned");
}

RunSpec read_spec(const TheoryOptions& options) {
  RunSpec spec;
  options.environment.pin_into(spec);
  if (!spec.agent_settings.empty() && options.measure.empty())
    throw Error("agent." + spec.agent_settings.front().first, "has no effect here; it needs --measure");
  return spec;
}

std::int64_t read_episodes(const TheoryOptions& options) { return parse_episodes(options.episodes, "--episodes"); }

TheorySize read_size(const TheoryOptions& options, const RunSpec& spec) {
  const std::int64_t episodes = read_episodes(options);
  if (options.env_given)
    return theory_size(make_environment(spec.env, spec.horizon, spec.seed, spec.env_settings, spec.env_sha256).problem,
                       episodes);
  if (!options.dimension) throw Error("theory", "expected --dimension D and --horizon H, or --env NAME");
  if (spec.horizon == 0)
    throw Error("--horizon", fmt::format("missing; expected an integer from 1 to {}", kLongestHorizon));
  return theory_size(static_cast<double>(parse_integer(*options.dimension, 1, kLargestDimension, "--dimension")),
                     spec.horizon, static_cast<double>(episodes), rewards_learned(options.rewards.value_or("known")));
}

std::optional<TheoryBudget> read_budget(const TheoryOptions& options) {
  const std::optional<double> epsilon = options.budget.read_epsilon();
  if (!epsilon) return std::nullopt;
  const std::int64_t episodes = read_episodes(options);
  const double delta = options.budget.read_delta(episodes);
  warn_of_budget(std::nullopt, delta, episodes);
  return TheoryBudget(Epsilon(*epsilon), Delta(delta));
}

bool is_agent(const std::string& name) {
  return std::any_of(agents().begin(), agents().end(), [&](const AgentEntry& entry) { return entry.name == name; });
}

// Everything that can be wrong, before the first run.
void require_measurable(const std::vector<std::string>& names, const RunSpec& spec, bool with_budget) {
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::find(theory_agents().begin(), theory_agents().end(), *name) == theory_agents().end())
      throw Error("--measure", is_agent(*name) ? fmt::format("'{}' has no regret theorem; expected one of {}", *name,
                                                             fmt::join(theory_agents(), ", "))
                                               : unknown_name(*name, theory_agents()));
    if (std::find(names.begin(), name, *name) != name) throw Error("--measure", "'" + *name + "' is named twice");
    const auto entry = std::find_if(agents().begin(), agents().end(), [&](const auto& e) { return e.name == *name; });
    if (entry == agents().end())
      throw Error("--measure", "'" + *name + "' cannot be run yet; 'tacit list agents' names those that can");
    if (entry->guarantee != kNoPrivacy && !with_budget)
      throw Error("--epsilon", "agent '" + *name + "' is private and needs a budget");
    const Settings checked(entry->settings, spec.agent_settings, "agent");
  }
}

// Exact matrices, weights at most 1: the ridge of the run decides how often determinants can double.
std::optional<double> switching_bound(const ExperimentRecord& record, const TheorySize& size) {
  const auto& options = record.options.all();
  if (record.promise || !options.contains("switching") || record.options.text("switching") != "doubling")
    return std::nullopt;
  const bool practical = record.options.text("constants") == "practical";
  const double theory = record.agent == "lsvi-ucb" ? 1 : 1 / size.horizon;
  return doubling_bound(size, practical ? record.options.number("ridge") : theory);
}

void measure(const TheoryOptions& options, RunSpec spec, TheoryReport& report) {
  require_measurable(options.measure, spec, report.budget.has_value());
  spec.episodes = read_episodes(options);
  catch_signals();
  ProgressBar bar(spec.episodes * static_cast<std::int64_t>(options.measure.size()));
  std::int64_t before = 0;
  Hooks hooks;
  hooks.progress = [&](std::int64_t done) { bar.show(before + done); };
  hooks.stop = &interrupted();
  for (const std::string& name : options.measure) {
    spec.agent = name;
    spec.epsilon = spec.delta = std::nullopt;
    if (agent_entry(name).guarantee != kNoPrivacy) {
      spec.epsilon = report.budget->exact.epsilon().value();
      spec.delta = report.budget->exact.delta().value();
    }
    Measured run{run_experiment(spec, hooks), {}};
    if (run.record.interrupted) return;
    run.switching_bound = switching_bound(run.record, report.size);
    report.measured.emplace(name, std::move(run));
    before += spec.episodes;
  }
}

int theory(const TheoryOptions& options) {
  const RunSpec spec = read_spec(options);
  TheoryReport report;
  report.env = options.env_given ? spec.env : "";
  report.size = read_size(options, spec);
  report.budget = read_budget(options);
  report.rows = theory_rows(report.size, report.budget);
  if (!options.measure.empty()) measure(options, spec, report);
  if (interrupted()) {
    fmt::print(stderr, "tacit: interrupted\n");
    return 130;
  }
  fmt::print("{}", options.json ? to_json(report) : to_table(report));
  return 0;
}

}  // namespace

void add_theory(CLI::App& program, int& exit_code) {
  const auto options = std::make_shared<TheoryOptions>();
  CLI::App* command = program.add_subcommand("theory", "What the theorems promise: constants, switches, regret");
  options->environment.add_to(*command, false);
  CLI::Option* env = command->get_option("--env");
  command->add_option("--dimension", options->dimension, "Dimension of the features, instead of --env")
      ->type_name("D")
      ->excludes(env, command->get_option("--seed"), command->get_option("--set"));
  command->add_option("--episodes", options->episodes, "Number of users, one episode each")->required()->type_name("K");
  command->add_option("--rewards", options->rewards, "known or learned, with --dimension (default: known)")
      ->type_name("WHICH")
      ->excludes(env);
  const auto [epsilon, delta] = options->budget.add_to(*command, "Privacy budget: shows the private agents too");
  delta->needs(epsilon);
  command->add_option("--measure", options->measure, "Also run these agents once (separated by commas)")
      ->type_name("AGENT,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->needs(env);
  command->add_flag("--json", options->json, "Print JSON instead of a table");
  command->footer(kExamples);
  command->callback([options, env, &exit_code] {
    options->env_given = env->count() > 0;
    exit_code = theory(*options);
  });
}

}  // namespace tacit::program
