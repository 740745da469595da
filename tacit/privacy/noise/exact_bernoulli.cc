#include "tacit/privacy/noise/exact_bernoulli.h"

#include <cmath>

namespace tacit {
namespace {

BigInt ceil_shift(const BigInt& value, unsigned bits) { return (value + ((BigInt(1) << bits) - 1)) >> bits; }

// exp(-q) for q = n/d in [0, 1/2], by its alternating series. Terms are intervals: rounded down in `low`, up in `high`.
Enclosure series(const BigInt& n, const BigInt& d, unsigned bits) {
  const BigInt one = BigInt(1) << bits;
  const BigInt q_low = (n << bits) / d, q_high = ((n << bits) + d - 1) / d;
  Enclosure sum{one, one}, term{one, one};
  for (unsigned i = 1;; ++i) {
    term.low = ((term.low * q_low) >> bits) / i;
    term.high = (ceil_shift(term.high * q_high, bits) + (i - 1)) / i;
    if (i % 2 == 1) {
      sum.low -= term.high, sum.high -= term.low;
    } else {
      sum.low += term.low, sum.high += term.high;
    }
    if (term.high <= 1) break;  // What follows alternates and shrinks: at most one unit either way.
  }
  sum.low -= 1, sum.high += 1;
  if (sum.low < 0) sum.low = 0;
  if (sum.high > one) sum.high = one;
  return sum;
}

}  // namespace

Enclosure exp_minus(const BigInt& numerator, const BigInt& denominator, unsigned bits) {
  if (numerator >= denominator * bits) return {0, 1};  // exp(-q) <= 2^-bits.
  unsigned halvings = 0;
  while ((numerator << 1) > (denominator << halvings)) ++halvings;
  const unsigned work = bits + 2 * halvings + 8;  // Each squaring doubles the width of the interval.
  Enclosure value = series(numerator, denominator << halvings, work);
  for (unsigned i = 0; i < halvings; ++i) {
    value.low = (value.low * value.low) >> work;
    value.high = ceil_shift(value.high * value.high, work);
  }
  return {value.low >> (work - bits), ceil_shift(value.high, work - bits)};
}

bool is_below_exp(PartialUniform uniform, const BigInt& factor_numerator, const BigInt& factor_denominator,
                  const BigInt& numerator, const BigInt& denominator, KeyStream& stream) {
  for (;; uniform.digits = (uniform.digits << 64) | stream.word(), uniform.bits += 64) {
    // U is in [digits, digits + 1) / 2^bits. A factor above 2^bits would need finer enclosures: its size is added.
    const auto factor_bits = static_cast<unsigned>(msb(factor_numerator + 1)) + 1;
    const unsigned bits = uniform.bits + factor_bits + 8;
    const Enclosure chance = exp_minus(numerator, denominator, bits);
    const unsigned shift = bits - uniform.bits;
    if ((((uniform.digits + 1) * factor_denominator) << shift) <= factor_numerator * chance.low) return true;
    if (((uniform.digits * factor_denominator) << shift) >= factor_numerator * chance.high) return false;
  }
}

BigInt uniform_below(const BigInt& n, KeyStream& stream) {
  if (n == 1) return 0;
  const auto bits = static_cast<unsigned>(msb(n - 1)) + 1;
  for (;;) {
    BigInt value = 0;
    for (unsigned have = 0; have < bits; have += 64) value = (value << 64) | stream.word();
    value &= (BigInt(1) << bits) - 1;
    if (value < n) return value;
  }
}

Quotient half_square_over(const BigInt& x, double variance) {
  int exponent = 0;
  const double mantissa = std::frexp(variance, &exponent);
  const BigInt whole = static_cast<std::int64_t>(std::ldexp(mantissa, 53));
  const int shift = exponent - 53 + 1;  // 2 variance = whole 2^shift.
  Quotient q{x * x, whole};
  (shift < 0 ? q.numerator : q.denominator) <<= static_cast<unsigned>(std::abs(shift));
  return q;
}

}  // namespace tacit
