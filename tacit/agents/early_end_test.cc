#include "tacit/agents/early_end.h"

#include <gtest/gtest.h>

#include <vector>

namespace tacit {
namespace {

Problem problem(Index ended, double reward = 0) {
  Problem p;
  p.horizon = 4, p.actions = 2, p.dimension = 3;
  p.points = Matrix::Zero(6, 3);
  p.ended = ended;
  p.ended_reward = reward;
  return p;
}

std::vector<Step> missing(const Problem& p, int steps) {
  std::vector<Step> result;
  each_step_after_end(p, steps, [&](const Step& step) { result.push_back(step); });
  return result;
}

TEST(EarlyEnd, StagesThatWereNotReachedAreSpentInEnded) {
  const Problem p = problem(2);
  const std::vector<Step> steps = missing(p, 1);
  ASSERT_EQ(steps.size(), 3u);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(steps[i].h, i + 1);
    EXPECT_EQ(steps[i].state.point, 2);
    EXPECT_EQ(steps[i].next.point, 2);
    EXPECT_EQ(steps[i].reward, 0);
  }
  EXPECT_TRUE(missing(p, 4).empty());
}

TEST(EarlyEnd, IsPaidInEveryStageThatIsLeft) {
  const std::vector<Step> steps = missing(problem(2, 0.75), 1);
  ASSERT_EQ(steps.size(), 3u);
  for (const Step& step : steps) EXPECT_EQ(step.reward, 0.75);
  for (const Step& step : missing(problem(2), 1)) EXPECT_EQ(step.reward, 0);
}

TEST(EarlyEnd, ContributesNothingWhereNoStateIsForIt) { EXPECT_TRUE(missing(problem(-1), 1).empty()); }

TEST(EarlyEnd, IsWhereWhoeverGoesNowhereGoes) {
  EXPECT_EQ(known_or_ended(problem(2), State{}).point, 2);
  const Problem p = problem(2);
  EXPECT_EQ(known_or_ended(p, p.point(1)).point, 1);
  EXPECT_EQ(known_or_ended(problem(-1), State{}).point, -1);
}

}  // namespace
}  // namespace tacit
