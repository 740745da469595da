// Coins whose chance is a number like exp(-a/b), tossed exactly.
//
// An accept decision of a sampler compares a uniform real U with a chance p that has no finite expansion. Rounding p to
// a double would change the law of the noise, and with it the guarantee. Here U is a binary expansion that is drawn
// lazily and p is enclosed between two integers over a power of two, by interval arithmetic on whole numbers; while the
// two cannot be told apart, both get more digits. The loop ends with probability one and the answer is that of the real
// numbers: there is no floating point and no rounding in it. (The same idea, with other series: Karney 2016, "Sampling
// exactly from the normal distribution"; Canonne, Kamath, Steinke 2020, section 5, toss such coins by their series
// instead.)
//
// Time depends on the values compared: like every rejection sampler, this one does not hide how long it took.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

#include "tacit/privacy/noise/key_stream.h"

namespace tacit {

using BigInt = boost::multiprecision::cpp_int;

struct Enclosure {
  BigInt low, high;
};

/// low <= 2^bits exp(-numerator/denominator) <= high, a few units apart. numerator >= 0, denominator > 0.
Enclosure exp_minus(const BigInt& numerator, const BigInt& denominator, unsigned bits);

/// A number in [0, 1) of which `bits` binary digits are known; the others are still to be drawn.
struct PartialUniform {
  BigInt digits = 0;
  unsigned bits = 0;
};

/// Whether `uniform` is below (factor_numerator/factor_denominator) exp(-numerator/denominator), a chance that may
/// exceed one.
bool is_below_exp(PartialUniform uniform, const BigInt& factor_numerator, const BigInt& factor_denominator,
                  const BigInt& numerator, const BigInt& denominator, KeyStream& stream);

/// Uniform on {0, ..., n-1}. n >= 1.
BigInt uniform_below(const BigInt& n, KeyStream& stream);

/// The exact quotient x^2 / (2 variance); a double is a whole number times a power of two, and is taken at its word.
struct Quotient {
  BigInt numerator, denominator;
};
Quotient half_square_over(const BigInt& x, double variance);

}  // namespace tacit
