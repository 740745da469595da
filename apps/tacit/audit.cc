// tacit audit: plays the adversary against an agent's promise.
#include "tacit/audit/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "apps/tacit/audit_report.h"
#include "apps/tacit/audit_runs.h"
#include "apps/tacit/commands.h"
#include "apps/tacit/environment_options.h"
#include "apps/tacit/experiment_options.h"
#include "apps/tacit/interrupt.h"
#include "apps/tacit/progress.h"
#include "tacit/audit/audit_json.h"
#include "tacit/core/atomic_file.h"
#include "tacit/core/error.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/experiment/spec.h"

namespace tacit::program {
namespace {

constexpr const char* kExamples = R"(
Examples:
  tacit audit --agent dp-lsvi-ucb++-specimen --env deep-sea --set env.size=3 --episodes 100 --epsilon 1
  tacit audit --agent dp-block-ucb --env deep-sea --set env.size=3 --episodes 400 --epsilon 1
  tacit audit --agent dp-block-ucb --env river-swim --horizon 3 --episodes 2000 --epsilon 1 --out audits/flagship
  tacit audit --agent lsvi-ucb++ --env deep-sea --episodes 100 --epsilon 1 --attack bystander --runs 500

Two worlds differ in one user. An attack looks at a run and says which of the two worlds it was made in. The more often
it is right, the larger mu must be, and so epsilon: the audit prints that lower bound beside the claim.

Exit codes: 0 the claim is consistent with what attacks on the noise found; 1 the claim is violated; 3 nothing was
decided, or noise was not tested; 2 bad input. docs/audit.md says what each verdict means.)";

constexpr int kConsistent = 0, kViolated = 1, kUndecided = 3;
constexpr double kLong = 120;  // Seconds: what takes longer comes with advice.

struct Options {
  EnvironmentOptions environment;
  AgentOption agent;
  BudgetOptions budget;
  NoiseOption noise;
  JobOption jobs;
  std::string episodes, attack = "all", runs = "4000", confidence = "0.99";
  std::optional<std::string> out;
  bool json = false;
};

AuditSpec read(const Options& options) {
  AuditSpec spec;
  WorldSpec& world = spec.world;
  options.environment.pin_into(world);
  world.agent = options.agent.agent;
  world.episodes = parse_integer(options.episodes, kFewestAuditUsers, kMostAuditUsers, "--episodes");
  world.noise = options.noise.read();
  world.epsilon = options.budget.read_epsilon().value();
  world.delta = options.budget.read_delta(world.episodes);
  spec.attacks = options.attack == "all" ? attack_names() : std::vector<std::string>{options.attack};
  spec.runs = static_cast<int>(parse_integer(options.runs, kFewestAuditRuns, kMostAuditRuns, "--runs"));
  spec.confidence = parse_number(options.confidence, kLeastAuditConfidence, kMostAuditConfidence, "--confidence");
  spec.jobs = options.jobs.read();
  return spec;
}

void say_how_long(double seconds, int runs) {
  const std::string time = seconds < kLong ? fmt::format("{:.0f} s", std::max(seconds, 1.0))
                                           : fmt::format("{:.0f} min", std::ceil(seconds / 60));
  fmt::print(stderr, "tacit: this audit takes about {}", time);
  if (seconds > kLong)
    fmt::print(stderr, "; about two minutes with --runs {}", std::max(4, static_cast<int>(runs * kLong / seconds)));
  fmt::print(stderr, "\n");
}

int exit_code_of(Verdict verdict) {
  return verdict == Verdict::violated ? kViolated : verdict == Verdict::consistent ? kConsistent : kUndecided;
}

int run(const Options& options) {
  const AuditSpec spec = read(options);
  std::optional<OutputDirectory> directory;
  std::unique_ptr<AtomicFile> json_file;
  std::optional<AuditRuns> runs;
  if (options.out) {
    directory.emplace(*options.out, "--out");
    json_file = std::make_unique<AtomicFile>(directory->path() / "audit.json", "--out");
    runs.emplace(directory->path() / "runs.jsonl", spec);
    if (runs->size() > 0) fmt::print(stderr, "tacit: {} runs were made earlier\n", runs->size());
  }

  catch_signals();
  AuditReport report;
  {
    std::optional<ProgressBar> bar;
    AuditHooks hooks;
    hooks.stop = &interrupted();
    hooks.estimated = [&spec](double seconds) { say_how_long(seconds, spec.runs); };
    hooks.progress = [&bar](std::int64_t done, std::int64_t total) {
      if (!bar) bar.emplace(total);
      bar->show(done);
    };
    if (runs) {
      hooks.earlier = [&runs](const RunName& name) { return runs->find(name); };
      hooks.scored = [&runs](const RunName& name, const std::vector<double>& scores) { runs->add(name, scores); };
    }
    report = audit(spec, hooks);
  }
  if (report.interrupted) {
    fmt::print(stderr, "tacit: interrupted{}\n", runs ? "; the same command goes on with the runs that are left" : "");
    return 130;
  }
  if (directory) {
    json_file->stream() << to_json(report) << '\n';
    json_file->commit();
  }
  fmt::print("{}", options.json ? to_json(report) + "\n" : to_text(report));
  if (directory) write_report(report, directory->path());  // Last: it needs gnuplot, and the rest must not be lost.
  return exit_code_of(report.verdict());
}

}  // namespace

void add_audit(CLI::App& program, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("audit", "Attacks an agent: a measured lower bound beside its claim");
  options->environment.add_to(*command);
  options->agent.add_to(*command);
  command->add_option("--episodes", options->episodes, "Users per run, one episode each")->required()->type_name("K");
  options->budget.add_to(*command, "The claim").first->required();
  options->noise.add_to(*command, "simulation (default) or lattice: the integers of a deployment, from a seed");
  command->add_option("--attack", options->attack, "billboard, noise, bystander, replay or all (default)")
      ->type_name("NAME");
  command->add_option("--runs", options->runs, "Runs per attack, in each of the two worlds (default: 4000)")
      ->type_name("N");
  command->add_option("--confidence", options->confidence, "Of all bounds together (default: 0.99)")->type_name("C");
  options->jobs.add_to(*command);
  command->add_flag("--json", options->json, "Print JSON instead of a table");
  command
      ->add_option("--out", options->out,
                   "Also write audit.json, report.html and the runs into DIR; finished runs there are not made again")
      ->type_name("DIR");
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace tacit::program
