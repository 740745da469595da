#include "tacit/privacy/release/fading.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tacit/core/error.h"
#include "tacit/privacy/release/factorised.h"
#include "tacit/privacy/release/release.h"

namespace tacit {
namespace {

TEST(Fading, WithoutItEachBlockIsReleasedOnce) {
  const Strategy strategy = fading_strategy(5, 0);
  EXPECT_DOUBLE_EQ(strategy.unit_noise, 1);
  for (Index t = 0; t < 5; ++t) EXPECT_NEAR(strategy.prefix_std[t], std::sqrt(static_cast<double>(t + 1)), 1e-12);
}

TEST(Fading, NoUserIsMeasuredMoreThanOnceAltogether) {
  for (const double f : {0.0, 0.3, 0.7, 0.95})
    for (const Index releases : {1, 2, 30}) {
      // Column b of C: gain f^(t-b) for t >= b.
      double squares = 0;
      for (Index t = 0; t < releases; ++t) squares += (1 - f * f) * std::pow(f, 2.0 * static_cast<double>(t));
      EXPECT_NEAR(fading_strategy(releases, f).unit_noise, std::sqrt(squares), 1e-12);
      EXPECT_LE(squares, 1 + 1e-12);
    }
}

TEST(Fading, MeasurementsAreTakenBackFromPrefixes) {
  // Two prefixes of the same draws with and without data: their difference is exact, so is that of the measurements.
  constexpr double kFading = 0.6;
  constexpr Index kReleases = 6;
  const auto run = [&](const std::vector<double>& blocks) {
    SimulatedRelease release(fading_strategy(kReleases, kFading), Layout::vector(1), 2, SimulationNoise(3, "fading"));
    std::vector<double> measured;
    double before = 0, last = 0;
    for (const double block : blocks) {
      double prefix = 0;
      release.step({&block, 1}, {&prefix, 1});
      last = kFading * last + std::sqrt(1 - kFading * kFading) * (prefix - before);
      before = prefix;
      measured.push_back(last);
    }
    return measured;
  };
  const std::vector<double> blocks = {1, 10, 100, 3, 0, 7}, none(kReleases, 0.0);
  const std::vector<double> with = run(blocks), without = run(none);
  double expected = 0;
  for (std::size_t t = 0; t < blocks.size(); ++t) {
    expected = kFading * expected + std::sqrt(1 - kFading * kFading) * blocks[t];
    EXPECT_NEAR(with[t] - without[t], expected, 1e-9);
  }
}

TEST(Fading, NoiseOfAMeasurementIsIndependentOfEarlierOnes) {
  // 4000 runs: correlations are within 5/sqrt(4000) of 0, and variances within 5 sqrt(2/4000) of those predicted.
  constexpr int kRuns = 4000;
  constexpr double kFading = 0.6;
  double first = 0, second = 0, product = 0;
  const Strategy strategy = fading_strategy(2, kFading);
  for (int r = 0; r < kRuns; ++r) {
    SimulatedRelease release(strategy, Layout::vector(1), 1, SimulationNoise(r, "fading"));
    double zero = 0, one = 0, two = 0;
    const double gain = std::sqrt(1 - kFading * kFading);
    release.step({&zero, 1}, {&one, 1});
    release.step({&zero, 1}, {&two, 1});
    const double u = gain * one, v = kFading * u + gain * (two - one);
    first += u * u, second += v * v, product += u * v;
  }
  const double variance = strategy.unit_noise * strategy.unit_noise;
  EXPECT_NEAR(first / kRuns / variance, 1, 5 * std::sqrt(2.0 / kRuns));
  EXPECT_NEAR(second / kRuns / variance, 1, 5 * std::sqrt(2.0 / kRuns));
  EXPECT_NEAR(product / kRuns / variance, 0, 5 / std::sqrt(kRuns));
}

TEST(Fading, RefusesWhatIsNoFading) {
  for (const double f : {-0.1, 1.0, std::nan("")}) EXPECT_THROW(fading_strategy(3, f), Error);
  EXPECT_THROW(fading_strategy(0, 0.5), Error);
}

TEST(Fading, HasAColumnNormThatFollowsFromItsF) {
  for (const double f : {0.0, 0.3, 0.9, 0.99})
    for (const Index releases : {1, 2, 44}) {
      const Strategy real = fading_strategy(releases, f), rounded = on_integers(real);
      EXPECT_NEAR(fading_column_norm(releases, f, false), real.unit_noise, 1e-12);
      EXPECT_NEAR(fading_column_norm(releases, f, true), rounded.unit_noise, 1e-12);
      EXPECT_EQ(rounded.name, "fading");
      EXPECT_EQ(rounded.fading, f);
    }
  EXPECT_NE(fading_column_norm(44, 0.6, true), fading_column_norm(44, 0.6, false));
}

TEST(Fading, RoundedHasNearlyTheNoiseOfTheReal) {
  const Strategy real = fading_strategy(20, 0.6), rounded = on_integers(real);
  for (Index t = 0; t < 20; ++t) EXPECT_NEAR(rounded.prefix_std[t] / real.prefix_std[t], 1, 0.01);
}

// What planners take for noise z is z + (C - C') C'^-1 z: the longest row of that, with the figures of docs/privacy.md.
TEST(RoundedFading, PlannersSeeTheNoiseThatTheyExpect) {
  constexpr Index T = 44;
  const auto longest = [](double f) {
    Matrix C = Matrix::Zero(T, T);
    for (Index t = 0; t < T; ++t)
      for (Index b = 0; b <= t; ++b) C(t, b) = std::sqrt(1 - f * f) * std::pow(f, static_cast<double>(t - b));
    const Matrix rounded = rounded_factorisation(C);
    const Matrix inverse = rounded.triangularView<Eigen::Lower>().solve(Matrix(Matrix::Identity(T, T)));
    return ((C - rounded) * inverse).rowwise().norm().maxCoeff();
  };
  EXPECT_NEAR(longest(2.0 / 3), 0.002, 0.0005);
  EXPECT_NEAR(longest(0.9), 0.006, 0.001);
  EXPECT_NEAR(longest(0.99), 0.02, 0.005);
  EXPECT_NEAR(longest(0.999), 0.03, 0.005);
}

}  // namespace
}  // namespace tacit
