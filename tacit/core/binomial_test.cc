#include "tacit/core/binomial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "tacit/core/error.h"
#include "tests/statistics.h"

namespace tacit {
namespace {

struct Law {
  std::int64_t trials;
  double p;
};

// Both methods, both halves of [0,1], and where they meet.
const std::vector<Law> kLaws = {{1, 0.3}, {7, 0.5}, {40, 0.2}, {40, 0.26}, {1000, 0.011}, {1000, 0.5}, {300, 0.97}};

std::vector<double> masses(const Law& law) {
  std::vector<double> result;
  for (std::int64_t k = 0; k <= law.trials; ++k) result.push_back(std::exp(log_binomial_mass(k, law.trials, law.p)));
  return result;
}

std::vector<double> drawn(const Law& law, int draws) {
  std::vector<double> counts(law.trials + 1);
  Stream stream(1, "test", law.trials);
  for (int i = 0; i < draws; ++i) ++counts[binomial(law.trials, law.p, stream)];
  return counts;
}

TEST(BinomialMass, IsTheProductThatDefinesIt) {
  for (const Law& law : kLaws) {
    double expected = std::pow(1 - law.p, law.trials);
    for (std::int64_t k = 0; k <= law.trials; ++k) {
      // A product of `trials` factors, each right to 2^-53, against a sum of terms that are.
      if (expected > 1e-280) {
        EXPECT_NEAR(log_binomial_mass(k, law.trials, law.p), std::log(expected), 1e-11) << law.trials << " " << k;
      }
      expected *= law.p / (1 - law.p) * static_cast<double>(law.trials - k) / static_cast<double>(k + 1);
    }
  }
}

// Next to the mean of 10^12 trials the mass is that of a normal law, up to a part in a million; factorials, rounded to
// a part in 10^16, would be wrong by a hundredth.
TEST(BinomialMass, IsPreciseForAMillionMillionTrials) {
  const std::int64_t n = 1'000'000'000'000;
  const double p = 0.5, spread = std::sqrt(static_cast<double>(n) * p * (1 - p));
  for (const std::int64_t off : {0, 500'000, -1'000'000}) {
    const double z = static_cast<double>(off) / spread;
    const double normal = -0.5 * z * z - std::log(spread * std::sqrt(2 * M_PI));
    EXPECT_NEAR(log_binomial_mass(n / 2 + off, n, p), normal, 1e-6) << off;
  }
}

TEST(Binomial, HasItsLaw) {
  for (const Law& law : kLaws)
    EXPECT_GT(trial::chi_square_p(drawn(law, 200000), masses(law)), trial::kRefuse) << law.trials << " " << law.p;
}

TEST(Binomial, WouldBeCaughtWithAnotherChance) {
  for (const Law& law : kLaws) {
    const double off = 0.05 * std::sqrt(law.p * (1 - law.p) / static_cast<double>(law.trials));
    const Law other{law.trials, law.p + off};  // A twentieth of a deviation away.
    EXPECT_LT(trial::chi_square_p(drawn(law, 200000), masses(other)), trial::kRefuse) << law.trials << " " << law.p;
  }
}

// Mean and variance of draws, in standard errors of each.
std::pair<double, double> moments_off(const Law& law, double p, int draws) {
  const double n = static_cast<double>(law.trials), mean = n * p, variance = n * p * (1 - p);
  Stream stream(2, "test");
  double sum = 0, squares = 0;
  for (int i = 0; i < draws; ++i) {
    const double x = static_cast<double>(binomial(law.trials, law.p, stream)) - mean;
    sum += x, squares += x * x;
  }
  const double fourth = variance * (1 + 3 * variance * (1 - 2 / n));
  return {trial::standard_errors(sum / draws, 0, std::sqrt(variance), draws),
          trial::standard_errors(squares / draws, variance, std::sqrt(fourth - variance * variance), draws)};
}

TEST(Binomial, HasMeanAndVarianceForAMillionMillionTrials) {
  for (const double p : {3e-12, 1e-9, 0.01, 0.5, 0.999999}) {
    const auto [mean, variance] = moments_off({1'000'000'000'000, p}, p, 100000);
    EXPECT_LT(mean, 5) << p;
    EXPECT_LT(variance, 5) << p;
    const double deviation = std::sqrt(p * (1 - p) / 1e12);
    EXPECT_GT(moments_off({1'000'000'000'000, p}, p + 0.05 * deviation, 100000).first, 5) << p;
  }
}

TEST(Binomial, IsCertainWhereNothingIsLeftToChance) {
  Stream stream(1, "test");
  EXPECT_EQ(binomial(0, 0.5, stream), 0);
  EXPECT_EQ(binomial(1'000'000'000'000, 0, stream), 0);
  EXPECT_EQ(binomial(1'000'000'000'000, 1, stream), 1'000'000'000'000);
  EXPECT_EQ(stream.bits(), Stream(1, "test").bits());  // No number was taken.
}

TEST(Binomial, RefusesWhatIsNoLaw) {
  Stream stream(1, "test");
  EXPECT_THROW(binomial(-1, 0.5, stream), Defect);
  EXPECT_THROW(binomial(1, 1.5, stream), Defect);
  EXPECT_THROW(binomial(1, std::nan(""), stream), Defect);
}

const std::vector<double> kWeights = {0.3, 0, 2, 1e-9, 1, -1e-12};

TEST(Multinomial, PlacesEveryUnitWhereThereIsWeight) {
  Multinomial multinomial(kWeights.size());
  std::vector<std::int64_t> counts(kWeights.size());
  Stream stream(1, "test");
  for (const std::int64_t units : {std::int64_t{0}, std::int64_t{5}, std::int64_t{1'000'000'000'000}}) {
    multinomial.split(units, kWeights, stream, counts);
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}), units);
    EXPECT_EQ(counts[1], 0);
    EXPECT_EQ(counts[5], 0);
  }
}

