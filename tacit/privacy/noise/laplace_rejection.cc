#include "tacit/privacy/noise/laplace_rejection.h"

#include <fmt/format.h>

#include <cmath>

#include "tacit/core/error.h"
#include "tacit/privacy/noise/exact_bernoulli.h"

namespace tacit {
namespace {

bool bernoulli(const BigInt& numerator, const BigInt& denominator, KeyStream& stream) {
  return uniform_below(denominator, stream) < numerator;
}

// Chance exp(-q) for q <= 1: the first k at which a coin of chance q/k fails is odd with exactly that chance.
bool bernoulli_exp_small(const BigInt& numerator, const BigInt& denominator, KeyStream& stream) {
  unsigned k = 1;
  while (bernoulli(numerator, denominator * k, stream)) ++k;
  return k % 2 == 1;
}

bool bernoulli_exp(BigInt numerator, const BigInt& denominator, KeyStream& stream) {
  for (; numerator > denominator; numerator -= denominator)
    if (!bernoulli_exp_small(1, 1, stream)) return false;
  return bernoulli_exp_small(numerator, denominator, stream);
}

BigInt discrete_laplace(const BigInt& scale, KeyStream& stream) {
  for (;;) {
    const BigInt remainder = uniform_below(scale, stream);
    if (!bernoulli_exp_small(remainder, scale, stream)) continue;
    BigInt multiple = 0;
    while (bernoulli_exp_small(1, 1, stream)) ++multiple;
    const BigInt size = remainder + scale * multiple;
    const bool negative = stream.word() & 1;
    if (negative && size == 0) continue;
    return negative ? BigInt(-size) : size;
  }
}

}  // namespace

std::int64_t draw_by_laplace_rejection(double variance, KeyStream& stream) {
  if (!(variance >= 0x1p-10 && variance <= 0x1p100))
    throw Error("variance", fmt::format("{}", variance), "a number of squared lattice steps from 2^-10 to 2^100");
  const Quotient unit = half_square_over(1, variance);  // 1/(2v) = a/b, so v = b/(2a).
  const BigInt &a = unit.numerator, &b = unit.denominator;
  const BigInt scale =
      static_cast<std::int64_t>(std::sqrt(variance)) + 1;  // Any whole scale is exact; this is a good one.
  for (;;) {
    const BigInt y = discrete_laplace(scale, stream);
    // (|y| - v/t)^2/(2v) = (2a|y|t - b)^2 / (4 a b t^2).
    const BigInt distance = 2 * a * abs(y) * scale - b;
    if (bernoulli_exp(distance * distance, 4 * a * b * scale * scale, stream)) return static_cast<std::int64_t>(y);
  }
}

}  // namespace tacit
