#include "tacit/audit/mu_bound.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

#include "tacit/core/rng.h"

namespace tacit {
namespace {

constexpr double kConfidence = 0.95;

// Scores of the best attack on a Gaussian mechanism.
Scores gaussian(double mu, int runs, std::uint64_t seed) {
  Stream stream(seed, "scores");
  Scores scores;
  for (int i = 0; i < runs; ++i) {
    scores.original.push_back(stream.normal());
    scores.replaced.push_back(mu + stream.normal());
  }
  return scores;
}

MuBound bound(const std::vector<Scores>& scores) { return bound_mu(scores, kConfidence, Delta(1e-6)); }

TEST(MuBound, ReachesNineTenthsOfTheTruthWithTenThousandRuns) {
  const MuBound found = bound({gaussian(1, 10000, 1)});
  EXPECT_GE(found.lower, 0.9);
  EXPECT_LE(found.lower, 1);
  EXPECT_GE(*found.fitted_lower, 0.9);
}

TEST(MuBound, IsSmallWhereThereIsNothingToFind) {
  // The bound is above what is true with chance 0.05 at most; how far above is a matter of standard errors.
  EXPECT_LT(bound({gaussian(0, 10000, 2)}).lower, 2 * std::sqrt(2 * std::acos(-1.0)) / std::sqrt(4 * 5000.0));
}

// How many of `audits` small audits of mu = 1/2 say that mu is above `claim`.
int above(double claim, int audits) {
  int count = 0;
  for (int i = 0; i < audits; ++i) count += bound({gaussian(0.5, 200, 100 + i)}).lower > claim ? 1 : 0;
  return count;
}

TEST(MuBound, IsAboveTheTruthNoMoreOftenThanItsConfidenceAllows) {
  constexpr int kAudits = 200;
  const double doubt = 1 - kConfidence;
  EXPECT_LE(above(0.5, kAudits), kAudits * doubt + 4 * std::sqrt(kAudits * doubt * (1 - doubt)));
}

TEST(MuBound, IsAboveSmallerClaimsMoreOftenThanThat) {
  constexpr int kAudits = 200;
  const double doubt = 1 - kConfidence;
  EXPECT_GT(above(0.1, kAudits), kAudits * doubt + 4 * std::sqrt(kAudits * doubt * (1 - doubt)));
}

TEST(MuBound, PicksTheStatisticThatTells) {
  const MuBound found = bound({gaussian(0, 1000, 3), gaussian(2, 1000, 4), gaussian(0.5, 1000, 5)});
  EXPECT_EQ(found.guess.statistic, 1);
  EXPECT_GT(found.lower, 1.5);
}

TEST(MuBound, CountsTheSecondHalfAlone) {
  Scores scores = gaussian(3, 1000, 6);
  const Scores useless = gaussian(0, 1000, 7);
  std::copy(useless.original.begin() + 500, useless.original.end(), scores.original.begin() + 500);
  std::copy(useless.replaced.begin() + 500, useless.replaced.end(), scores.replaced.begin() + 500);
  const MuBound found = bound({scores});
  EXPECT_EQ(found.trials, 500);
  EXPECT_LT(found.lower, 0.2);
}

TEST(MuBound, OfCertaintyGrowsWithTheRunsAndHasNoFit) {
  const auto certain = [](int runs) {
    return bound({{std::vector<double>(runs, -kCertain), std::vector<double>(runs, kCertain)}});
  };
  EXPECT_GT(certain(100).lower, 3);
  EXPECT_GT(certain(1000).lower, certain(100).lower);
  EXPECT_FALSE(certain(100).fitted.has_value());
}

// Answers 1 truthfully with chance e/(1 + e): private with epsilon 1 and delta 0, and not Gaussian.
TEST(MuBound, WhateverTheNoiseFindsTheEpsilonOfRandomisedResponse) {
  Stream stream(8, "coins");
  Scores scores;
  const double truth = std::exp(1) / (1 + std::exp(1));
  for (int i = 0; i < 20000; ++i) {
    scores.original.push_back(stream.uniform() < truth ? 0 : 1);
    scores.replaced.push_back(stream.uniform() < truth ? 1 : 0);
  }
  const MuBound found = bound({scores});
  EXPECT_GT(found.epsilon_any_noise, 0.9);
  EXPECT_LT(found.epsilon_any_noise, 1);
}

TEST(MuBound, IsAsExpectedOfAPerfectAttack) {
  EXPECT_NEAR(bound({gaussian(1, 20000, 9)}).lower, expected_bound(1, 10000, kConfidence), 0.05);
  EXPECT_EQ(expected_bound(0.2, 2, kConfidence), 0);
}

TEST(Roc, GoesFromCornerToCornerAboveTheDiagonalWhereThereIsSomething) {
  const std::vector<RocPoint> curve = roc(gaussian(2, 2000, 10), 51, kConfidence);
  ASSERT_EQ(curve.size(), 51u);
  EXPECT_LE(curve.front().false_alarms, 0.01);
  EXPECT_EQ(curve.back().hits, 1);
  for (std::size_t i = 1; i < curve.size(); ++i) {
    EXPECT_GE(curve[i].hits, curve[i - 1].hits);
    EXPECT_GE(curve[i].hits, curve[i].false_alarms - 0.01);
  }
  EXPECT_GT(curve[20].hits - curve[20].false_alarms, 0.4);
}

bool holds(const std::vector<RocPoint>& curve, double mu) {
  const boost::math::normal law;
  return std::all_of(curve.begin(), curve.end(), [&](const RocPoint& p) {
    if (p.false_alarms <= 0 || p.false_alarms >= 1) return true;
    const double truth = cdf(law, mu + quantile(law, p.false_alarms));
    return p.low <= truth && truth <= p.high;
  });
}

// At confidence 0.99 of the whole band; of 100 samples more than six would miss it with chance 1e-4.
TEST(Roc, HasABandThatHoldsTheTrueCurve) {
  int missed = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) missed += !holds(roc(gaussian(1, 500, seed), 51, 0.99), 1);
  EXPECT_LE(missed, 6);
}

// Negative control: it is not so wide that it holds any curve.
TEST(Roc, HasABandThatDoesNotHoldAnotherCurve) {
  EXPECT_FALSE(holds(roc(gaussian(1, 4000, 1), 51, 0.99), 1.4));
  EXPECT_FALSE(holds(roc(gaussian(1, 4000, 1), 51, 0.99), 0.6));
}

}  // namespace
}  // namespace tacit
