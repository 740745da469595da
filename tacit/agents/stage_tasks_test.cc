#include "tacit/agents/stage_tasks.h"

#include <gtest/gtest.h>

#include "tests/small_mdps.h"

namespace tacit {
namespace {

double total(const std::vector<Split>& splits) {
  double sum = 0;
  for (const Split& split : splits) sum += split.gram + split.response + split.outcomes;
  return sum;
}

TEST(StageSplits, AddUpToTheWholeBudget) {
  for (const bool known : {false, true}) {
    const Problem problem = trial::small_finite(known).problem;
    EXPECT_NEAR(total(stage_splits(problem, {0.3, 1, 2})), 1, 1e-12);
    // With as much besides as the Gram matrices of all stages have.
    EXPECT_NEAR(total(stage_splits(problem, {1, 0, 0}, problem.horizon)), 0.5, 1e-12);
  }
}

TEST(StageSplits, SpendNothingOnWhatIsKnown) {
  const Problem problem = trial::small_finite(true).problem;
  const std::vector<Split> splits = stage_splits(problem, {1, 1, 1});
  for (const Split& split : splits) EXPECT_EQ(split.response, 0);
  EXPECT_EQ(splits.back().outcomes, 0);
  EXPECT_GT(splits.front().outcomes, 0);
}

TEST(StageSplits, KeepTheProportions) {
  const Split split = stage_splits(trial::small_finite(false).problem, {0.3, 1, 2}).front();
  EXPECT_NEAR(split.gram / split.response, 0.3, 1e-12);
  EXPECT_NEAR(split.outcomes / split.response, 2, 1e-12);
}

TEST(StageTasks, TheLastStageHasNoOutcome) {
  const Problem problem = trial::small_finite(false).problem;
  const VaultShape shape = stage_tasks(problem, 4);
  EXPECT_EQ(shape.tasks, problem.horizon);
  EXPECT_EQ(shape.outcome_size(problem.horizon - 1), 0);
  EXPECT_EQ(shape.outcome_size(problem.horizon - 2), 4 * problem.dimension);
}

}  // namespace
}  // namespace tacit
