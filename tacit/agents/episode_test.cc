#include "tacit/agents/episode.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tacit/core/error.h"

namespace tacit {
namespace {

Problem small() {
  Problem problem;
  problem.horizon = 3, problem.actions = 2;
  return problem;
}

Step step(int h, int action = 0) { return {h, {}, action, 0, {}}; }

/// Why the episode is refused; empty: it is not.
std::string refusal(std::int64_t version, const std::vector<Step>& steps) try {
  require_order({version, steps}, small(), 7);
  return "";
} catch (const Error& error) {
  return error.what();
}

TEST(Episode, MayEndEarlyAndNeedNotBegin) {
  std::vector<Step> steps;
  EXPECT_EQ(refusal(0, steps), "");
  for (int h = 0; h < 3; ++h) {
    steps.push_back(step(h, h % 2));
    EXPECT_EQ(refusal(7, steps), "") << h;
  }
}

TEST(Episode, IsRefusedWhereStepsDoNotFollowEachOther) {
  EXPECT_NE(refusal(0, {step(1)}).find("step.h"), std::string::npos);
  EXPECT_NE(refusal(0, {step(-1)}), "");
  EXPECT_NE(refusal(0, {step(0), step(0)}), "");
  EXPECT_NE(refusal(0, {step(0), step(2)}), "");
  EXPECT_NE(refusal(0, {step(0), step(1), step(2), step(3)}).find("episode.steps"), std::string::npos);
}

TEST(Episode, IsRefusedWhereAnActionOrThePolicyIsNone) {
  EXPECT_NE(refusal(0, {step(0, 2)}).find("step.action"), std::string::npos);
  EXPECT_NE(refusal(0, {step(0, -1)}), "");
  EXPECT_NE(refusal(8, {step(0)}).find("episode.version"), std::string::npos);
  EXPECT_NE(refusal(-1, {step(0)}), "");
}

}  // namespace
}  // namespace tacit
