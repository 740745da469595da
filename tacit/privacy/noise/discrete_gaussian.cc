#include "tacit/privacy/noise/discrete_gaussian.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "tacit/core/error.h"
#include "tacit/privacy/noise/exact_bernoulli.h"

namespace tacit {
namespace {

constexpr unsigned kColumnBits = 10, kColumns = 1u << kColumnBits, kPlaceBits = 64 - kColumnBits;
constexpr std::uint64_t kPlaces = std::uint64_t{1} << kPlaceBits;
constexpr unsigned kPrefixBits = 31;
constexpr unsigned kWeightBits = 96;  // Digits of f when the weights are laid out; only speed depends on them.

Enclosure density(std::int64_t x, double variance) {
  const Quotient q = half_square_over(x, variance);
  return exp_minus(q.numerator, q.denominator, kWeightBits);
}

}  // namespace

DiscreteGaussian::DiscreteGaussian(double variance) : variance_(variance) {
  if (!(variance >= 0x1p-10 && variance <= 0x1p100))
    throw Error("variance", fmt::format("{}", variance), "a number of squared lattice steps from 2^-10 to 2^100");
  place_bins();
  weigh_bins();
  share_columns();
}

void DiscreteGaussian::place_bins() {
  const double sigma = std::sqrt(variance_);
  while (std::ldexp(1, static_cast<int>(width_bits_) + 1) * 128 <= sigma) ++width_bits_;
  const double width = std::ldexp(1, static_cast<int>(width_bits_));
  bins_ = static_cast<std::uint32_t>(std::min(kColumns - 2.0, std::ceil(8 * sigma / width) + 1));
  const double start = width * bins_;
  tail_width_bits_ = width_bits_;
  while (start * std::ldexp(1, static_cast<int>(tail_width_bits_)) < 0.7 * variance_)
    ++tail_width_bits_;  // log 2 < 0.7
}

void DiscreteGaussian::weigh_bins() {
  std::vector<Enclosure> f;  // At the first integer of each bin, and at the start of the tail.
  for (std::int64_t i = 0; i <= bins_; ++i) f.push_back(density(i << width_bits_, variance_));
  f.back().high <<= tail_width_bits_ - width_bits_ + 1;
  BigInt total = 0;
  for (const Enclosure& value : f) total += value.high;
  const BigInt room = ((BigInt(1) << 64) - 2 * kColumns) << kWeightBits;
  scale_ = static_cast<std::uint64_t>(room / total);
  columns_.assign(kColumns, Column{});
  std::uint64_t left = 0;  // 2^64, modulo 2^64.
  for (std::uint32_t i = 0; i <= bins_; ++i) {
    const BigInt weight = ((scale_ * f[i].high) >> kWeightBits) + 1;
    columns_[i].weight = static_cast<std::uint64_t>(weight);
    left -= columns_[i].weight;
    if (i == bins_) break;
    const std::int64_t last = (static_cast<std::int64_t>(i + 1) << width_bits_) - 1;
    const BigInt least = (scale_ * density(last, variance_).low) << kPrefixBits;
    columns_[i].bound = static_cast<std::uint32_t>((least >> kWeightBits) / weight);
  }
  columns_[bins_ + 1].weight = left;
}

// Walker's alias method (Vose 1991) on whole numbers: kColumns columns of kPlaces places hold the weights, which sum to
// 2^64, exactly.
void DiscreteGaussian::share_columns() {
  std::vector<std::uint64_t> rest(kColumns);
  std::vector<std::uint32_t> small, large;
  for (std::uint32_t i = 0; i < kColumns; ++i) {
    rest[i] = columns_[i].weight;
    columns_[i].own = kPlaces, columns_[i].other = i;
    (rest[i] < kPlaces ? small : large).push_back(i);
  }
  while (!small.empty()) {
    const std::uint32_t s = small.back(), l = large.back();
    small.pop_back();
    columns_[s].own = rest[s], columns_[s].other = l;
    rest[l] -= kPlaces - rest[s];
    if (rest[l] < kPlaces) large.pop_back(), small.push_back(l);
  }
  for (const std::uint32_t l : large) check(rest[l] == kPlaces, "the weights of a sampler fill its table");
}

void DiscreteGaussian::fill(std::span<std::int64_t> out, KeyStream& stream) const {
  for (std::int64_t& value : out) value = draw(stream);
}

std::int64_t DiscreteGaussian::draw(KeyStream& stream) const {
  const std::uint64_t within = (std::uint64_t{1} << width_bits_) - 1;
  for (;;) {
    const std::uint64_t place = stream.word();
    const Column& column = columns_[place >> kPlaceBits];
    const std::uint64_t bin = (place & (kPlaces - 1)) < column.own ? place >> kPlaceBits : column.other;
    const std::uint64_t bits = stream.word();  // 31 bits of U, a sign, and 32 bits for the place in the bin.
    const bool negative = (bits >> 32) & 1;
    std::int64_t x = 0;
    if (bin < bins_) [[likely]] {
      const std::uint64_t offset = (width_bits_ <= 32 ? bits : stream.word()) & within;
      x = static_cast<std::int64_t>((bin << width_bits_) + offset);
      const auto prefix = static_cast<std::uint32_t>(bits >> 33);
      if (prefix >= columns_[bin].bound && !accepts(bin, x, prefix, stream)) continue;
    } else if (bin > bins_ || !draw_tail(x, stream)) {
      continue;
    }
    if (x == 0 && negative) continue;
    return negative ? -x : x;
  }
}

bool DiscreteGaussian::accepts(std::uint64_t bin, std::int64_t x, std::uint32_t prefix, KeyStream& stream) const {
  const Quotient q = half_square_over(x, variance_);
  return is_below_exp({prefix, kPrefixBits}, scale_, columns_[bin].weight, q.numerator, q.denominator, stream);
}

bool DiscreteGaussian::draw_tail(std::int64_t& x, KeyStream& stream) const {
  unsigned j = 0;
  std::uint64_t bits = stream.word();
  for (; bits == 0; bits = stream.word()) j += 64;
  j += static_cast<unsigned>(std::countl_zero(bits));
  check(j < 2048, "a tail draw fits 64 bits");  // Fails with chance 2^-2048.
  const std::uint64_t offset = stream.word() & ((std::uint64_t{1} << tail_width_bits_) - 1);
  x = static_cast<std::int64_t>((static_cast<std::uint64_t>(bins_) << width_bits_) +
                                (static_cast<std::uint64_t>(j) << tail_width_bits_) + offset);
  const BigInt factor = BigInt(scale_) << (tail_width_bits_ - width_bits_ + j + 1);
  const Quotient q = half_square_over(x, variance_);
  return is_below_exp({}, factor, columns_[bins_].weight, q.numerator, q.denominator, stream);
}

}  // namespace tacit
