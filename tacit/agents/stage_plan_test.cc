#include "tacit/agents/stage_plan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tacit/core/error.h"
#include "tacit/core/rng.h"

namespace tacit {
namespace {

Matrix random_features(Index rows, Index d) {
  Stream stream(1, "test");
  Matrix m(rows, d);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = stream.normal() / 3;
  return m;
}

StagePlan plan_of(Index d) {
  const Matrix x = random_features(2 * d, d);
  StagePlan plan;
  plan.set_gram(x.transpose() * x + Matrix::Identity(d, d));
  plan.ridge = 1;
  plan.reward = Vector::Constant(d, 0.3);
  plan.optimistic.weights = Vector::LinSpaced(d, -1, 1);
  plan.optimistic.radius = 0.5;
  plan.optimistic.bias = 0.25;
  plan.optimistic.low = -0.2, plan.optimistic.high = 0.9;
  plan.optimistic.q_high = 1;
  return plan;
}

TEST(StagePlan, SolvesAndMeasuresInTheInverseOfItsGram) {
  const StagePlan plan = plan_of(5);
  const Vector v = Vector::LinSpaced(5, 1, 2);
  EXPECT_LT((plan.gram * plan.solve(v) - v).norm(), 1e-12);
  EXPECT_NEAR(plan.squared_norm(v.data()), v.dot(plan.gram.inverse() * v), 1e-12);
}

TEST(StagePlan, EvaluatesItsFormulaOnManyRows) {
  // More rows than one chunk, and not a multiple of it.
  const StagePlan plan = plan_of(5);
  const Matrix rows = random_features(1000, 5);
  std::vector<double> q(1000);
  plan.evaluate(ConstMatrixView(rows.data(), 1000, 5), q.data(), nullptr);
  for (Index i = 0; i < 1000; ++i) {
    const Vector x = rows.row(i);
    const double n2 = x.dot(plan.gram.inverse() * x);
    const double v = x.dot(plan.optimistic.weights) + 0.5 * std::sqrt(n2) + 0.25 * n2 / x.squaredNorm();
    EXPECT_NEAR(q[i], std::min(1.0, x.sum() * 0.3 + std::clamp(v, -0.2, 0.9)), 1e-12);
  }
}

TEST(StagePlan, TreatsAnEmptyFeatureAsUnseen) {
  StagePlan plan = plan_of(3);
  const Matrix zero = Matrix::Zero(1, 3);
  double q = 0;
  plan.evaluate(ConstMatrixView(zero.data(), 1, 3), &q, nullptr);
  EXPECT_DOUBLE_EQ(q, 0.25);
}

// Two-sided, with noise and with a norm of its own for the reward: everything that an evaluation can take in.
StagePlan full_plan_of(Index d, double shift) {
  StagePlan plan = plan_of(d);
  plan.set_reward_gram(2 * plan.gram);
  plan.two_sided = true;
  plan.optimistic.weights.array() += shift;
  plan.optimistic.noise = 0.1, plan.optimistic.reward_noise = 0.05, plan.optimistic.reward_radius = 0.2;
  plan.pessimistic = plan.optimistic;
  plan.pessimistic.radius = -0.5, plan.pessimistic.noise = -0.1;
  return plan;
}

TEST(ExtremeValues, AreTheExtremesOfAllPlansAtEveryRow) {
  const std::vector<StagePlan> plans = {full_plan_of(7, 0), full_plan_of(7, 0.3), full_plan_of(7, -0.2)};
  const Matrix rows = random_features(101, 7);
  std::vector<double> up(101), down(101);
  extreme_values(plans, ConstMatrixView(rows.data(), 101, 7), 1, up.data(), down.data());
  for (Index i = 0; i < 101; ++i) {
    double least = StagePlan::kInfinity, greatest = -least;
    for (const StagePlan& plan : plans) {
      const StagePlan::Values one = plan.evaluate(rows.row(i).data());
      least = std::min(least, one.optimistic), greatest = std::max(greatest, one.pessimistic);
    }
    EXPECT_NEAR(up[i], least, 1e-12);
    EXPECT_NEAR(down[i], greatest, 1e-12);
  }
}

TEST(ExtremeValues, DoNotDependOnThreads) {
  constexpr Index kRows = 3001, d = 40;  // Enough work for several, and not a multiple of a panel.
  const std::vector<StagePlan> plans = {full_plan_of(d, 0), full_plan_of(d, 0.3)};
  const Matrix rows = random_features(kRows, d);
  std::vector<double> one(kRows), many(kRows), one_down(kRows), many_down(kRows);
  extreme_values(plans, ConstMatrixView(rows.data(), kRows, d), 1, one.data(), one_down.data());
  extreme_values(plans, ConstMatrixView(rows.data(), kRows, d), 3, many.data(), many_down.data());
  EXPECT_EQ(one, many);
  EXPECT_EQ(one_down, many_down);
}

TEST(StagePlan, RefusesAGramThatIsNotPositiveDefinite) {
  StagePlan plan;
  EXPECT_THROW(plan.set_gram(-Matrix::Identity(3, 3)), Defect);
}

}  // namespace
}  // namespace tacit
