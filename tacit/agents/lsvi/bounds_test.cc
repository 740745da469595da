#include "tacit/agents/lsvi/bounds.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tacit/core/linear_algebra.h"
#include "tacit/privacy/noise/simulation_noise.h"

namespace tacit {
namespace {

TEST(TheorySize, TakesTheNormOfThePapersOrOfTheProblem) {
  EXPECT_DOUBLE_EQ(theory_size(9, 2, 100, false).measure_norm, 3);
  Problem problem;
  problem.dimension = 9, problem.horizon = 2, problem.measure_norm = 5;
  const TheorySize size = theory_size(problem, 100);
  EXPECT_EQ(size.measure_norm, 5);
  EXPECT_TRUE(size.rewards_learned);  // No rewards are known.
  EXPECT_EQ(size.trivial_bound(), 200);
}

// 3 (2 sqrt(4) + 2 sqrt(ln(2 * 100 / 0.05))) by hand.
TEST(Eta, IsTheFormula) { EXPECT_NEAR(eta(3, 4, 100, 0.05), 29.2796350379188563, 1e-12); }

double largest_norm(double scale, int dimension, int count) {
  SimulationNoise noise(1, "eta");
  double largest = 0;
  for (int i = 0; i < count; ++i) {
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(noise.goe(dimension, scale), Eigen::EigenvaluesOnly);
    largest = std::max(largest, solver.eigenvalues().cwiseAbs().maxCoeff());
  }
  return largest;
}

// Fails for one seed in twenty at most; the second half shows that the bound is no giveaway.
TEST(Eta, CoversNoiseOfItsScaleAndNotOfTwiceItsScale) {
  EXPECT_LT(largest_norm(2, 6, 1000), eta(2, 6, 1000, 0.05));
  EXPECT_GT(largest_norm(4, 6, 1000), eta(2, 6, 1000, 0.05));
}

TEST(DoublingBound, IsTheFormulaAndFallsWithTheRidge) {
  const TheorySize size = theory_size(2, 3, 62, false);
  EXPECT_NEAR(doubling_bound(size, 1), 2 * 3 * 5, 1e-12);  // log2(1 + 31) = 5
  EXPECT_LT(doubling_bound(size, 10), doubling_bound(size, 1));
  EXPECT_GT(doubling_bound(size, 1e30), 0);
}

// All users in one direction, H = 1: the determinant is ridge + k, and doubles at most log2(1 + K) times.
TEST(DoublingBound, CoversWhatHappens) {
  const double episodes = 1000;
  double last = 1, now = 1;
  int switches = 0;
  for (int k = 0; k < episodes; ++k) {
    now += 1;
    if (now >= 2 * last) last = now, ++switches;
  }
  const double bound = doubling_bound(theory_size(1, 1, episodes, false), 1);
  EXPECT_LE(switches, bound);
  EXPECT_GT(switches, bound - 1);
}

// 20 sqrt(K) < 2 K from K = 100 on.
TEST(RegretBound, SaysWhereItBeginsToInform) {
  const auto bound = [](const TheorySize& s) { return 20 * std::sqrt(s.episodes); };
  const RegretBound at_nine = regret_bound("theorem", "20 sqrt(K)", theory_size(1, 2, 9, false), bound);
  EXPECT_DOUBLE_EQ(at_nine.value, 60);
  ASSERT_TRUE(at_nine.informative_from.has_value());
  EXPECT_NEAR(*at_nine.informative_from, 100, 1e-6);
}

TEST(RegretBound, MayInformAlwaysOrNever) {
  const TheorySize size = theory_size(1, 2, 9, false);
  EXPECT_EQ(regret_bound("", "", size, [](const TheorySize& s) { return s.episodes; }).informative_from, 1);
  EXPECT_FALSE(
      regret_bound("", "", size, [](const TheorySize& s) { return 3 * s.episodes; }).informative_from.has_value());
}

// One direction: Lam = diag(ridge + W, ridge); evenly over two: ridge + W/2 each.
TEST(FinalBonus, IsLeastWhereEverybodyWentAndShared) {
  const FinalBonus f = final_bonus(theory_size(2, 1, 7, false), 10, 2, 14);
  EXPECT_DOUBLE_EQ(f.norm, 0.25);
  EXPECT_DOUBLE_EQ(f.bonus, 2.5);
  EXPECT_DOUBLE_EQ(f.spread_norm, 1.0 / 3);
  EXPECT_DOUBLE_EQ(f.spread_bonus, 10.0 / 3);
}

}  // namespace
}  // namespace tacit
