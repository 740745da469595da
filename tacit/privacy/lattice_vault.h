// The vault on the integers: the same contributions as vault.h, projected in the same way, summed on a lattice
// (lattice.h says which integers, and how far two users can be apart).
//
// Crowds come as in vault.h. Their responses are added in whole steps that each user's response was rounded to by
// itself (core/bounded_sum.h): a sum that is rounded once would let one user move it by more. Rewards 0 and 1 are
// exact. Records are not supported: what is asked of them later is not a sum that could be kept as integers.
//
// Nobody can read the sums but a LatticeDoor.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tacit/privacy/attendance.h"
#include "tacit/privacy/noise/lattice.h"
#include "tacit/privacy/projection.h"
#include "tacit/privacy/vault.h"

namespace tacit {

class LatticeVault {
 public:
  /// Throws Error for records, and for bits out of range. At most `most_users` users will come.
  LatticeVault(const VaultShape& shape, const LatticeBits& bits, std::int64_t most_users);
  LatticeVault(const LatticeVault&) = delete;  // A copy behind another door would spend every user twice.
  LatticeVault& operator=(const LatticeVault&) = delete;

  /// As in Vault. Throws Error beyond `most_users`: their sums might not fit.
  double add(const Contribution& contribution);
  void add_crowd(const Crowd& crowd);
  void end_user();
  void end_users(std::int64_t users);
  std::int64_t users() const { return attendance_.users(); }
  std::int64_t most_users() const { return most_users_; }
  const VaultShape& shape() const { return shape_; }
  const LatticeBits& bits() const { return bits_; }

 private:
  template <typename Source>
  friend class LatticeDoor;
  friend class Sums;

  double add_step(const Contribution& contribution);
  /// g, and m for the response and for the outcomes.
  struct Rounded {
    std::vector<std::int64_t> gram, response, outcomes;
  };
  void round(const Projection::Weighed& x, Rounded& rounded);
  const Rounded& rounded(const Projection::Weighed& x, Index row);
  /// Adds `times` g g' and `response` m to the sums of a task; returns where its outcomes are.
  std::int64_t* add_sums(int task, const Rounded& x, std::int64_t times, std::int64_t response);
  Index add_outcome(const Contribution& c, const Rounded& x, std::int64_t* sum);
  void add_mixture(const double* psi, const Rounded& x, std::int64_t* sum);
  void require_room(std::int64_t more) const;
  void seal(std::vector<std::int64_t>& block);
  void unseal(std::int64_t users, std::span<const std::int64_t> block);

  VaultShape shape_;
  LatticeBits bits_;
  std::int64_t most_users_;
  Projection projection_;
  Attendance attendance_;
  EpisodeMeter meter_;               ///< Where there are cells.
  std::int64_t centre_;              ///< In steps of a response.
  std::vector<Index> offset_;        ///< Where a task begins in the sums.
  std::vector<std::int64_t> block_;  ///< Sums over the users since the last release, in steps.
  std::vector<Rounded> rows_;        ///< Public rows, as each of them is summed.
  Rounded scratch_;                  ///< Kept to avoid allocation.
  std::vector<double> weighed_;
  Witness* witness_ = nullptr;  ///< The door's.
};

}  // namespace tacit
