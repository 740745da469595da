#include "tacit/privacy/release/release.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tacit/core/error.h"
#include "tacit/privacy/release/release_catalog.h"
#include "tests/dense.h"
#include "tests/statistics.h"

namespace tacit {
namespace {

using trial::standard_errors;

constexpr Index kReleases = 13, kCoordinates = 20'000;

// Every release of a run over data that are all zero: the noise. One row per release, one column per coordinate.
Matrix noise_of(SimulatedRelease release) {
  const std::vector<double> block(kCoordinates);
  Matrix prefixes(kReleases, kCoordinates);
  for (Index t = 0; t < kReleases; ++t) release.step(block, {prefixes.row(t).data(), kCoordinates});
  return prefixes;
}

SimulatedRelease on_vectors(std::string_view name, double scale, const Assignments& options = {}) {
  return make_release(name, kReleases, Layout::vector(kCoordinates), scale, SimulationNoise(21, name), options);
}

// The largest deviation, in standard errors, of a prefix's mean square from what the strategy predicts.
double variance_errors(const Matrix& noise, const Strategy& s, double scale) {
  double worst = 0;
  for (Index t = 0; t < kReleases; ++t) {
    const double expected = std::pow(scale * s.prefix_std[t], 2);
    worst = std::max(worst, standard_errors(noise.row(t).squaredNorm() / kCoordinates, expected,
                                            expected * std::sqrt(2.0), kCoordinates));
  }
  return worst;
}

// The same for the differences of consecutive prefixes, whose noise is that of D's rows subtracted.
double difference_errors(const Matrix& noise, const Strategy& s, double scale) {
  const Matrix D = trial::dense_decoder(s);
  double worst = 0;
  for (Index t = 1; t < kReleases; ++t) {
    const double expected = (scale * s.unit_noise * (D.row(t) - D.row(t - 1))).squaredNorm();
    const double got = (noise.row(t) - noise.row(t - 1)).squaredNorm() / kCoordinates;
    worst = std::max(worst, standard_errors(got, expected, expected * std::sqrt(2.0), kCoordinates));
  }
  return worst;
}

const std::vector<std::pair<std::string, Assignments>> kNoisy = {{"fresh", {}},
                                                                 {"tree", {}},
                                                                 {"tree", {{"refinement", "honaker"}}},
                                                                 {"toeplitz", {}},
                                                                 {"blt", {}},
                                                                 {"factorised", {}},
                                                                 {"blocks", {}},
                                                                 {"blocks", {{"window", "3"}}},
                                                                 {"blocks", {{"discount", "0.7"}}},
                                                                 {"fresh", {{"window", "4"}}}};

TEST(SimulatedRelease, HasThePredictedNoise) {
  for (const auto& [name, options] : kNoisy) {
    const Strategy s = make_strategy(name, kReleases, options);
    const Matrix noise = noise_of(on_vectors(name, 1.7, options));
    EXPECT_LT(variance_errors(noise, s, 1.7), 5) << name;
    EXPECT_LT(difference_errors(noise, s, 1.7), 5) << name;
  }
}

TEST(SimulatedRelease, NoiseTestCatchesASigmaATenthTooSmall) {
  for (const auto& [name, options] : kNoisy)
    EXPECT_GT(variance_errors(noise_of(on_vectors(name, 0.9, options)), make_strategy(name, kReleases, options), 1), 5);
}

TEST(SimulatedRelease, NoiseTestCatchesAReusedDraw) {
  // Noise drawn once and put on every prefix has the right variance each time; differences give the data away.
  const Strategy s = make_strategy("fresh", kReleases);
  Matrix reused = noise_of(on_vectors("fresh", 1));
  for (Index t = 1; t < kReleases; ++t) reused.row(t) = reused.row(0);
  EXPECT_LT(variance_errors(reused, s, 1), 5);
  EXPECT_GT(difference_errors(reused, s, 1), 5);
}

TEST(SimulatedRelease, AddsItsNoiseToTheSumOfTheBlocks) {
  for (const std::string& name : release_names()) {
    SimulatedRelease with = on_vectors(name, 1), without = on_vectors(name, 1);
    std::vector<double> block(kCoordinates), zero(kCoordinates), a(kCoordinates), b(kCoordinates);
    double sum = 0;
    for (Index t = 0; t < kReleases; ++t) {
      block.assign(kCoordinates, static_cast<double>(t * t + 1));
      sum += block[0];
      with.step(block, a), without.step(zero, b);
      for (Index i = 0; i < 100; ++i) ASSERT_NEAR(a[i] - b[i], sum, 1e-9) << name << " " << t;
    }
  }
}

TEST(SimulatedRelease, IsTheSameForTheSameName) {
  EXPECT_EQ(noise_of(on_vectors("blt", 1)), noise_of(on_vectors("blt", 1)));
}

TEST(SimulatedRelease, GivesASymmetricMatrixTwiceTheVarianceOnItsDiagonal) {
  constexpr Index kDimension = 3, kRuns = 20'000;
  Layout layout = Layout::symmetric(kDimension);
  for (Index i = 1; i < kRuns; ++i) layout.append(Layout::symmetric(kDimension));
  SimulatedRelease release = make_release("tree", 3, layout, 1, SimulationNoise(22, "goe"));
  std::vector<double> prefix(layout.size());
  for (int t = 0; t < 3; ++t) release.step(std::vector<double>(layout.size()), prefix);
  double diagonal = 0, off = 0;
  for (Index r = 0; r < kRuns; ++r) {
    const Matrix m = unpack_symmetric(std::span(prefix).subspan(r * 6, 6), kDimension);
    diagonal += m.diagonal().squaredNorm() / (3.0 * kRuns);
    off += (m.squaredNorm() - m.diagonal().squaredNorm()) / (6.0 * kRuns);
  }
  EXPECT_NEAR(release.noise_variance(), 4, 1e-12);  // Two levels, two nodes.
  EXPECT_LT(standard_errors(diagonal, 8, 8 * std::sqrt(2.0), 3.0 * kRuns), 5);
  EXPECT_LT(standard_errors(off, 4, 4 * std::sqrt(2.0), 3.0 * kRuns), 5);
  EXPECT_GT(standard_errors(diagonal, 4, 4 * std::sqrt(2.0), 3.0 * kRuns), 5);
}

TEST(SimulatedRelease, StopsAfterItsLastRelease) {
  SimulatedRelease release = make_release("blocks", 1, Layout::vector(2), 1, SimulationNoise(1, "x"));
  std::vector<double> out(2);
  EXPECT_THROW(release.noise_variance(), Error);
  release.step(std::vector<double>(2), out);
  EXPECT_THROW(release.step(std::vector<double>(2), out), Error);
}

TEST(SimulatedRelease, RefusesToRunWithoutNoiseUnderAPrivateName) {
  for (const double scale : {0.0, -1.0, std::nan(""), HUGE_VAL})
    EXPECT_THROW(make_release("tree", 3, Layout::vector(1), scale, SimulationNoise(1, "x")), Error) << scale;
  EXPECT_NO_THROW(make_release("exact", 3, Layout::vector(1), 0, SimulationNoise(1, "x")));
}

const std::vector<std::pair<std::string, Assignments>> kInteger = {{"fresh", {}},
                                                                   {"tree", {}},
                                                                   {"tree", {{"refinement", "honaker"}}},
                                                                   {"blocks", {{"window", "3"}}},
                                                                   {"factorised", {{"coefficients", "rounded"}}}};

// Production noise has no seed. These limits are therefore wide: seven standard errors, wrong once in 10^11 runs.
constexpr double kUnseeded = 7;

TEST(ProductionRelease, HasThePredictedNoise) {
  ProductionNoise source;
  for (const auto& [name, options] : kInteger) {
    const Strategy s = make_strategy(name, kReleases, options);
    ProductionRelease release(s, Layout::vector(kCoordinates), 40, 0.5, source);
    const std::vector<std::int64_t> block(kCoordinates);
    Matrix noise(kReleases, kCoordinates);
    for (Index t = 0; t < kReleases; ++t) {
      release.step(block, {noise.row(t).data(), kCoordinates});
      EXPECT_NEAR(std::sqrt(release.noise_variance()), 20 * s.prefix_std[t], 1e-9 * s.prefix_std[t]);
    }
    EXPECT_LT(variance_errors(noise, s, 20), kUnseeded) << name;
    EXPECT_LT(difference_errors(noise, s, 20), kUnseeded) << name;
    EXPECT_GT(variance_errors(noise, s, 20 / 0.9), kUnseeded) << name;
  }
}

TEST(ProductionRelease, DecodesTheSumOfTheBlocks) {
  ProductionNoise source;
  for (const auto& [name, options] : kInteger) {
    const Strategy s = make_strategy(name, kReleases, options);
    ProductionRelease release(s, Layout::symmetric(2), 1, 0x1p-10, source);
    std::vector<double> prefix(3);
    std::vector<std::int64_t> block = {1 << 30, -(1 << 30), 5};
    const Matrix target = trial::dense_target(s);
    for (Index t = 0; t < kReleases; ++t) {
      release.step(block, prefix);
      const double blocks = target.row(t).sum(), tolerance = 12 * release.predicted_std(t);
      EXPECT_NEAR(prefix[0], blocks * 0x1p20, tolerance * std::sqrt(2.0)) << name << t;
      EXPECT_NEAR(prefix[1], -blocks * 0x1p20, tolerance) << name << t;
    }
  }
}

TEST(ProductionRelease, NeverUsesLessNoiseThanAsked) {
  ProductionNoise source;
  const Strategy s = make_strategy("tree", 5);
  const ProductionRelease release(s, Layout::vector(1), 12.3, 1, source);
  EXPECT_GE(release.draw_variance(), 12.3 * 12.3 * s.unit_noise * s.unit_noise);
  EXPECT_LT(release.draw_variance(), 12.3 * 12.3 * s.unit_noise * s.unit_noise * (1 + 1e-12));
}

TEST(ProductionRelease, RefusesStrategiesWithoutIntegers) {
  ProductionNoise source;
  for (const char* name : {"exact", "toeplitz", "blt", "factorised"})
    EXPECT_THROW(ProductionRelease(make_strategy(name, 5), Layout::vector(1), 1, 1, source), Error) << name;
  EXPECT_THROW(ProductionRelease(make_strategy("tree", 5), Layout::vector(1), 0, 1, source), Error);
  EXPECT_THROW(ProductionRelease(make_strategy("tree", 5), Layout::vector(1), 0x1p60, 1, source), Error);
}

// The patterns that the four low bits of released numbers take. Two inputs whose supports differ are told apart for
// certain by a pattern that only one of them can give (Mironov 2012).
template <typename Numbers>
std::set<std::uint64_t> low_bits(const Numbers& released) {
  std::set<std::uint64_t> seen;
  for (const auto number : released) seen.insert(static_cast<std::uint64_t>(number) & 15);
  return seen;
}

TEST(ProductionRelease, ReachesEveryLowBitPatternFromNeighbouringInputs) {
  // A pattern misses 32000 draws with chance (15/16)^32000.
  constexpr Index kDraws = 32'000;
  ProductionNoise source;
  for (const auto& [name, options] : kInteger)
    for (const std::int64_t input : {1000, 1001}) {
      ProductionRelease release(make_strategy(name, 1, options), Layout::vector(kDraws), 20, 1, source);
      std::vector<double> prefix(kDraws);
      release.step(std::vector<std::int64_t>(kDraws, input), prefix);
      EXPECT_EQ(low_bits(release.measured()).size(), 16u) << name;
    }
}

TEST(SimulatedRelease, LowBitsTellNeighbouringInputsApart) {
  // The negative control: the same test on double noise. Outputs between 1/8 and 1/4, as multiples of 2^-55: from input
  // 0 the noise is small and has fine digits; from input 1 it is near -0.8, and no digit below 2^-53 survives.
  constexpr Index kDraws = 256'000;
  std::vector<std::set<std::uint64_t>> supports;
  for (const double input : {0.0, 1.0}) {
    SimulatedRelease release = make_release("fresh", 1, Layout::vector(kDraws), 1, SimulationNoise(23, "low bits"));
    std::vector<double> prefix(kDraws), near;
    release.step(std::vector<double>(kDraws, input), prefix);
    for (const double y : prefix)
      if (y > 0.125 && y < 0.25) near.push_back(std::ldexp(y, 55));
    supports.push_back(low_bits(near));
  }
  EXPECT_EQ(supports[0].size(), 16u);
  EXPECT_EQ(supports[1], (std::set<std::uint64_t>{0, 4, 8, 12}));
}

}  // namespace
}  // namespace tacit
