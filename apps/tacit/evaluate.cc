// tacit evaluate: the exact value of a saved policy.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "apps/tacit/commands.h"
#include "apps/tacit/environment_options.h"
#include "tacit/agents/controls.h"
#include "tacit/agents/policy_file.h"
#include "tacit/core/error.h"
#include "tacit/lab/report/numbers.h"
#include "tacit/mdp/evaluation.h"

namespace tacit::program {
namespace {

constexpr const char* kExamples = R"(
The value is exact: the expected sum of rewards of one user, by backward induction on the environment. A policy may be
evaluated in another environment than the one it was learned in, as long as stages, states and actions are as many.

Examples:
  tacit run --env coach --agent dp-block-ucb --episodes 1e5 --epsilon 1 --save-policy coach-policy.json
  tacit evaluate --env coach --policy coach-policy.json
  tacit evaluate --env coach --seed 2 --policy coach-policy.json --json)";

struct Options {
  EnvironmentOptions environment;
  std::string policy;
  bool json = false;
};

nlohmann::ordered_json about_json(const PolicyContext& about) {
  auto result = nlohmann::ordered_json::object();
  for (const auto& [name, text] : about) result[name] = text;
  return result;
}

int evaluate(const Options& options) {
  const LinearMdp mdp = options.environment.make();
  if (!mdp.finite())
    throw Error("env", "'" + mdp.name + "' has infinitely many states; policies are saved on finite ones");
  PolicyContext about;
  const Policy policy = load_policy(options.policy, mdp.problem, &about);
  const Evaluator evaluator(mdp);
  const double value = evaluator.of(policy.law()).mean_value, best = evaluator.optimal().mean_value;
  const double uniform = evaluator.of(uniform_policy(mdp.problem).law()).mean_value;
  if (options.json) {
    const nlohmann::ordered_json document = {
        {"env", {{"name", mdp.name}, {"horizon", mdp.problem.horizon}}},
        {"policy", {{"file", options.policy}, {"version", policy.version()}, {"about", about_json(about)}}},
        {"value", value},
        {"optimal_value", best},
        {"uniform_value", uniform},
        {"gap", best - value},
        {"reward_range", {mdp.reward_range.low, mdp.reward_range.high}}};
    fmt::print("{}\n", document.dump(1));
    return 0;
  }
  fmt::print("{}: policy {} of {}\n", mdp.name, policy.version(), options.policy);
  for (const auto& [name, text] : about) fmt::print("  {}: {}\n", name, text);
  fmt::print("{}\n", range_line(mdp.reward_range));
  fmt::print("{:>14}  {}\n", fixed(value, 6), "expected reward of a user with this policy");
  fmt::print("{:>14}  {}\n", fixed(best, 6), "with the best policy");
  fmt::print("{:>14}  {}\n", fixed(uniform, 6), "with actions at random");
  fmt::print("{:>14}  less than the best{}\n", fixed(best - value, 6),
             best > 0 ? fmt::format(" ({:.1f} %)", 100 * (best - value) / best) : "");
  return 0;
}

}  // namespace

void add_evaluate(CLI::App& program, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("evaluate", "The exact value of a policy that was saved");
  options->environment.add_to(*command);
  command->add_option("--policy", options->policy, "What 'tacit run --save-policy' wrote")
      ->required()
      ->type_name("FILE");
  command->add_flag("--json", options->json, "Print JSON instead of text");
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = evaluate(*options); });
}

}  // namespace tacit::program
