// Users who stop early must not spoil what is learned about those who stay.
//
// The regret of dp-block-ucb on coach, as a part of uniform play's, without users who stop and with; and, as a control,
// for a learner of the same MDP that is not told which state is that of those who stopped, so that it has to learn from
// noise what happens there. The table in docs/environments.md is what this prints.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>

#include "tacit/agents/catalog.h"
#include "tacit/envs/catalog.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/experiment/single_run.h"

namespace tacit {
namespace {

constexpr std::int64_t kUsers = 100000;
constexpr int kSeeds = 8;

// The regret of one run over what uniform play loses.
double part_of_uniform(double dropout, bool told, std::uint64_t seed) {
  LinearMdp mdp = make_environment("coach", 0, seed, {{"dropout", std::to_string(dropout)}});
  if (!told) mdp.problem.ended = -1;
  const Laboratory lab(std::move(mdp));
  const AgentEntry& entry = agent_entry("dp-block-ucb");
  const PrivacyContext privacy{{Epsilon(1), Delta(default_delta(kUsers)), entry.theorem, NoiseSource::simulation}};
  const Settings options(entry.settings, {}, "agent");
  const auto agent = entry.make({lab.mdp.problem, kUsers, seed, &privacy}, options);
  const std::vector<std::int64_t> marks = {kUsers};
  const auto run = run_once({lab, *agent, seed, marks, Simulation::counts}, nullptr, [](std::int64_t) { return true; });
  const auto uniform = [](int, const State&, std::span<double> p) {
    std::fill(p.begin(), p.end(), 1.0 / static_cast<double>(p.size()));
  };
  const double lost = lab.optimal.mean_value - lab.evaluator.of(uniform).mean_value;
  return run->final_regret() / (lost * static_cast<double>(kUsers));
}

double mean_part(double dropout, bool told) {
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) sum += part_of_uniform(dropout, told, seed);
  return sum / kSeeds;
}

TEST(SlowEarlyEnds, CostLittleWhereTheLearnerKnowsWhoStopped) {
  const double none = mean_part(0, true);
  fmt::print("| dropout | told | not told |\n|---|---|---|\n| 0 | {:.2f} % | |\n", 100 * none);
  for (const double dropout : {0.02, 0.1}) {
    const double told = mean_part(dropout, true), not_told = mean_part(dropout, false);
    fmt::print("| {} | {:.2f} % | {:.2f} % |\n", dropout, 100 * told, 100 * not_told);
    EXPECT_LT(told, 1.5 * none);
    EXPECT_LT(told, not_told);
  }
}

}  // namespace
}  // namespace tacit
