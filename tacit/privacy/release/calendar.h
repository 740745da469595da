// The calendar of a door: which users are in which block, and which of them a release is to be charged for.
//
// A strategy (strategy.h) names users by their blocks; the ledger knows them by their numbers. Users are numbered as
// they come, and block t is those who came between release t - 1 and release t: a user is in one block, and blocks lie
// side by side. A touch of blocks that are still to come is of everybody who may still come, up to the number that was
// declared: how they will be divided into blocks is not known yet. Blocks in which nobody came touch nobody.
//
// A release begins when its charges are booked and ends when it is published. If it does not end, the calendar stays
// shut: its users were charged, and may or may not have been published. Users who come later would otherwise be
// published under their charge.
#pragma once

#include <cstdint>
#include <vector>

#include "tacit/privacy/release/strategy.h"

namespace tacit {

/// A touch in terms of users.
struct UserTouch {
  std::int64_t first_user, end_user;  ///< Users first_user, ..., end_user - 1: at least one.
  double share;                       ///< The part of the total mu^2 that each of them pays.

  bool operator==(const UserTouch&) const = default;
};

class Calendar {
 public:
  /// The touches of one release keep their order. At most `most_users` users will come; public.
  Calendar(std::vector<Touch> touches, std::int64_t most_users);

  /// What the next release costs if it takes in all users before number `users`. Throws Error where these are more than
  /// declared, and where shut. Changes nothing: a release that is refused may be asked for again, with more users.
  std::vector<UserTouch> due(std::int64_t users) const;

  /// What was due for these users is booked. Shut until end().
  void begin(std::int64_t users);
  void end() { shut_ = false; }

  /// Throws Error where shut.
  void require_open() const;
  /// How many have begun.
  Index releases() const { return static_cast<Index>(ends_.size()); }

 private:
  void require(std::int64_t users) const;

  std::vector<Touch> touches_;  ///< By release.
  std::int64_t most_users_;
  std::vector<std::int64_t> ends_;  ///< Number of users at each release.
  std::size_t next_touch_ = 0;      ///< The first that is not yet booked.
  bool shut_ = false;
};

}  // namespace tacit
