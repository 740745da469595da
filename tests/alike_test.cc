// Stages that are declared alike: what that changes, and what it does not.
#include <gtest/gtest.h>

#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/experiment/summary.h"

namespace tacit {
namespace {

double regret(const std::string& agent, const std::string& env, const Assignments& env_settings,
              const Assignments& agent_settings = {}, std::int64_t episodes = 5000) {
  RunSpec spec;
  spec.agent = agent, spec.env = env, spec.env_settings = env_settings, spec.agent_settings = agent_settings;
  spec.episodes = episodes, spec.runs = 2, spec.jobs = 2;
  if (agent.starts_with("dp-")) spec.epsilon = 1;
  return summarise(run_experiment(spec)).mean_regret;
}

TEST(Alike, IsNotBelievedByWhoSaysThatStagesAreLikelySo) {
  const Assignments unsaid = {{"stages", "unsaid"}}, alike = {{"stages", "alike"}}, likely = {{"stages", "likely"}};
  const double before = regret("dp-block-ucb", "river-swim", unsaid);
  EXPECT_EQ(regret("dp-block-ucb", "river-swim", alike, likely), before);
  EXPECT_NE(regret("dp-block-ucb", "river-swim", alike), before);
}

// Features of two-state are no cells, and drawn weights need regressions.
TEST(Alike, ChangesNothingWhereItIsNoUseYet) {
  const Assignments unsaid = {{"stages", "unsaid"}}, alike = {{"stages", "alike"}};
  EXPECT_EQ(regret("dp-block-ucb", "two-state", alike), regret("dp-block-ucb", "two-state", unsaid));
  EXPECT_EQ(regret("dp-block-posterior", "river-swim", alike), regret("dp-block-posterior", "river-swim", unsaid));
}

// 0.199 a user is the best that one can get, and 0.187 are lost by who acts at random.
TEST(Alike, LearnsTheSlipperyLakeFromAHundredThousandUsers) {
  RunSpec spec;
  spec.agent = "dp-block-ucb", spec.env = "frozen-lake", spec.horizon = 20;
  spec.episodes = 100000, spec.runs = 3, spec.jobs = 2, spec.epsilon = 1;
  EXPECT_LT(summarise(run_experiment(spec)).mean_regret, 0.3 * 0.187 * 100000);
  spec.agent = "uniform", spec.epsilon.reset();
  EXPECT_GT(summarise(run_experiment(spec)).mean_regret, 0.95 * 0.187 * 100000);
}

// The goal is six steps away, so that whoever arrives does so in the last stage of six. Then every policy but the best
// is worth nothing, and who never arrives loses 1.
TEST(Alike, LearnsWhatIsPaidInTheLastStageAlone) {
  RunSpec spec;
  spec.agent = "dp-block-ucb", spec.env = "frozen-lake", spec.env_settings = {{"slippery", "no"}}, spec.horizon = 6;
  spec.episodes = 100000, spec.runs = 3, spec.jobs = 2, spec.epsilon = 1;
  EXPECT_LT(summarise(run_experiment(spec)).mean_regret, 0.1 * 100000);
}

// Thirteen steps along the cliff, each of which costs 0.01: who never arrives loses 0.07, who falls loses 0.99.
TEST(Alike, FindsItsWayAlongTheCliff) {
  RunSpec spec;
  spec.agent = "dp-block-ucb", spec.env = "cliff";
  spec.episodes = 1000000, spec.jobs = 2, spec.epsilon = 1;
  const ExperimentRecord record = run_experiment(spec);
  EXPECT_LT(record.runs[0].final_regret(), 0.06 * 1000000);
  EXPECT_LT(record.runs[0].final_gap, 0.005);
}

TEST(Alike, IsLearnedFromExactSumsAtOnce) {
  RunSpec spec;
  spec.agent = "block-ucb", spec.env = "frozen-lake", spec.horizon = 20;
  spec.episodes = 100000, spec.runs = 3, spec.jobs = 2;
  EXPECT_LT(summarise(run_experiment(spec)).mean_regret, 0.05 * 0.187 * 100000);
}

}  // namespace
}  // namespace tacit
