// Someone who watches the door from inside, for tests and audits.
//
// A witness sees the exact sums beside what is published, and may put recorded values in the place of what would be
// published: that is how a run is replayed with one user's data replaced and everything public frozen. A door has no
// witness unless it was made with one; nothing in an agent can add it later.
#pragma once

#include <span>

#include "tacit/privacy/ledger.h"

namespace tacit {

class Witness {
 public:
  virtual ~Witness() = default;
  /// A charge was admitted.
  virtual void charged(const Charge& charge) = 0;
  /// A release is about to be published. `exact` is what the newest users add to it, in units in which all that one
  /// user adds has length at most 1 by declaration, and `share` the part of the budget (of mu^2) that length 1 stands
  /// for. `published` may be overwritten.
  virtual void releasing(std::span<const double> exact, double share, std::span<double> published) = 0;
};

}  // namespace tacit
