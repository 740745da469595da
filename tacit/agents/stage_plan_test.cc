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

TEST(StagePlan, RefusesAGramThatIsNotPositiveDefinite) {
  StagePlan plan;
  EXPECT_THROW(plan.set_gram(-Matrix::Identity(3, 3)), Defect);
}

}  // namespace
}  // namespace tacit
