// tacit run: one environment, one agent, R runs; prints a table or JSON.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "apps/tacit/commands.h"
#include "apps/tacit/environment_options.h"
#include "apps/tacit/experiment_options.h"
#include "apps/tacit/interrupt.h"
#include "apps/tacit/progress.h"
#include "apps/tacit/terminal.h"
#include "tacit/agents/policy_file.h"
#include "tacit/core/atomic_file.h"
#include "tacit/core/error.h"
#include "tacit/lab/experiment/json.h"
#include "tacit/lab/experiment/record_files.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/experiment/summary.h"
#include "tacit/lab/experiment/trace.h"
#include "tacit/lab/report/numbers.h"

namespace tacit::program {
namespace {

constexpr const char* kExamples = R"(
Examples:
  tacit run --env simplex --agent lsvi-ucb++ --episodes 100000
  tacit run --env simplex --agent lsvi-ucb --set agent.switching=geometric --episodes 1e6 --runs 10
  tacit run --env two-state --set env.rewards=learned --agent lsvi-ucb++ --episodes 10000 --json
  tacit run --env my-problem.json --agent dp-block-ucb --episodes 1e6 --epsilon 1
  tacit run --env coach --agent dp-block-ucb --episodes 1e5 --epsilon 1 --save-policy policy.json
  tacit run --env coach --agent dp-block-ucb --episodes 1e5 --epsilon 1 --noise lattice
  tacit run --env corridor --agent lsvi-ucb++ --episodes 1000 --trace trace.jsonl

The environment is that of --seed in all runs; run r draws its users and ties from seed + r. Regret is exact:
the sum over users of V* - V^pi at their first state. Ctrl-C keeps the runs that are finished.)";

struct RunOptions {
  EnvironmentOptions environment;
  AgentOption agent;
  BudgetOptions budget;
  JobOption jobs;
  std::string episodes, runs = "1";
  NoiseOption noise;
  std::optional<std::string> adjacency, simulation, out, trace, save_policy;
  bool json = false;
};

RunSpec read(const RunOptions& options) {
  RunSpec spec;
  if (options.save_policy) {
    options.environment.pin_into(spec);  // The policy says of which file it is.
  } else {
    options.environment.read_into(spec);
  }
  spec.agent = options.agent.agent;
  spec.episodes = parse_episodes(options.episodes, "--episodes");
  spec.epsilon = options.budget.read_epsilon();
  spec.delta = options.budget.read_delta();
  spec.noise = options.noise.read();
  if (options.adjacency) spec.adjacency = parse_adjacency(*options.adjacency, "--adjacency");
  if (options.simulation) spec.simulation = parse_simulation(*options.simulation, "--simulation");
  spec.runs = parse_runs(options.runs, "--runs");
  spec.jobs = options.jobs.read();
  return spec;
}

std::string noise_line(Noise noise) {
  if (noise == Noise::simulation)
    return bold("SIMULATION NOISE") + ": for research; it is seeded and protects nobody\n";
  if (noise == Noise::lattice)
    return bold("LATTICE NOISE") + ": the integers of a deployment from a seed, to rehearse it; it protects nobody\n";
  return "production noise: integers from the operating system's randomness; nobody can repeat this run\n";
}

// The last policy of the first run, with where it is from.
void save_policy(const ExperimentRecord& record, const RunSpec& spec, const Problem& problem, AtomicFile& file) {
  const RunRecord& first = record.runs.front();
  PolicyContext about = {{"environment", record.env.name},
                         {"horizon", std::to_string(record.env.horizon)},
                         {"agent", record.agent},
                         {"users", std::to_string(record.episodes)},
                         {"seed", std::to_string(first.seed)}};
  if (!spec.env_sha256.empty()) about.emplace_back("environment SHA-256", spec.env_sha256);
  for (const auto& [name, value] : spec.env_settings) about.emplace_back("env." + name, value);
  for (const auto& [name, value] : spec.agent_settings) about.emplace_back("agent." + name, value);
  if (record.promise) {
    about.emplace_back("epsilon", fmt::format("{}", record.promise->epsilon().value()));
    about.emplace_back("delta", fmt::format("{}", record.promise->delta().value()));
    about.emplace_back("noise", to_text(spec.noise));
  }
  file.stream() << to_json(*first.policy, problem, about);
  file.commit();
}

std::string table(const ExperimentRecord& record) {
  const auto& env = record.env;
  const Summary summary = summarise(record);
  std::string text =
      fmt::format("{}: {} states, {} actions, dimension {}, horizon {}, rewards {}, V* = {:.6g}\n", env.name,
                  env.states > 0 ? grouped(static_cast<double>(env.states)) : "infinitely many", env.actions,
                  env.dimension, env.horizon, env.rewards_known ? "known" : "learned", env.optimal_value);
  text += range_line(env.reward_range);
  text += fmt::format("{}: {} episodes, {} run{}, simulated by {}\n", record.agent,
                      grouped(static_cast<double>(record.episodes)), record.runs.size(),
                      record.runs.size() == 1 ? "" : "s", to_text(record.simulation));
  if (!record.broken.empty())
    text += fmt::format("NO PRIVACY, whatever the budget (epsilon {:.6g}, delta {:.3g}): {}\n",
                        record.promise->epsilon().value(), record.promise->delta().value(), record.broken);
  if (record.promise && record.broken.empty())
    text += fmt::format("joint differential privacy, {}: epsilon {:.6g} promised, {:.6g} spent, at delta {:.3g}\n",
                        to_text(record.promise->adjacency()), record.promise->epsilon().value(), summary.epsilon_spent,
                        record.promise->delta().value());
  if (record.promise) text += noise_line(record.noise);
  text += fmt::format("\n{:>8} {:>14} {:>13} {:>12} {:>9} {:>12}\n", "seed", "regret", "per episode", "final gap",
                      "switches", "episodes/s");
  const double K = static_cast<double>(record.episodes);
  for (const RunRecord& run : record.runs) {
    text += fmt::format("{:>8} {:>14} {:>13} {:>12} {:>9} {:>12}\n", run.seed, fixed(run.final_regret(), 2),
                        fixed(run.final_regret() / K, 6), fixed(run.final_gap, 6), run.switches,
                        grouped(run.seconds > 0 ? K / run.seconds : 0));
  }
  if (record.runs.size() > 1) {
    text += fmt::format("{:>8} {:>14} {:>13} {:>12} {:>9.1f} {:>12}\n", "mean", fixed(summary.mean_regret, 2),
                        fixed(summary.mean_regret / K, 6), fixed(summary.mean_final_gap, 6), summary.mean_switches,
                        grouped(summary.episodes_per_second));
    constexpr std::size_t kEnough = 5;  // Below, the interval covers the truth less often than it says (summary.h).
    text += fmt::format("{:>8} {} to {} ({})\n", "", fixed(summary.ci95->low, 2), fixed(summary.ci95->high, 2),
                        record.runs.size() < kEnough ? "bootstrap interval of the mean regret; too few runs for 95 %"
                                                     : "95 % bootstrap interval of the mean regret");
  }
  return text;
}

int run(const RunOptions& options) {
  const RunSpec spec = read(options);
  warn_of_budget(spec.epsilon, spec.delta, spec.episodes);
  // Places for the results first: an unwritable one must not cost a long run.
  std::unique_ptr<RecordFiles> files;
  std::unique_ptr<AtomicFile> trace_file, policy_file;
  if (options.out) files = std::make_unique<RecordFiles>(*options.out, "--out", spec.epsilon.has_value());
  const Experiment experiment(spec);
  if (options.save_policy) {
    if (!experiment.problem().finite)
      throw Error("--save-policy", "'" + spec.env + "' has infinitely many states; policies are saved on finite ones");
    policy_file = std::make_unique<AtomicFile>(*options.save_policy, "--save-policy");
  }
  std::unique_ptr<JsonTrace> trace;
  if (options.trace) {
    trace_file = std::make_unique<AtomicFile>(*options.trace, "--trace");
    trace = std::make_unique<JsonTrace>(trace_file->stream());
  }

  catch_signals();
  ExperimentRecord record;
  {
    ProgressBar bar(spec.episodes * spec.runs);
    Hooks hooks;
    hooks.progress = [&bar](std::int64_t done) { bar.show(done); };
    hooks.trace = trace.get();
    hooks.stop = &interrupted();
    record = run_experiment(experiment, hooks);
  }

  if (record.interrupted)
    fmt::print(stderr, "tacit: interrupted; {} of {} runs are finished\n", record.runs.size(), spec.runs);
  if (record.runs.empty()) return 130;
  if (files) files->write(record);
  if (policy_file) save_policy(record, spec, experiment.problem(), *policy_file);
  if (trace_file) trace_file->commit();
  fmt::print("{}", options.json ? to_json(record) + "\n" : table(record));
  return record.interrupted ? 130 : 0;
}

}  // namespace

