#include "tacit/lab/experiment/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/mdp/file/mdp_file.h"
#include "tests/scratch.h"

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

TEST(RunExperiment, TakesAnEnvironmentOfOnesOwn) {
  const LinearMdp mdp = make_environment("simplex", 3, 1, {});
  RunSpec spec = small("lsvi-ucb++");
  const ExperimentRecord by_name = run_experiment(spec);
  spec.env.clear();
  EXPECT_EQ(run_experiment(spec, mdp).runs[0].regret, by_name.runs[0].regret);
  spec.env = "other";
  EXPECT_THROW(run_experiment(spec, mdp), Error);
  spec = small("lsvi-ucb++");
  spec.horizon = 4;
  EXPECT_THROW(run_experiment(spec, mdp), Error);
  spec.horizon = 0;
  spec.env_settings = {{"states", "20"}};
  EXPECT_THROW(run_experiment(spec, mdp), Error);
  LinearMdp wrong = mdp;
  wrong.rewards.array() += 2;
  EXPECT_THROW(run_experiment(small("lsvi-ucb++"), wrong), Error);
}

TEST(RunExperiment, ReadsAnEnvironmentFromAFileAndSaysSo) {
  const ScratchFolder scratch;
  save_mdp(make_environment("simplex", 3, 1, {}), scratch / "m.npz");
  RunSpec spec = small("dp-block-ucb");
  spec.epsilon = 1;
  const ExperimentRecord by_name = run_experiment(spec);
  spec.env = scratch / "m.npz";
  const ExperimentRecord from_file = run_experiment(spec);
  EXPECT_EQ(from_file.runs[0].regret, by_name.runs[0].regret);
  EXPECT_EQ(from_file.env.name, "simplex");
  EXPECT_THAT(from_file.runs[0].certificate, testing::HasSubstr(mdp_checksum(scratch / "m.npz")));
  EXPECT_THAT(from_file.runs[0].certificate, testing::HasSubstr("m.npz"));
  EXPECT_THAT(by_name.runs[0].certificate, testing::Not(testing::HasSubstr("SHA-256")));
  spec.env_sha256 = std::string(64, '0');
  EXPECT_THAT(message(spec), testing::HasSubstr("was changed in the meantime"));
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
  EXPECT_THAT(message(spec), testing::HasSubstr("episodes: 0 is not allowed"));
  spec = small("uniform");
  spec.runs = 0;
  EXPECT_THAT(message(spec), testing::HasSubstr("runs: 0 is not allowed"));
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
