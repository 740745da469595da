#include "tacit/agents/lsvi/state_basis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tacit/core/rng.h"
#include "tacit/mdp/linear_mdp.h"

namespace tacit {
namespace {

const IntervalDynamics kLine = {{-0.2, 0, 0.2}, {}, {1, 1}};

Problem line() {
  Problem p;
  p.finite = false;
  p.horizon = 1, p.actions = 3, p.dimension = 6, p.measure_norm = 1;
  p.points = interval_cover(kLine, 6, 257);
  return p;
}

TEST(StateBasis, WeighsEveryStateWithAMixtureOfTwoAnchors) {
  const Problem p = line();
  const StateBasis basis(p, 8);
  ASSERT_EQ(basis.size(), 8);
  Stream stream(1, "test");
  std::vector<double> block(18), psi(8);
  for (int i = 0; i < 500; ++i) {
    interval_features(kLine, 6, stream.uniform(), block.data());
    basis.weights({block.data(), -1}, psi.data());
    double sum = 0, squares = 0;
    int used = 0;
    for (const double x : psi) {
      sum += x, squares += x * x, used += x > 0;
      EXPECT_GE(x, 0);
    }
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_LE(squares, 1 + 1e-12);
    EXPECT_LE(used, 2);
  }
}

TEST(StateBasis, KeepsConstantsAndFitsSmoothFunctions) {
  const Problem p = line();
  const StateBasis basis(p, 12);
  const Vector ones = basis.fit() * Vector::Ones(257);
  EXPECT_LT((ones.array() - 1).abs().maxCoeff(), 1e-9);
  // A bump over the cover, of height 1, is reproduced to 0.05 in root mean square.
  Vector bump(257);
  for (Index i = 0; i < 257; ++i) bump[i] = std::exp(-std::pow((cover_position(i, 257) - 0.4) / 0.25, 2));
  const Vector coefficients = basis.fit() * bump;
  std::vector<double> psi(12);
  double squares = 0;
  for (Index i = 0; i < 257; ++i) {
    basis.weights(p.point(i), psi.data());
    squares += std::pow(ConstVectorView(psi.data(), 12).dot(coefficients) - bump[i], 2);
  }
  EXPECT_LT(std::sqrt(squares / 257), 0.05);
}

TEST(StateBasis, HasNoMoreAnchorsThanDistinctStates) {
  Problem p;
  p.horizon = 1, p.actions = 1, p.dimension = 2, p.measure_norm = 1;
  p.points = Matrix::Zero(5, 2);
  p.points(3, 0) = p.points(4, 0) = 1;
  const StateBasis basis(p, 4);
  EXPECT_EQ(basis.size(), 2);
  std::vector<double> psi(2);
  basis.weights(p.point(4), psi.data());
  EXPECT_EQ(psi[0] + psi[1], 1);
}

}  // namespace
}  // namespace tacit
