#include "tacit/privacy/noise/discrete_gaussian.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tacit/core/error.h"
#include "tacit/privacy/noise/laplace_rejection.h"
#include "tests/statistics.h"

namespace tacit {
namespace {

using trial::chi_square_p;
using trial::kRefuse;
using trial::standard_errors;

std::vector<std::int64_t> by_table(double variance, std::size_t n) {
  KeyStream stream(KeyStream::Key{1, 2, 3});
  std::vector<std::int64_t> x(n);
  DiscreteGaussian(variance).fill(x, stream);
  return x;
}

std::vector<std::int64_t> by_laplace(double variance, std::size_t n) {
  KeyStream stream(KeyStream::Key{4, 5, 6});
  std::vector<std::int64_t> x(n);
  for (auto& v : x) v = draw_by_laplace_rejection(variance, stream);
  return x;
}

// Against the exact probabilities of N_Z(0, variance), every integer to eight sigma a cell of its own, the rest with
// the outermost.
double mass_p(const std::vector<std::int64_t>& draws, double variance) {
  const auto reach = static_cast<std::int64_t>(std::ceil(8 * std::sqrt(variance))) + 1;
  std::vector<double> counts(2 * reach + 1), p(2 * reach + 1);
  double total = 0;
  for (std::int64_t x = -reach; x <= reach; ++x)
    total += p[x + reach] = std::exp(-static_cast<double>(x * x) / (2 * variance));
  for (double& value : p) value /= total;
  for (const std::int64_t x : draws) ++counts[std::clamp(x, -reach, reach) + reach];
  return chi_square_p(counts, p);
}

TEST(DiscreteGaussian, HasTheExactMassAtSmallScales) {
  for (const double v : {0.1, 0.5, 1.0, 2.0, 10.0, 1000.0}) EXPECT_GT(mass_p(by_table(v, 2'000'000), v), kRefuse) << v;
}

TEST(DiscreteGaussian, HasTheExactMassWhereBinsHoldManyIntegers) {
  const double v = 3e5;  // sigma = 548: bins of four integers.
  EXPECT_GT(mass_p(by_table(v, 5'000'000), v), kRefuse);
}

TEST(DiscreteGaussian, MassTestRefusesAVarianceOffByTwoPercent) {
  // Noncentrality n (0.02)^2/2 = 400, against at most 450 cells, whose statistic has deviation 30: 13 of them.
  for (const double v : {0.5, 10.0, 1000.0}) EXPECT_LT(mass_p(by_table(1.02 * v, 2'000'000), v), kRefuse) << v;
}

TEST(DiscreteGaussian, MassTestRefusesARoundedContinuousGaussian) {
  // Rounding N(0, v) to integers is not the discrete Gaussian: its variance is v + 1/12.
  EXPECT_LT(mass_p(by_table(1.0 + 1.0 / 12, 2'000'000), 1.0), kRefuse);
}

TEST(LaplaceRejection, HasTheSameExactMass) {
  for (const double v : {0.3, 1.0, 10.0, 300.0}) EXPECT_GT(mass_p(by_laplace(v, 100'000), v), kRefuse) << v;
  EXPECT_LT(mass_p(by_laplace(1.1, 100'000), 1.0), kRefuse);
}

// Against the continuous Gaussian, from which the discrete one cannot be told at large scales.
double cells_p(const std::vector<std::int64_t>& draws, double variance) {
  std::vector<double> counts(162), p(162);
  const double sigma = std::sqrt(variance);
  const auto cdf = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  for (const std::int64_t x : draws)
    ++counts[static_cast<std::size_t>(std::clamp(std::floor(static_cast<double>(x) / sigma * 16) + 81, 0.0, 161.0))];
  for (int i = 0; i < 162; ++i) p[i] = (i == 161 ? 1 : cdf((i - 80) / 16.0)) - (i == 0 ? 0 : cdf((i - 81) / 16.0));
  return chi_square_p(counts, p);
}

TEST(DiscreteGaussian, HasTheShapeOfAGaussianAtLargeScales) {
  for (const double v : {1e12, 0x1.8p80, 0x1p100}) {
    EXPECT_GT(cells_p(by_table(v, 2'000'000), v), kRefuse) << v;
    EXPECT_LT(cells_p(by_table(1.02 * std::min(v, 1e29), 2'000'000), std::min(v, 1e29)), kRefuse) << v;
  }
  EXPECT_GT(cells_p(by_laplace(0x1.8p80, 50'000), 0x1.8p80), kRefuse);
}

TEST(DiscreteGaussian, FillsTheLowBitsEvenlyAtLargeScales) {
  std::vector<double> counts(16);
  for (const std::int64_t x : by_table(0x1.8p80, 1'000'000)) ++counts[x & 15];
  EXPECT_GT(chi_square_p(counts, std::vector<double>(16, 1.0 / 16)), kRefuse);
}

TEST(DiscreteGaussian, HasTheRightTailWhereBinsEnd) {
  const double v = 255.9 * 255.9;  // The largest sigma with bins of one integer: they end at four sigma.
  const auto draws = by_table(v, 20'000'000);
  const double n = static_cast<double>(draws.size());
  for (const double sigmas : {3.9, 4.0, 4.1, 4.5}) {
    double inside = 0, outside = 0, beyond = 0;
    const auto edge = static_cast<std::int64_t>(sigmas * std::sqrt(v));
    for (std::int64_t x = 0; x < 4000; ++x)
      (x <= edge ? inside : outside) += (x == 0 ? 1 : 2) * std::exp(-static_cast<double>(x * x) / (2 * v));
    for (const std::int64_t x : draws) beyond += std::abs(x) > edge;
    const double p = outside / (inside + outside);
    EXPECT_LT(standard_errors(beyond / n, p, std::sqrt(p), n), 5) << sigmas;
    EXPECT_GT(standard_errors(beyond / n, 2 * p, std::sqrt(2 * p), n), 5)
        << sigmas;  // Half of what it must be is seen.
  }
}

TEST(DiscreteGaussian, FallsWithinItsBinsToo) {
  // sigma = 2^20, so bins of w = sigma/128. With a the start of a bin and u the place in it, (a/sigma) (u - 1/2) has
  // mean
  // -(w/sigma)/12, since the density falls by the fraction a w/v over the bin; a histogram that forgot to reject has
  // zero.
  const double sigma = 0x1p20, width = sigma / 128;
  const auto draws = by_table(sigma * sigma, 20'000'000);
  double sum = 0;
  for (const std::int64_t x : draws) {
    const double size = std::abs(static_cast<double>(x)), start = std::floor(size / width) * width;
    sum += start / sigma * ((size - start) / width - 0.5);
  }
  const double n = static_cast<double>(draws.size()), deviation = std::sqrt(1.0 / 12);
  EXPECT_LT(standard_errors(sum / n, -1.0 / 128 / 12, deviation, n), 5);
  EXPECT_GT(standard_errors(sum / n, 0, deviation, n), 5);
}

TEST(DiscreteGaussian, RefusesVariancesOutOfItsRange) {
  KeyStream stream(KeyStream::Key{});
  for (const double v : {0.0, -1.0, 0x1p-11, 0x1p101, std::nan(""), HUGE_VAL}) {
    EXPECT_THROW(DiscreteGaussian{v}, Error) << v;
    EXPECT_THROW(draw_by_laplace_rejection(v, stream), Error) << v;
  }
}

}  // namespace
}  // namespace tacit
