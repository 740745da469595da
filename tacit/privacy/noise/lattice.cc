#include "tacit/privacy/noise/lattice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"

namespace tacit {
namespace {

constexpr int kResponseBits = BoundedSum::kStepBits;

// How far rounding moves each part of one user's contribution, in the reals.
struct Rounding {
  double gram, response, outcomes;
};

Rounding rounding(const VaultShape& shape, const LatticeBits& bits) {
  // A double in [-1, 1] that a few operations led to is off by less than 2^-48.
  const auto moved = [&](int b) { return std::sqrt(shape.dimension) * (std::ldexp(0.5, -b) + 0x1p-48); };
  const double g = moved(bits.gram), r = moved(bits.response), o = moved(bits.outcomes);
  const double psi =
      shape.mixed ? std::sqrt(static_cast<double>(shape.outcomes)) * (std::ldexp(1, -bits.mixture) + 0x1p-48) : 0;
  return {2 * g + g * g, r + (1 + r) * std::ldexp(2, -kResponseBits), o + (1 + o) * psi};
}

// One over the step: two users' vectors are at most that long but for rounding.
double resolution(const VaultShape& shape, const LatticeBits& bits, Statistic part) {
  switch (part) {
    case Statistic::gram:
      return std::ldexp(1, shape.cells ? bits.gram : 2 * bits.gram);
    case Statistic::response:
      return std::ldexp(1, bits.response + kResponseBits);
    case Statistic::outcomes:
      return std::ldexp(1, bits.outcomes + (shape.mixed ? bits.mixture : 0));
  }
  throw Defect("a statistic is one of three");
}

double noise_of(BillboardNoise noise, Statistic part) { return part_of(noise, part); }

bool fits(const VaultShape& shape, const LatticeBits& bits, const LatticeLoad& load, Statistic part) {
  // An entry of a vector of length 1 is rounded to at most 2^b; the 1.01 is for the response's centre and for slack.
  const double data = 1.01 * static_cast<double>(load.users) * load.gain;
  // 2^12 deviations of what is on the diagonal of a Gram matrix: room for any draw, and for the sampler's own bound.
  const double draws = 0x1p13 * noise_of(load.noise, part) * load.multiple;
  return resolution(shape, bits, part) * (data + draws) <= 0x1p62;
}

constexpr Statistic kParts[] = {Statistic::gram, Statistic::response, Statistic::outcomes};

int& bits_of(LatticeBits& bits, Statistic part) {
  return part == Statistic::gram ? bits.gram : part == Statistic::response ? bits.response : bits.outcomes;
}

}  // namespace

double lattice_step(const VaultShape& shape, const LatticeBits& bits, Statistic part) {
  return 1 / resolution(shape, bits, part);
}

void round_onto_lattice(std::span<const double> x, int bits, std::span<std::int64_t> out) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double value = std::clamp(x[i], -1.0, 1.0);
    out[i] = std::isnan(value) ? 0 : std::llrint(std::ldexp(value, bits));
  }
}

double stacked_sensitivity(const VaultShape& shape, const LatticeBits& bits, Adjacency adjacency,
                           const Precisions& precisions) {
  if (shape.cells) {
    VaultShape rounded = shape;
    rounded.response_centre = std::ldexp(std::round(std::ldexp(shape.response_centre, kResponseBits)), -kResponseBits);
    return stacked_sensitivity(rounded, adjacency, precisions);
  }
  const Rounding r = rounding(shape, bits);
  const double moved = std::sqrt(precisions.gram) * r.gram + std::sqrt(precisions.response) * r.response +
                       std::sqrt(precisions.outcomes) * r.outcomes;
  const double users = adjacency == Adjacency::replace_one ? 2 : 1;
  const double apart = std::sqrt(stacked_sensitivity(shape, adjacency, precisions)) + users * moved;
  return apart * apart;
}

bool fits(const VaultShape& shape, const LatticeBits& bits, const LatticeLoad& load) {
  return std::all_of(std::begin(kParts), std::end(kParts),
                     [&](Statistic part) { return fits(shape, bits, load, part); });
}

LatticeBits most_bits(const VaultShape& shape, const LatticeLoad& load) {
  LatticeBits bits{LatticeBits::kMost, LatticeBits::kMost, LatticeBits::kMost};
  for (const Statistic part : kParts) {
    int& b = bits_of(bits, part);
    while (b >= LatticeBits::kFewest && !fits(shape, bits, load, part)) --b;
    if (b < LatticeBits::kFewest)
      throw Error("users",
                  fmt::format("{}: with noise of {:.3g} on the {} and a strategy that multiplies by {:.3g}, fewer than "
                              "{} bits after the point would fit 64",
                              load.users, noise_of(load.noise, part), kStatisticNames[static_cast<int>(part)],
                              load.gain, LatticeBits::kFewest),
                  "fewer users, a larger budget, or a strategy of small coefficients: tree, blocks or fresh");
  }
  if (shape.cells) bits.gram = bits.response = bits.outcomes = std::min({bits.gram, bits.response, bits.outcomes});
  return bits;
}

}  // namespace tacit