void add_run(CLI::App& program, int& exit_code) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App* command = program.add_subcommand("run", "One environment, one agent: exact regret over many users");
  options->environment.add_to(*command);
  options->agent.add_to(*command);
  command->add_option("--episodes", options->episodes, "Number of users, one episode each")->required()->type_name("K");
  options->budget.add_to(*command, "Privacy budget, for private agents");
  options->noise.add_to(*command,
                        "simulation (default), lattice: the integers of a deployment, from a seed; or production: "
                        "nobody can repeat it");
  command
      ->add_option("--adjacency", options->adjacency,
                   "Who is protected from being told apart: replace-one (default) or add-remove")
      ->type_name("NAME");
  command
      ->add_option("--simulation", options->simulation,
                   "users: step by step; counts: many at once, same law (default: counts where they apply and are "
                   "faster)")
      ->type_name("NAME");
  command->add_option("--runs", options->runs, "Repetitions with other users (default: 1)")->type_name("R");
  options->jobs.add_to(*command);
  command->add_flag("--json", options->json, "Print JSON instead of a table");
  command
      ->add_option("--out", options->out,
                   "Also write run.json, regret.csv and, for private agents, certificate.json into DIR")
      ->type_name("DIR");
  command->add_option("--save-policy", options->save_policy, "Write the last policy of the first run (tacit evaluate)")
      ->type_name("FILE");
  command->add_option("--trace", options->trace, "Write every step and plan of the first run as JSON lines")
      ->type_name("FILE");
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace tacit::program
