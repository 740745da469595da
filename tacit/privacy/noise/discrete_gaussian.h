// The discrete Gaussian N_Z(0, v): P(x) proportional to exp(-x^2/(2v)) on the integers, sampled exactly and in bulk.
//
// Why: noise that is itself on the lattice of the data leaks nothing through low bits, and it has the zCDP guarantee of
// the continuous Gaussian: rho = Delta^2/(2v) for integer data with L2 sensitivity Delta (Canonne, Kamath, Steinke
// 2020, "The discrete Gaussian for differential privacy", theorem 14). Its variance is at most v.
//
// How: rejection from a histogram. Magnitudes are cut into bins of w = 2^k integers, w <= v^(1/2)/128 (or w = 1). With
// an integer A and whole weights G_i >= A f(first of bin i), f(x) = exp(-x^2/(2v)):
//   1. draw bin i with chance G_i/2^64, by an alias table whose columns are whole numbers that sum to 2^64 exactly;
//   2. draw x uniformly in the bin, and a sign; (0, minus) starts anew, so that zero is not counted twice;
//   3. accept with chance A f(x)/G_i, else start anew.
// The chance to end a round with (x, sign) is then G_i/2^64 (1/w) (1/2) A f(x)/G_i, proportional to f(x) whatever the
// G_i: their rounding costs rounds, never accuracy. Beyond the last bin, at X0, the same with bins of W integers chosen
// with chances G 2^-(j+1), j = 0, 1, ..., and accepted with A (W/w) 2^(j+1) f(x)/G; these chances do not exceed one
// since f falls by half or more over each such bin (X0 W >= v log 2). So the support is all of Z. Step 3 accepts at
// once when 31 bits of U are below a lower bound of the chance over the bin; else, about once in 200 rounds, it is
// decided by exact_bernoulli.h. No floating point takes part in any decision: a double variance is a whole number times
// a power of two and is taken at its word; doubles only choose the layout of the bins.
//
// Building the table takes milliseconds. For a single draw use laplace_rejection.h, which needs none.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tacit/privacy/noise/key_stream.h"

namespace tacit {

class DiscreteGaussian {
 public:
  /// variance from 2^-10 to 2^100, in squared lattice steps; throws Error otherwise.
  explicit DiscreteGaussian(double variance);

  double variance() const { return variance_; }
  void fill(std::span<std::int64_t> out, KeyStream& stream) const;

 private:
  struct Column {
    std::uint64_t own;     // So many of the 2^54 places of this column belong to its own bin, the others to `other`.
    std::uint32_t other;   // An index into the columns.
    std::uint32_t bound;   // Floor of 2^31 times the least chance to be accepted in this bin.
    std::uint64_t weight;  // G_i.
  };

  void place_bins();
  void weigh_bins();
  void share_columns();
  std::int64_t draw(KeyStream& stream) const;
  bool accepts(std::uint64_t bin, std::int64_t x, std::uint32_t prefix, KeyStream& stream) const;
  bool draw_tail(std::int64_t& x, KeyStream& stream) const;

  double variance_;
  unsigned width_bits_ = 0, tail_width_bits_ = 0;
  std::uint32_t bins_ = 0;   // The tail is bin `bins_`; the places left over, bin `bins_ + 1`, start anew.
  std::uint64_t scale_ = 0;  // A.
  std::vector<Column> columns_;
};

}  // namespace tacit
