#include "tacit/agents/block/visit_forecast.h"

#include <gtest/gtest.h>

#include "tests/policies.h"

namespace tacit {
namespace {

using trial::always;

// Two states, two actions, one-hot features: action 1 changes the state, action 0 does not.
Problem two_states() {
  Problem problem;
  problem.horizon = 3;
  problem.actions = 2;
  problem.dimension = 4;
  problem.points = Matrix::Identity(4, 4);
  return problem;
}

LearnedModel truth() {
  Matrix measures(2, 4);  // states x features
  measures << 1, 0, 0, 1, 0, 1, 1, 0;
  return {Vector::Unit(2, 0), {measures, measures}, {Matrix::Zero(4, 4), Matrix::Zero(4, 4)}};
}

TEST(VisitForecast, PushesUsersForward) {
  const Problem problem = two_states();
  const auto visits = expected_visits(problem, truth(), {{100, always(problem, 1)}});
  EXPECT_LT((visits[0] - 100 * Vector::Unit(4, 1)).norm(), 1e-9);
  EXPECT_LT((visits[1] - 100 * Vector::Unit(4, 3)).norm(), 1e-9);
  EXPECT_LT((visits[2] - 100 * Vector::Unit(4, 1)).norm(), 1e-9);
}

TEST(VisitForecast, AddsUpPolicies) {
  const Problem problem = two_states();
  const auto visits = expected_visits(problem, truth(), {{100, always(problem, 1)}, {50, PolicyTable(problem)}});
  Vector expected(4);
  expected << 12.5, 12.5, 12.5, 112.5;
  EXPECT_LT((visits[1] - expected).norm(), 1e-9);
}

TEST(VisitForecast, LosesNobodyToABadModel) {
  const Problem problem = two_states();
  LearnedModel model = truth();
  model.measures[0] *= 0.3;
  model.measures[0](0, 1) = -0.5;
  const auto visits = expected_visits(problem, model, {{100, always(problem, 1)}});
  for (const Vector& stage : visits) {
    EXPECT_NEAR(stage.sum(), 100, 1e-9);
    EXPECT_GE(stage.minCoeff(), 0);
  }
}

TEST(VisitForecast, SendsNextToNobodyWhereTheModelOnlyErrs) {
  // One user in a hundred seems to go to state 0 against the model's own error of as much, or of a tenth of it.
  const Problem problem = two_states();
  LearnedModel model = truth();
  model.measures[0].col(1) << 0.01, 0.99;
  const auto to_state_0 = [&](double deviation) {
    model.covariances[0] = deviation * deviation * Matrix::Identity(4, 4);
    return expected_visits(problem, model, {{100, always(problem, 1)}})[1].head(2).sum();
  };
  EXPECT_NEAR(to_state_0(0.001), 1, 0.01);
  EXPECT_NEAR(to_state_0(0.01), 1 / 1.25, 0.01);
  EXPECT_LT(to_state_0(0.1), 0.05);
}

TEST(VisitForecast, KeepsThoseWhoStoppedWhereTheyAreWhateverTheModelSays) {
  // Everybody goes from state 0 to state 1 and, says the model, back.
  Problem problem = two_states();
  LearnedModel model = truth();
  model.stopping = model.covariances;
  const auto at_the_end = [&] { return expected_visits(problem, model, {{100, always(problem, 1)}})[2]; };
  EXPECT_NEAR(at_the_end().tail(2).sum(), 0, 1e-9);
  problem.ended = 1;
  EXPECT_NEAR(at_the_end().tail(2).sum(), 100, 1e-9);
}

TEST(VisitForecast, SendsNobodyTwiceWhereSomeStopped) {
  Problem problem = two_states();
  problem.ended = 1;
  LearnedModel model = truth();
  model.stopping = model.covariances;
  for (Matrix& measures : model.measures) measures.leftCols(2) << 0.8, 0.8, 0.2, 0.2;
  const auto visits = expected_visits(problem, model, {{100, PolicyTable(problem)}});
  EXPECT_NEAR(visits[1].tail(2).sum(), 20, 1e-6);
  EXPECT_NEAR(visits[2].tail(2).sum(), 36, 1e-6);
  EXPECT_NEAR(visits[2].sum(), 100, 1e-9);
}

}  // namespace
}  // namespace tacit
