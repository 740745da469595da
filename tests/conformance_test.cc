// Every agent on every environment of the catalogues, with known and with learned rewards: tested by being there.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "tacit/agents/catalog.h"
#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/lab/experiment/runner.h"

namespace tacit {
namespace {

std::vector<std::string> environment_names() {
  std::vector<std::string> names;
  for (const EnvironmentEntry& entry : environments()) names.push_back(entry.name);
  return names;
}

std::vector<std::string> agent_names() {
  std::vector<std::string> names;
  for (const AgentEntry& entry : agents()) names.push_back(entry.name);
  return names;
}

using Combination = std::tuple<std::string, std::string, std::string>;  // Environment, agent, rewards.

class Conformance : public testing::TestWithParam<Combination> {
 protected:
  static RunSpec spec(int jobs = 1) {
    const auto& [env, agent, rewards] = GetParam();
    RunSpec spec;
    spec.env = env;
    spec.agent = agent;
    if (agent_entry(agent).takes_budget()) spec.epsilon = 1;
    spec.env_settings = {{"rewards", rewards}};
    spec.horizon = 4;
    spec.episodes = 12;
    spec.seed = 11;
    spec.runs = 3;
    spec.jobs = jobs;
    return spec;
  }
};

void expect_same(const ExperimentRecord& a, const ExperimentRecord& b) {
  EXPECT_EQ(a.env.name, b.env.name);
  EXPECT_EQ(a.env.horizon, b.env.horizon);
  EXPECT_EQ(a.env.states, b.env.states);
  EXPECT_EQ(a.env.actions, b.env.actions);
  EXPECT_EQ(a.env.dimension, b.env.dimension);
  EXPECT_EQ(a.env.rewards_known, b.env.rewards_known);
  EXPECT_EQ(a.env.optimal_value, b.env.optimal_value);
  EXPECT_EQ(a.agent, b.agent);
  EXPECT_EQ(a.options.all(), b.options.all());
  EXPECT_EQ(a.episodes, b.episodes);
  EXPECT_EQ(a.checkpoints, b.checkpoints);
  ASSERT_EQ(a.runs.size(), b.runs.size());
  for (std::size_t r = 0; r < a.runs.size(); ++r) {
    EXPECT_EQ(a.runs[r].seed, b.runs[r].seed);
    EXPECT_EQ(a.runs[r].regret, b.runs[r].regret);
    EXPECT_EQ(a.runs[r].final_gap, b.runs[r].final_gap);
    EXPECT_EQ(a.runs[r].switches, b.runs[r].switches);
  }
}

TEST_P(Conformance, RegretIsARegret) {
  const auto& [env, agent, rewards] = GetParam();
  const ExperimentRecord record = run_experiment(spec());
  // Exact up to rounding; on an infinite state space the values are good to 1e-5.
  const double slack = record.env.states > 0 ? 1e-9 : 1e-5;
  EXPECT_EQ(record.env.name, env);
  EXPECT_EQ(record.env.rewards_known, rewards == "known");
  EXPECT_FALSE(record.interrupted);
  ASSERT_EQ(record.runs.size(), 3u);
  for (const RunRecord& run : record.runs) {
    ASSERT_EQ(run.regret.size(), record.checkpoints.size());
    EXPECT_GE(run.final_gap, -slack);
    EXPECT_LE(run.final_gap, record.env.horizon);
    double before = 0;
    for (const double regret : run.regret) {
      EXPECT_TRUE(std::isfinite(regret));
      EXPECT_GE(regret, before - slack * static_cast<double>(record.episodes));
      before = regret;
    }
    EXPECT_LE(before, static_cast<double>(record.episodes * record.env.horizon));
    if (agent == "optimal") {
      EXPECT_NEAR(before, 0, 1e-6);
    }
  }
}

TEST_P(Conformance, SameSpecSameRecordWhateverTheJobs) {
  const ExperimentRecord first = run_experiment(spec());
  expect_same(first, run_experiment(spec()));
  expect_same(first, run_experiment(spec(3)));
}

INSTANTIATE_TEST_SUITE_P(Catalogues, Conformance,
                         testing::Combine(testing::ValuesIn(environment_names()), testing::ValuesIn(agent_names()),
                                          testing::Values("known", "learned")),
                         [](const auto& combination) {
                           std::string name = std::get<0>(combination.param) + "_" + std::get<1>(combination.param) +
                                              "_" + std::get<2>(combination.param);
                           for (std::size_t at; (at = name.find("++")) != std::string::npos;) name.replace(at, 2, "PP");
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace tacit
