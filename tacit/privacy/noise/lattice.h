// Contributions as integers, so that what is summed, noised and released has no low bits to leak.
//
// A contribution (vault.h) has features phi, a weight w, a response y and an outcome psi. On the lattice
//   Gram      g g'          g = round(2^b w^(1/2) phi)                                  in steps of 2^-2b
//   response  m r           m = round(2^b w phi), r = floor(2^16 y) - round(2^16 centre) in steps of 2^-(b+16)
//   outcomes  m k'          m as before, k the unit vector of the outcome, or floor(2^u psi) where outcomes are mixed
// with bits b of its own for each statistic. A public row phi has the weight 1/|phi|: then g = round(2^b phi/|phi|^1/2)
// and m = round(2^b phi/|phi|), so that weights above 1 are there as well.
//
// How far two users are apart on the lattice: as in the reals, and by what rounding moved each of them. With d the
// dimension, e = d^(1/2) 2^-b/2 is how far rounding moves w^(1/2) phi and w phi, both of which are at most 1 long, so
//   Gram      |g g' 2^-2b - w phi phi'|      <= 2 e + e^2
//   response  |m r 2^-(b+16) - w phi (y - c)| <= e + (1 + e) 2^-15
//   outcomes  |m k' 2^-b - w phi psi'|       <= e, and where they are mixed e + (1 + e) outcomes^(1/2) 2^-u
// and by the triangle inequality the length of everything stacked, each part divided by its noise, is at most that in
// the reals and twice (add-remove: once) the sum of these. Any rounding would do: the bound needs no structure of
// the integers. Proof: docs/privacy.md, "On the lattice".
//
// Cells (episode_meter.h). The weight of a step is rounded down to k 2^-b, with the same b for all three: the Gram
// matrix and the outcomes get k, the response k r. That is, exactly, what a user with smaller weights and with the
// response floor(2^16 y)/2^16 contributes, around the centre round(2^16 c)/2^16: rounding moves nobody apart, and the
// bound is that in the reals for this centre.
//
// Sums are in 64 bits, noise included. The number of users is public; within it no sum can overflow whatever the data.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "tacit/core/bounded_sum.h"
#include "tacit/privacy/accounting/stacked_sensitivity.h"
#include "tacit/privacy/billboard.h"
#include "tacit/privacy/vault_shape.h"

namespace tacit {

/// Bits after the point.
struct LatticeBits {
  int gram = 16, response = 16, outcomes = 16;
  int mixture = 16;  ///< Of psi, where outcomes are mixed.

  static constexpr int kFewest = 8, kMost = 22;
  /// Whether all sums have the same: what a step in a cell needs, which has one weight.
  bool are_equal() const { return response == gram && outcomes == gram; }
  bool operator==(const LatticeBits&) const = default;
};

/// What one step of a statistic is worth.
double lattice_step(const VaultShape& shape, const LatticeBits& bits, Statistic part);

/// round(2^bits x), entry by entry, to the nearest. What is not finite becomes 0.
void round_onto_lattice(std::span<const double> x, int bits, std::span<std::int64_t> out);

/// S^2 of one task on the lattice. Proof: docs/privacy.md, "On the lattice".
double stacked_sensitivity(const VaultShape& shape, const LatticeBits& bits, Adjacency adjacency,
                           const Precisions& precisions);

/// How much a release asks of 64 bits.
struct LatticeLoad {
  std::int64_t users = 1;     ///< At most.
  double gain = 1;            ///< Strategy::encoder_gain.
  double multiple = 1;        ///< Strategy::encoder_multiple.
  BillboardNoise noise = {};  ///< That of one measurement, at most.
};

/// Whether no measurement can leave 62 bits, whatever the data; noise but with chance exp(-2^24).
bool fits(const VaultShape& shape, const LatticeBits& bits, const LatticeLoad& load);
/// The most bits that fit, up to LatticeBits::kMost. Throws Error, with a remedy, where fewer than kFewest would.
LatticeBits most_bits(const VaultShape& shape, const LatticeLoad& load);

}  // namespace tacit
