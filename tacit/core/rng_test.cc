#include "tacit/core/rng.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tacit {
namespace {

TEST(Stream, IsAPureFunctionOfItsName) {
  Stream a(7, "users", 3, 1), b(7, "users", 3, 1);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.bits(), b.bits());
}

TEST(Stream, DiffersWhenAnyPartOfItsNameDiffers) {
  const std::uint64_t first = Stream(7, "users", 3, 1).bits();
  EXPECT_NE(first, Stream(8, "users", 3, 1).bits());
  EXPECT_NE(first, Stream(7, "ties", 3, 1).bits());
  EXPECT_NE(first, Stream(7, "users", 4, 1).bits());
  EXPECT_NE(first, Stream(7, "users", 3, 2).bits());
}

TEST(Stream, ReproducesTheKnownAnswerOfPhilox) {
  // Random123's kat_vectors, philox4x64 with 10 rounds, counter and key zero. Purpose hashes are never zero, so the
  // key is set by hand.
  StreamKey key(0, "");
  key.purpose = 0;
  EXPECT_EQ(Stream(key).bits(), 0x16554d9eca36314cULL);
}

// Mean of n draws must be within five standard errors.
void expect_mean(const std::vector<double>& draws, double mean, double deviation) {
  const double n = static_cast<double>(draws.size());
  EXPECT_NEAR(std::accumulate(draws.begin(), draws.end(), 0.0) / n, mean, 5 * deviation / std::sqrt(n));
}

template <typename Draw>
std::vector<double> draws(int n, Draw draw) {
  std::vector<double> out(n);
  for (double& x : out) x = draw();
  return out;
}

TEST(Stream, UniformHasTheRightMeanAndVariance) {
  Stream s(1, "test");
  auto x = draws(100000, [&] { return s.uniform(); });
  expect_mean(x, 0.5, std::sqrt(1.0 / 12));
  for (double& v : x) v = (v - 0.5) * (v - 0.5);
  expect_mean(x, 1.0 / 12, std::sqrt(1.0 / 180));
}

TEST(Stream, NormalHasTheRightMomentsAndTail) {
  Stream s(2, "test");
  const auto x = draws(200000, [&] { return s.normal(); });
  expect_mean(x, 0, 1);
  auto second = x;
  for (double& v : second) v *= v;
  expect_mean(second, 1, std::sqrt(2.0));
  auto tail = x;
  for (double& v : tail) v = v > 2 ? 1 : 0;
  const double p = 0.5 * std::erfc(2 / std::sqrt(2.0));
  expect_mean(tail, p, std::sqrt(p * (1 - p)));
}

TEST(Stream, GammaAndBetaHaveTheRightMeans) {
  Stream s(3, "test");
  for (const double shape : {0.2, 1.0, 4.5})
    expect_mean(draws(100000, [&] { return s.gamma(shape); }), shape, std::sqrt(shape));
  const double a = 2, b = 5, variance = a * b / ((a + b) * (a + b) * (a + b + 1));
  expect_mean(draws(100000, [&] { return s.beta(a, b); }), a / (a + b), std::sqrt(variance));
}

TEST(Stream, BelowIsUniformAndInRange) {
  Stream s(4, "test");
  std::vector<double> counts(7);
  for (int i = 0; i < 70000; ++i) ++counts.at(s.below(7));
  for (const double c : counts) EXPECT_NEAR(c, 10000, 5 * std::sqrt(10000.0));
  EXPECT_EQ(s.below(1), 0u);
}

TEST(Stream, DirichletSumsToOne) {
  Stream s(5, "test");
  std::vector<double> p(9);
  s.dirichlet(0.2, p);
  EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1, 1e-12);
}

TEST(Stream, ShuffleIsAPermutation) {
  Stream s(6, "test");
  std::vector<int> v(50);
  std::iota(v.begin(), v.end(), 0);
  const auto sorted = v;
  s.shuffle(v);
  EXPECT_NE(v, sorted);
  std::sort(v.begin(), v.end());
  EXPECT_EQ(v, sorted);
}

}  // namespace
}  // namespace tacit
