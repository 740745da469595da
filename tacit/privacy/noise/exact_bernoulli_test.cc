#include "tacit/privacy/noise/exact_bernoulli.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "tests/statistics.h"

namespace tacit {
namespace {

using trial::standard_errors;
using Real = boost::multiprecision::cpp_bin_float_100;

TEST(ExpMinus, EnclosesTheTrueValueWithinAFewUnits) {
  for (const unsigned bits : {1u, 8u, 64u, 200u}) {
    for (const auto& [n, d] : {std::pair{0, 1}, {1, 2}, {1, 1000000}, {7, 3}, {50, 1}, {123456, 789}, {10000, 1}}) {
      const Enclosure e = exp_minus(n, d, bits);
      const Real scale = ldexp(Real(1), static_cast<int>(bits)), truth = exp(-Real(n) / d) * scale;
      EXPECT_LE(Real(e.low), truth + scale * Real("1e-90")) << n << "/" << d << " " << bits;
      EXPECT_GE(Real(e.high), truth - scale * Real("1e-90")) << n << "/" << d << " " << bits;
      EXPECT_LE(e.high - e.low, 4) << n << "/" << d << " " << bits;
    }
  }
}

TEST(HalfSquareOver, TakesTheDoubleAtItsWord) {
  for (const double variance : {0.1, 3.0, 1e12, 0x1.fffffffffffffp99}) {
    const Quotient q = half_square_over(12345, variance);
    EXPECT_EQ(Real(q.numerator) / Real(q.denominator), Real(12345) * 12345 / 2 / Real(variance));
  }
}

// How often a coin falls, in standard errors from `chance`.
double coin_errors(double chance, const BigInt& up, const BigInt& down, const BigInt& n, const BigInt& d) {
  KeyStream stream(KeyStream::Key{5});
  constexpr int kTosses = 40000;
  int heads = 0;
  for (int i = 0; i < kTosses; ++i) heads += is_below_exp({}, up, down, n, d, stream);
  return standard_errors(heads / double{kTosses}, chance, std::sqrt(chance * (1 - chance)), kTosses);
}

TEST(IsBelowExp, FallsWithTheRightChance) {
  EXPECT_LT(coin_errors(std::exp(-0.5), 1, 1, 1, 2), 5);
  EXPECT_LT(coin_errors(0.75 * std::exp(-7.0 / 3), 3, 4, 7, 3), 5);
  EXPECT_LT(coin_errors(1000 * std::exp(-8.0), 1000, 1, 8, 1), 5);
  EXPECT_GT(coin_errors(0.95 * std::exp(-0.5), 1, 1, 1, 2), 5);  // A chance off by a twentieth is seen.
}

TEST(IsBelowExp, GoesOnDrawingDigitsUntilItIsDecided) {
  // exp(-0) = 1: the last interval of U always touches it, and U is always below it; its first digits are all ones
  // here.
  KeyStream stream(KeyStream::Key{6});
  const BigInt ones = (BigInt(1) << 200) - 1;
  EXPECT_TRUE(is_below_exp({ones, 200}, 1, 1, 0, 1, stream));
  // 200 true digits of exp(-1/2): undecided by them, so the answer is a fair draw of what follows.
  const BigInt digits = exp_minus(1, 2, 260).low >> 60;
  int below = 0;
  for (int i = 0; i < 1000; ++i) below += is_below_exp({digits, 200}, 1, 1, 1, 2, stream);
  EXPECT_GT(below, 0);
  EXPECT_LT(below, 1000);
  EXPECT_TRUE(is_below_exp({digits - 1, 200}, 1, 1, 1, 2, stream));
  EXPECT_FALSE(is_below_exp({digits + 1, 200}, 1, 1, 1, 2, stream));
}

TEST(UniformBelow, IsUniformAndInRange) {
  KeyStream stream(KeyStream::Key{7});
  std::vector<double> counts(6);
  for (int i = 0; i < 60000; ++i) ++counts.at(static_cast<std::size_t>(uniform_below(6, stream)));
  EXPECT_GT(trial::chi_square_p(counts, std::vector<double>(6, 1.0 / 6)), trial::kRefuse);
  EXPECT_LT(trial::chi_square_p(counts, {0.19, 0.81 / 5, 0.81 / 5, 0.81 / 5, 0.81 / 5, 0.81 / 5}), trial::kRefuse);
  EXPECT_EQ(uniform_below(1, stream), 0);
}

}  // namespace
}  // namespace tacit
