// The vault of a deployment: the same contributions as vault.h, summed as integers (lattice.h).
//
// A contribution is projected as in vault.h, except that a weight is at most 1 here, however short the features: a
// larger one is cut to 1, which costs accuracy and no privacy. Then features, weight and response are each rounded
// toward zero, and only then multiplied:
//   Gram      q p p'         in steps of 2^-(2b+c)      p = trunc(2^b phi), q = floor(2^c w)
//   response  q p r          in steps of 2^-(b+c+v)     r = trunc(2^v (y - centre))
//   outcomes  q p e_o        in steps of 2^-(b+c)       e_o is a unit vector of integers
// The bounds of vault.h hold on the integers, so the sensitivities are the same ones in steps; rounding costs accuracy,
// at most 2 d^(1/2) 2^-b + 2^-c + 2^-v per user, never privacy. Records are not supported: what is asked of them later
// is not a sum that could be kept as integers.
//
// Nobody can read the sums but a ProductionDoor, and it has no witness: there is nothing to replay where noise has no
// seed. Replay the same agent on a Vault.
#pragma once

#include <cstdint>
#include <vector>

#include "tacit/privacy/noise/lattice.h"
#include "tacit/privacy/vault.h"

namespace tacit {

/// Bits after the point. For a million users 2 features + weight may be 41 together, with 10 spare bits 31.
struct LatticeBits {
  int features = 14, weight = 12, response = 12;
  int spare = 0;  ///< 10 where `factorised` is to release the sums.
};

class LatticeVault {
 public:
  /// Throws Error for records, and where the sums of `most_users` users could leave 64 bits.
  LatticeVault(const VaultShape& shape, const LatticeBits& bits, std::int64_t most_users);
  LatticeVault(const LatticeVault&) = delete;  // A copy behind another door would spend every user twice.
  LatticeVault& operator=(const LatticeVault&) = delete;

  void add(const Contribution& contribution);
  void end_user() { ++users_; }
  std::int64_t users() const { return users_; }
  std::int64_t most_users() const { return most_users_; }
  const VaultShape& shape() const { return shape_; }

 private:
  friend class ProductionDoor;

  void require_between_users() const;
  double response_bound() const;  ///< On |r|.

  VaultShape shape_;
  LatticeBits bits_;
  Lattice lattice_;
  std::int64_t most_users_;
  std::vector<Index> offset_;        ///< Where a task begins in the sums.
  std::vector<std::int64_t> block_;  ///< Sums over the users since the last release, in steps.
  std::vector<double> features_;     ///< Kept to avoid allocation.
  std::vector<std::int64_t> newest_user_;
  std::int64_t users_ = 0;
};

}  // namespace tacit
