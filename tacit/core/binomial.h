// Binomial and multinomial counts of any size, exactly.
//
// For few expected successes by inversion: the mass function is added up from 0. Otherwise by transformed rejection
// with a squeeze (Hoermann 1993, "The generation of binomial random variates", algorithm BTRS), whose test compares
// logarithms of the mass function. Their terms are as large as the number of trials and all but cancel, so they are
// written as deviances and Stirling errors (Loader 2000, "Fast and accurate computation of binomial probabilities"):
// right to a few units in the last places of a double at a million million trials, where factorials are not.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tacit/core/rng.h"

namespace tacit {

inline constexpr std::int64_t kMostTrials = 1'000'000'000'000'000;

/// Successes among `trials` independent trials of chance p. 0 <= trials <= kMostTrials; p in [0,1].
std::int64_t binomial(std::int64_t trials, double p, Stream& stream);

/// log of the chance of k successes, 0 < p < 1.
double log_binomial_mass(std::int64_t k, std::int64_t trials, double p);

/// Splits units among cells, each unit by itself with chances in proportion to weights: the units in each half of the
/// cells are binomial given how many there are in both, then each quarter given its half, and so on. Sums of weights
/// are kept in the same tree, so that cells of tiny weight have the right chance. Keeps its memory.
class Multinomial {
 public:
  explicit Multinomial(std::size_t cells);

  /// One weight and one count per cell. Weights below 0 count as 0; some weight must be above it.
  void split(std::int64_t units, std::span<const double> weights, Stream& stream, std::span<std::int64_t> counts);

 private:
  std::size_t leaves_ = 1;  ///< A power of two; node i has the children 2i and 2i + 1, node 1 is all.
  std::vector<double> weight_;
  std::vector<std::int64_t> count_;
};

}  // namespace tacit
