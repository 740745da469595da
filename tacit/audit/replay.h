// Replay: does what one user gives reach the others only through the declared releases, and no further than declared?
//
// The proof of privacy (docs/privacy.md) says: given all earlier published values, replacing one user changes nothing
// but that user's own contribution, and this by at most the declared sensitivity. Both halves can be watched. The
// subject is run twice, first as it is, while everything published is recorded; then with one user's data replaced and
// every published value frozen to the recorded one. Then it must hold that
//   - charges and releases are the same, one by one: the public sequence of calls depends on published values alone;
//   - contributions of all other users are the same, to the last bit;
//   - the sums differ only in releases that were declared to touch the user;
//   - the sum over these of share |difference|^2, in units of the declared noise, is at most 1, which is to say
//     sum (Delta_i/sigma_i)^2 <= mu^2 with the true Delta_i.
// It is deterministic and takes no statistics, but it speaks of the given replacement alone: try random and adversarial
// ones. That the noise itself has the declared scale is for the tests of the door.
//
// The subject is anything that uses a vault through doors made with the given witness: a regression, an agent. It must
// be a function of its two arguments, all its own randomness seeded.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tacit/privacy/witness.h"

namespace tacit {

struct ReplayReport {
  std::vector<std::string> reasons;  ///< Why it does not hold; the first of each kind.
  std::int64_t releases = 0;         ///< How many the first run made.
  std::int64_t declared = 0;         ///< Releases that were declared to take this user in.
  std::int64_t appearances = 0;      ///< Releases in which the replacement changed the sums.
  /// What the replacement really costs, the sum of mu^2 |difference|^2 over the touches of this user, as a part of
  /// `charged`: at most 1 if the sensitivities are as declared and everything is charged.
  double distance = 0;
  /// Sum of (Delta_i/sigma_i)^2 over the charges that touch the user: at most mu^2, as the ledger sees to.
  double charged = 0;

  bool holds() const { return reasons.empty(); }
};

/// Runs `run(witness, false)`, then `run(witness, true)`, in which the data of user number `user` are replaced. Throws
/// what the first run throws; what only the second one throws is a reason.
ReplayReport replay(std::int64_t user, const std::function<void(Witness& witness, bool replaced)>& run);

}  // namespace tacit
