#include "tacit/lab/experiment/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "tacit/core/error.h"

namespace tacit {
namespace {

RunSpec small(const std::string& agent) {
  RunSpec spec;
  spec.env = "simplex";
  spec.agent = agent;
  spec.horizon = 3;
  spec.episodes = 2000;
  return spec;
}

std::string message(const RunSpec& spec) {
  try {
    run_experiment(spec);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(DefaultDelta, IsTheLargestPowerOfTenNotAboveATenthOfOneOverK) {
  EXPECT_EQ(default_delta(1), 0.1);
  EXPECT_EQ(default_delta(10), 1e-2);
  EXPECT_EQ(default_delta(11), 1e-3);
  EXPECT_EQ(default_delta(20000), 1e-6);
  EXPECT_EQ(default_delta(1000000), 1e-7);
  EXPECT_EQ(default_delta(3000000), 1e-8);
}

TEST(RunExperiment, AsksPrivateAgentsForABudgetAndNoOthers) {
  EXPECT_THAT(message(small("dp-block-ucb")), testing::HasSubstr("needs a budget"));
  RunSpec spec = small("lsvi-ucb++");
  spec.epsilon = 1;
  EXPECT_THAT(message(spec), testing::HasSubstr("takes no budget"));
}

TEST(RunExperiment, SpendsNoMoreThanWasPromised) {
  RunSpec spec = small("dp-block-ucb");
  spec.epsilon = 2;
  spec.agent_settings = {{"first", "100"}};
  const ExperimentRecord record = run_experiment(spec);
  ASSERT_TRUE(record.promise.has_value());
  EXPECT_DOUBLE_EQ(record.promise->epsilon().value(), 2);
  EXPECT_LE(record.runs[0].epsilon_spent, 2);
  EXPECT_GT(record.runs[0].epsilon_spent, 1.99);
  EXPECT_GT(record.runs[0].releases, 0);
}

TEST(RunExperiment, StopsWhenToldAndKeepsFinishedRuns) {
  RunSpec spec = small("uniform");
  spec.runs = 5;
  std::atomic<bool> stop{false};
  Hooks hooks;
  hooks.stop = &stop;
  hooks.progress = [&](std::int64_t done) { stop = done >= 2 * spec.episodes; };
  const ExperimentRecord record = run_experiment(spec, hooks);
  EXPECT_TRUE(record.interrupted);
  EXPECT_EQ(record.runs.size(), 2u);
}

TEST(RunExperiment, NamesTheFieldThatIsOutOfRange) {
  RunSpec spec = small("uniform");
  spec.episodes = 0;
  EXPECT_THAT(message(spec), testing::HasSubstr("--episodes: 0 is not allowed"));
  spec = small("uniform");
  spec.runs = 0;
  EXPECT_THAT(message(spec), testing::HasSubstr("--runs: 0 is not allowed"));
}

TEST(Checkpoints, GrowToTheLastEpisode) {
  EXPECT_EQ(checkpoints(1), (std::vector<std::int64_t>{1}));
  const auto marks = checkpoints(100000);
  EXPECT_EQ(marks.front(), 1);
  EXPECT_EQ(marks.back(), 100000);
  for (std::size_t i = 1; i < marks.size(); ++i) EXPECT_GT(marks[i], marks[i - 1]);
  EXPECT_GT(marks.size(), 40u);
  EXPECT_LT(marks.size(), 52u);
}

// The flag is seen while the agent is made, before the first user.
TEST(Runner, ObeysAStopInsideAPlan) {
  RunSpec spec;
  spec.env = "simplex", spec.env_settings = {{"dimension", "32"}};
  spec.agent = "dp-block-ucb", spec.episodes = 100000, spec.epsilon = 1;
  const Experiment experiment(spec);
  std::atomic<bool> stop{true};
  std::int64_t told = 0;
  const auto tick = [&](std::int64_t episodes) { return told += episodes, true; };
  EXPECT_FALSE(experiment.run(0, tick, nullptr, &stop).has_value());
  EXPECT_EQ(told, 0);
}

}  // namespace
}  // namespace tacit
