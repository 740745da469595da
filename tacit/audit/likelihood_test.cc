#include "tacit/audit/likelihood.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tacit/audit/mu_bound.h"
#include "tests/suspect.h"

namespace tacit {
namespace {

using trial::Suspect;

NoiseModel learn(const Suspect& suspect, int runs) {
  NoiseModel noise;
  for (int r = 0; r < runs; ++r) {
    Transcript run;
    suspect(run, 1000 + r, r % 2 == 1);
    noise.learn(run);
  }
  noise.finish();
  return noise;
}

Evidence weigh(const Suspect& suspect, const NoiseModel& noise, std::uint64_t seed, bool replaced) {
  Transcript run, other(&run);
  suspect(run, seed, replaced);
  suspect(other, seed, !replaced);
  return noise.weigh(run, other, replaced);
}

// The pair of the suspect spends all of the budget, whatever the strategy.
TEST(Likelihood, FindsTheWorldsAsFarApartAsTheBudgetSays) {
  for (const char* strategy : {"blocks", "tree", "toeplitz", "factorised", "blt", "fresh"}) {
    const Suspect suspect{strategy};
    const double mu = suspect.promise().mu().value();
    const double found = std::sqrt(weigh(suspect, learn(suspect, 300), 1, false).squared_distance);
    // Column norms below the largest make it less; 300 runs of 14 coordinates leave 1/sqrt(4200) per variance.
    EXPECT_LT(found, mu * 1.05) << strategy;
    EXPECT_GT(found, mu * 0.75) << strategy;
  }
}

TEST(Likelihood, HasTheMomentsOfAGaussianRatio) {
  const Suspect suspect{"blocks"};
  const NoiseModel noise = learn(suspect, 300);
  const double squared = weigh(suspect, noise, 1, false).squared_distance;
  constexpr int kRuns = 1000;
  for (const bool replaced : {false, true}) {
    double sum = 0;
    for (int r = 0; r < kRuns; ++r) sum += weigh(suspect, noise, 5000 + r, replaced).likelihood_ratio;
    // N(+-mu^2/2, mu^2): the mean within five standard errors.
    EXPECT_NEAR(sum / kRuns, (replaced ? 0.5 : -0.5) * squared, 5 * std::sqrt(squared / kRuns) + 0.05 * squared);
  }
}

TEST(Likelihood, SeesReusedNoiseInDifferences) {
  const Suspect reused{"blocks", {.reused = true}}, honest{"blocks"};
  EXPECT_GT(weigh(reused, learn(reused, 20), 1, true).differences, 1e3);
  EXPECT_LT(weigh(honest, learn(honest, 20), 1, true).differences, 1e3);
}

TEST(Likelihood, IsCertainWhereNothingHidesTheUser) {
  const Suspect bare{"blocks", {.exact = true}};
  const NoiseModel noise = learn(bare, 4);
  EXPECT_EQ(weigh(bare, noise, 1, true).likelihood_ratio, kCertain);
  EXPECT_EQ(weigh(bare, noise, 1, false).likelihood_ratio, -kCertain);
}

TEST(Likelihood, IsNothingWhereTheWorldsAreTheSame) {
  const Suspect suspect{"tree"};
  const NoiseModel noise = learn(suspect, 20);
  Transcript run, same(&run);
  suspect(run, 1, false);
  suspect(same, 1, false);
  const Evidence evidence = noise.weigh(run, same, false);
  EXPECT_EQ(evidence.likelihood_ratio, 0);
  EXPECT_EQ(evidence.squared_distance, 0);
}

}  // namespace
}  // namespace tacit
