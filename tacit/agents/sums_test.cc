#include "tacit/agents/sums.h"

#include <gtest/gtest.h>

#include <vector>

#include "tacit/core/rng.h"

namespace tacit {
namespace {

constexpr int kStates = 5, kActions = 2, kDimension = 3, kHorizon = 2;

Problem problem(bool finite) {
  Problem p;
  p.horizon = kHorizon, p.actions = kActions, p.dimension = kDimension, p.finite = finite, p.measure_norm = 1;
  Stream stream(1, "test");
  p.points.resize(kStates * kActions, kDimension);
  for (Index i = 0; i < p.points.size(); ++i) p.points.data()[i] = stream.uniform() / 2;
  return p;
}

// Sums of a finite problem and of the same problem told to keep every user agree, for any function of the next state.
TEST(Sums, FiniteAndInfinitePathsAgree) {
  const Problem finite = problem(true), infinite = problem(false);
  Sums a(finite), b(infinite);
  Stream stream(2, "test");
  Matrix gram = Matrix::Zero(kDimension, kDimension);
  for (int k = 0; k < 1500; ++k) {
    const Step step{1, finite.point(stream.below(kStates)), static_cast<int>(stream.below(kActions)), stream.uniform(),
                    finite.point(stream.below(kStates))};
    const double weight = stream.uniform();
    a.add(step, weight);
    b.add(step, weight);
    const Vector phi = finite.feature(step.state, step.action);
    gram += weight * phi * phi.transpose();
  }
  Targets targets;
  targets.at_points = Matrix::Random(kStates, 2);
  targets.elsewhere = [&](const ConstMatrixView& blocks, Matrix& values) {
    values.resize(blocks.rows() / kActions, 2);
    for (Index i = 0; i < values.rows(); ++i)
      for (Index s = 0; s < kStates; ++s)
        if (blocks.middleRows(i * kActions, kActions) == finite.points.middleRows(s * kActions, kActions))
          values.row(i) = targets.at_points.row(s);
  };
  EXPECT_LT((a.gram(1) - gram).norm(), 1e-9);
  EXPECT_LT((a.gram(1) - b.gram(1)).norm(), 1e-12);
  EXPECT_LT((a.reward(1) - b.reward(1)).norm(), 1e-12);
  EXPECT_LT((a.moments(1, targets) - b.moments(1, targets)).norm(), 1e-9);
  EXPECT_EQ(a.gram(0).norm(), 0);
}

}  // namespace
}  // namespace tacit
