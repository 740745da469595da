#include "tacit/lab/experiment/single_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"
#include "tacit/lab/experiment/runner.h"

namespace tacit {
namespace {

RunSpec spec_of(const std::string& agent, const Simulation& simulation) {
  RunSpec spec;
  spec.env = "simplex";
  spec.horizon = 3;
  spec.env_settings = {{"states", "4"}, {"actions", "3"}, {"dimension", "3"}};
  spec.agent = agent;
  spec.episodes = 400;
  if (agent.starts_with("dp-")) {
    spec.epsilon = 5;
    spec.agent_settings = {{"first", "40"}};
  }
  spec.simulation = simulation;
  return spec;
}

std::vector<double> sorted_regrets(RunSpec spec, int runs) {
  spec.runs = runs;
  std::vector<double> result;
  for (const RunRecord& run : run_experiment(spec).runs) result.push_back(run.final_regret());
  std::sort(result.begin(), result.end());
  return result;
}

// Kolmogorov and Smirnov: the largest distance of the two empirical laws, in units of sqrt(2/n). Beyond 2.7 with chance
// 2 exp(-2 * 2.7^2) < 1e-6 where the laws are the same.
constexpr double kRefuse = 2.7;

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  const double n = static_cast<double>(a.size());
  double largest = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const double at = std::min(a[i], b[j]);
    while (i < a.size() && a[i] <= at) ++i;
    while (j < b.size() && b[j] <= at) ++j;
    largest = std::max(largest, std::abs(static_cast<double>(i) - static_cast<double>(j)) / n);
  }
  return largest * std::sqrt(n / 2);
}

constexpr int kRuns = 400;

TEST(SlowCountedRuns, HaveTheRegretLawOfUsersOneByOne) {
  for (const char* agent : {"uniform", "dp-block-ucb", "dp-block-posterior"}) {
    const auto users = sorted_regrets(spec_of(agent, Simulation::users), kRuns);
    const auto counts = sorted_regrets(spec_of(agent, Simulation::counts), kRuns);
    EXPECT_LT(distance(users, counts), kRefuse) << agent;
  }
}

// As far apart as a budget of 5 and one of 2 make them.
TEST(SlowCountedRuns, WouldBeCaughtWithAnotherBudget) {
  RunSpec other = spec_of("dp-block-ucb", Simulation::counts);
  other.epsilon = 2;
  const auto users = sorted_regrets(spec_of("dp-block-ucb", Simulation::users), kRuns);
  EXPECT_GT(distance(users, sorted_regrets(other, kRuns)), kRefuse);
}

TEST(CountedRuns, SwitchAndReleaseWhenUsersDo) {
  for (const char* agent : {"dp-block-ucb", "dp-block-posterior"}) {
    const auto users = run_experiment(spec_of(agent, Simulation::users)).runs[0];
    const auto counts = run_experiment(spec_of(agent, Simulation::counts)).runs[0];
    EXPECT_EQ(users.switches, counts.switches);
    EXPECT_EQ(users.releases, counts.releases);
    EXPECT_EQ(users.certificate, counts.certificate);
    EXPECT_EQ(users.regret.size(), counts.regret.size());
  }
}

// The gap of a policy that never changes, times users: the regret at every checkpoint, where all start in one state.
TEST(CountedRuns, HaveExactRegretAtEveryCheckpoint) {
  RunSpec spec;
  spec.env = "deep-sea";
  spec.agent = "uniform";
  spec.episodes = 1'000'000'000'000;
  spec.simulation = Simulation::counts;
  const ExperimentRecord record = run_experiment(spec);
  const RunRecord& run = record.runs[0];
  ASSERT_EQ(run.regret.size(), record.checkpoints.size());
  for (std::size_t i = 0; i < run.regret.size(); ++i) {
    const double expected = run.final_gap * static_cast<double>(record.checkpoints[i]);
    EXPECT_NEAR(run.regret[i], expected, 1e-9 * expected);
  }
}

TEST(CountedRuns, DependOnTheirSeedAlone) {
  RunSpec spec = spec_of("dp-block-ucb", Simulation::counts);
  spec.runs = 4;
  spec.jobs = 1;
  const ExperimentRecord alone = run_experiment(spec);
  spec.jobs = 4;
  const ExperimentRecord together = run_experiment(spec);
  for (int r = 0; r < 4; ++r) EXPECT_EQ(alone.runs[r].regret, together.runs[r].regret);
  EXPECT_NE(alone.runs[0].regret, alone.runs[1].regret);
}

TEST(CountedRuns, StopWhenTold) {
  RunSpec spec = spec_of("dp-block-ucb", Simulation::counts);
  std::atomic<bool> stop{false};
  Hooks hooks;
  hooks.stop = &stop;
  hooks.progress = [&](std::int64_t) { stop = true; };
  EXPECT_TRUE(run_experiment(spec, hooks).interrupted);
}

std::string objection(const RunSpec& spec, const Hooks& hooks = {}) {
  try {
    run_experiment(spec, hooks);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(ChooseSimulation, SaysWhyCountsDoNotApply) {
  RunSpec corridor = spec_of("uniform", Simulation::counts);
  corridor.env = "corridor";
  corridor.env_settings.clear();
  EXPECT_THAT(objection(corridor), testing::HasSubstr("simulation: 'counts' does not apply here: 'corridor' has inf"));
  EXPECT_THAT(objection(spec_of("lsvi-ucb++", Simulation::counts)), testing::HasSubstr("may change the policy"));
}

TEST(ChooseSimulation, CountsWhereBlocksAreLarge) {
  RunSpec spec = spec_of("dp-block-ucb", Simulation::users);
  spec.simulation.reset();
  EXPECT_EQ(run_experiment(spec).simulation, Simulation::users);
  spec.episodes = 1'000'000;
  EXPECT_EQ(run_experiment(spec).simulation, Simulation::counts);
}

}  // namespace
}  // namespace tacit
