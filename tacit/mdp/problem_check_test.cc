#include "tacit/mdp/problem_check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "tacit/core/error.h"

namespace tacit {
namespace {

/// Why a problem is refused that is right but for what `spoil` does to it.
std::string refusal(const std::function<void(Problem&)>& spoil) {
  Problem problem;
  problem.horizon = 2, problem.actions = 2, problem.dimension = 4;
  problem.points = Matrix::Identity(4, 4);
  problem.measure_norm = 2;
  spoil(problem);
  try {
    require_problem(problem);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(ProblemCheck, TakesWhatIsRight) {
  EXPECT_EQ(refusal([](Problem&) {}), "");
}

TEST(ProblemCheck, NamesTheRowWhoseFeaturesAreTooLong) {
  EXPECT_EQ(refusal([](Problem& p) { p.points(3, 0) = 1; }),
            "features: row 3 (state 1, action 1) has norm 1.4142135623730951; expected at most 1");
  EXPECT_NE(refusal([](Problem& p) { p.points(0, 0) = NAN; }), "");
}

TEST(ProblemCheck, RefusesSizesThatDoNotFit) {
  EXPECT_NE(refusal([](Problem& p) { p.horizon = 0; }), "");
  EXPECT_NE(refusal([](Problem& p) { p.dimension = 3; }), "");
  EXPECT_NE(refusal([](Problem& p) { p.actions = 3; }), "");
}

TEST(ProblemCheck, RefusesAnEndThatIsNoState) {
  EXPECT_EQ(refusal([](Problem& p) { p.ended = 1; }), "");
  EXPECT_EQ(refusal([](Problem& p) { p.ended = 2; }), "ended: 2 is not allowed; expected a state from 0 to 1");
  EXPECT_NE(refusal([](Problem& p) { p.ended_reward = 1.5; }), "");
}

}  // namespace
}  // namespace tacit
