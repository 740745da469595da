// Users who stop early must not spoil what is learned about those who stay.
//
// The regret of dp-block-ucb on coach, by itself and as a part of uniform play's, without users who stop and with; and,
// as a control, for a learner of the same MDP that is not told which state is that of those who stopped, so that it has
// to learn from noise what happens there. The table in docs/environments.md is what this prints.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "tacit/agents/catalog.h"
#include "tacit/envs/catalog.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/experiment/single_run.h"

namespace tacit {
namespace {

constexpr std::int64_t kUsers = 100000;
constexpr int kSeeds = 8;

struct Loss {
  double regret = 0, of_uniform = 0;  ///< Of all runs together.
};

Loss loss(double dropout, bool told) {
  Loss sum;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    LinearMdp mdp = make_environment("coach", 0, seed, {{"dropout", std::to_string(dropout)}});
    if (!told) mdp.problem.ended = -1;
    const Laboratory lab(std::move(mdp));
    const AgentEntry& entry = agent_entry("dp-block-ucb");
    const PrivacyContext privacy{{Epsilon(1), Delta(default_delta(kUsers)), entry.theorem, NoiseSource::simulation}};
    const Settings options(entry.settings, {}, "agent");
    const auto agent = entry.make({lab.mdp.problem, kUsers, seed, &privacy}, options);
    const std::vector<std::int64_t> marks = {kUsers};
    const auto go_on = [](std::int64_t) { return true; };
    sum.regret += run_once({lab, *agent, seed, marks, Simulation::counts}, nullptr, go_on)->final_regret();
    const auto uniform = [](int, const State&, std::span<double> p) {
      std::fill(p.begin(), p.end(), 1.0 / static_cast<double>(p.size()));
    };
    sum.of_uniform += static_cast<double>(kUsers) * (lab.optimal.mean_value - lab.evaluator.of(uniform).mean_value);
  }
  return sum;
}

std::string cells(const Loss& loss) {
  return fmt::format("{:.0f} | {:.2f} %", loss.regret / kSeeds, 100 * loss.regret / loss.of_uniform);
}

// Noise is the same however many stop, so what it costs to learn is about the same; there is less to lose.
TEST(SlowEarlyEnds, CostLittleWhereTheLearnerKnowsWhoStopped) {
  const Loss none = loss(0, true);
  fmt::print("| dropout | regret | of uniform play's | not told | of uniform play's |\n|---|---|---|---|---|\n");
  fmt::print("| 0 | {} | | |\n", cells(none));
  for (const double dropout : {0.02, 0.1}) {
    const Loss told = loss(dropout, true), not_told = loss(dropout, false);
    fmt::print("| {} | {} | {} |\n", dropout, cells(told), cells(not_told));
    EXPECT_LT(told.regret, 1.2 * none.regret);
    EXPECT_GT(not_told.regret, told.regret);
  }
}

}  // namespace
}  // namespace tacit
