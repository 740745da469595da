#include "tacit/privacy/accounting/booking.h"

#include <fmt/format.h>

#include <cmath>

#include "tacit/core/error.h"

namespace tacit {

Booking::Booking(Ledger& ledger, Mechanism mechanism)
    : ledger_(ledger),
      mechanism_(std::move(mechanism)),
      number_(ledger.declare(mechanism_)),
      joint_(joint_sensitivity(mechanism_, ledger.promise().adjacency())),
      calendar_(mechanism_.touches, mechanism_.most_users) {}

Booking::Due Booking::due(std::int64_t users) const {
  if (releases() >= mechanism_.releases)
    throw Error("release",
                fmt::format("all {} releases of '{}' have been made", mechanism_.releases, mechanism_.strategy));
  Due due{calendar_.due(users), {}};
  due.charges.reserve(due.touches.size());
  for (const UserTouch& touch : due.touches) due.charges.push_back(release_charge(mechanism_, joint_, touch));
  return due;
}

void Booking::book(std::int64_t users, const Due& due) {
  ledger_.charge_release(number_, users, due.charges);
  calendar_.begin(users);
}

void Booking::declare(const DeclaredRequests& requests) {
  mechanism_.requests = requests;
  ledger_.declare(number_, requests);
}

double Booking::mu() const { return ledger_.promise().mu().value() * std::sqrt(mechanism_.budget); }

}  // namespace tacit