TEST(Multinomial, GivesTinyWeightsTheirShare) {
  Multinomial multinomial(kWeights.size());
  std::vector<std::int64_t> counts(kWeights.size());
  Stream stream(1, "test");
  double seen = 0;
  const int draws = 1000;
  const double expected = 1e12 * 1e-9 / 3.3;
  for (int i = 0; i < draws; ++i) {
    multinomial.split(1'000'000'000'000, kWeights, stream, counts);
    seen += static_cast<double>(counts[3]);
  }
  EXPECT_LT(trial::standard_errors(seen / draws, expected, std::sqrt(expected), draws), 5);
}

// Three units over three cells: ten compositions.
double composition_p(const std::vector<double>& drawn_weights, const std::vector<double>& weights) {
  Multinomial multinomial(3);
  std::vector<std::int64_t> counts(3);
  std::vector<double> seen(16), expected(16);
  Stream stream(3, "test");
  for (int i = 0; i < 100000; ++i) {
    multinomial.split(3, drawn_weights, stream, counts);
    ++seen[counts[0] * 4 + counts[1]];
  }
  const double factorial[] = {1, 1, 2, 6};
  for (int a = 0; a <= 3; ++a)
    for (int b = 0; a + b <= 3; ++b)
      expected[a * 4 + b] = 6 / (factorial[a] * factorial[b] * factorial[3 - a - b]) * std::pow(weights[0], a) *
                            std::pow(weights[1], b) * std::pow(weights[2], 3 - a - b);
  return trial::chi_square_p(seen, expected);
}

TEST(Multinomial, HasItsJointLaw) {
  EXPECT_GT(composition_p({1, 2.5, 1.5}, {0.2, 0.5, 0.3}), trial::kRefuse);
  EXPECT_LT(composition_p({1, 2.5, 1.5}, {0.21, 0.5, 0.29}), trial::kRefuse);
}

}  // namespace
}  // namespace tacit
