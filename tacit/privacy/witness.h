// Someone who watches the door from inside, for tests and audits.
//
// A witness sees the exact sums beside what is published, and may put recorded values in the place of what would be
// published: that is how a run is replayed with one user's data replaced and everything public frozen. A door has no
// witness unless it was made with one; nothing in an agent can add it later.
#pragma once

#include <cstdint>
#include <span>

#include "tacit/privacy/accounting/booking.h"
#include "tacit/privacy/vault.h"

namespace tacit {

class Witness {
 public:
  virtual ~Witness() = default;
  /// User number `user` contributed: as it was summed, that is projected, the response centred, outcome -1 for none.
  /// With cells this is a step that counts: `row` is its cell, `weight` its weight, and there are no features.
  virtual void contributed(std::int64_t user, const Contribution& projected, const VaultShape& shape) = 0;
  /// A release was admitted. The charges that follow are for `mu_squared` times the squared length, in the units of
  /// `releasing`, of what each of the users first_user, ..., end_user - 1 contributes to the series. Series 0 is the
  /// growing sums, in which a user appears once; every release on request is a series of its own.
  virtual void touching(std::int64_t series, std::int64_t first_user, std::int64_t end_user, double mu_squared) = 0;
  /// One of the charges of the admitted release.
  virtual void charged(const Charge& charge) = 0;
  /// What the release that comes next would be without noise, coordinate by coordinate, and the standard deviation of
  /// the noise on each by declaration (0: none). Who knows all users' data knows the first; the second is public.
  virtual void expecting(std::span<const double> /*without_noise*/, std::span<const double> /*deviation*/) {}
  /// A release is about to be published. `exact` is what users first_user, ..., end_user - 1 add to it, in units in
  /// which all that one user adds has length at most 1 (on request: 1 per moment) by declaration, and `share` the part
  /// of the budget (of mu^2) that length 1 stands for; 0 where nothing is hidden. `published` may be overwritten.
  virtual void releasing(std::int64_t series, std::int64_t first_user, std::int64_t end_user,
                         std::span<const double> exact, double share, std::span<double> published) = 0;
};

/// Tells of a step in a cell that was summed with this weight and this response, centred; `c` is what was given.
inline void show_step(Witness& witness, std::int64_t user, const Contribution& c, double weight, double response,
                      const VaultShape& shape) {
  Contribution summed{c.task, nullptr, weight, response, shape.counts(c.outcome) ? c.outcome : -1};
  summed.row = c.row;
  witness.contributed(user, summed, shape);
}

/// Tells of a release of the growing sums that was booked by a door that may spend `mu`.
inline void show_booking(Witness& witness, const Booking::Due& due, double mu) {
  for (std::size_t i = 0; i < due.touches.size(); ++i) {
    const UserTouch& touch = due.touches[i];
    witness.touching(0, touch.first_user, touch.end_user, touch.share * mu * mu);
    witness.charged(due.charges[i]);
  }
}

}  // namespace tacit
