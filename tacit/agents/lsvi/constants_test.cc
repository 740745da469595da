#include "tacit/agents/lsvi/constants.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tacit {
namespace {

Problem problem() {
  Problem p;
  p.horizon = 20, p.dimension = 10, p.actions = 2, p.measure_norm = std::sqrt(10.0);
  return p;
}

// d = 10, H = 20, K = 1e6 by hand: lambda = 1/400, l = ln(10 * 20 * 1e6 * 400 / 0.05) = ln 1.6e12.
TEST(Constants, TheoryOfPlusPlusIsThePublishedFormula) {
  const Constants c =
      make_constants(problem(), {.family = Family::lsvi_ucb_plus_plus, .practical = false, .ridge = 77}, 1000000);
  const double l = std::log(1.6e12), H = 20;
  EXPECT_NEAR(c.ridge, 1.0 / 20, 1e-15);
  EXPECT_NEAR(c.optimistic * H, std::sqrt(H) * (H * std::sqrt(10.0 / 400) + std::sqrt(10.0) * l), 1e-9);
  EXPECT_NEAR(c.pessimistic * H, std::sqrt(H) * (H * std::sqrt(10.0 / 400) + std::pow(10, 1.5) * H * l), 1e-9);
  EXPECT_NEAR(c.second * H * H, std::sqrt(H) * (H * H * std::sqrt(10.0 / 400) + std::pow(10, 1.5) * H * H * l), 1e-6);
  EXPECT_TRUE(c.keep_extremes);
}

TEST(Constants, TheoryOfLsviUcbIsThePublishedFormula) {
  const Constants c = make_constants(problem(), {.practical = false, .ridge = 77}, 1000000);
  EXPECT_EQ(c.ridge, 1);
  EXPECT_NEAR(c.optimistic * 20, 10 * 20 * std::sqrt(std::log(2 * 10 * 1e6 * 20 / 0.05)), 1e-9);
  EXPECT_FALSE(c.keep_extremes);
}

TEST(Constants, HoeffdingIsAnOptionOfTheOptimisticBonus) {
  const ConstantsChoice choice{.family = Family::lsvi_ucb_plus_plus, .bonus = Bonus::hoeffding, .practical = false};
  const Constants c = make_constants(problem(), choice, 1000);
  EXPECT_EQ(c.optimistic, c.pessimistic);
}

TEST(Constants, TheoryUsesTheMeasureNormOfTheEnvironment) {
  Problem wide = problem();
  wide.measure_norm = 100;
  const ConstantsChoice choice{.family = Family::lsvi_ucb_plus_plus, .practical = false};
  EXPECT_GT(make_constants(wide, choice, 1000).optimistic, make_constants(problem(), choice, 1000).optimistic);
}

TEST(Constants, MultipliersScaleOnlyPracticalRadii) {
  ConstantsChoice choice{.family = Family::lsvi_ucb_plus_plus};
  choice.multipliers.beta = 0.5;
  const double half = make_constants(problem(), choice, 1000).optimistic;
  choice.multipliers.beta = 1;
  EXPECT_DOUBLE_EQ(2 * half, make_constants(problem(), choice, 1000).optimistic);
}

// The docs say that the published weights are inert at feasible K: with E and D at their caps and the floor at |phi|
// = 1.
TEST(Constants, PublishedWeightFloorIsAstronomicallySmall) {
  const double d = 10, H = 20, lambda = 1 / (H * H), n = 1 / std::sqrt(lambda);
  EXPECT_LT(1 / (4 * std::pow(d, 6) * std::pow(H, 4) * n), 1e-12);
}

}  // namespace
}  // namespace tacit
