// What a door has with the ledger: its mechanism is declared once, and every release is booked before it is drawn.
//
// Charges follow from the declared mechanism and from the users at each release, both public: nobody can give others.
// Proof: docs/privacy.md, "The proof", steps 3 to 5.
#pragma once

#include <cstdint>
#include <vector>

#include "tacit/privacy/accounting/ledger.h"
#include "tacit/privacy/release/calendar.h"

namespace tacit {

class Booking {
 public:
  /// Declares the mechanism. Keeps a reference.
  Booking(Ledger& ledger, Mechanism mechanism);

  /// What the next release costs if it takes in all users before number `users`.
  struct Due {
    std::vector<UserTouch> touches;
    std::vector<Charge> charges;  ///< One per touch.
  };
  /// Throws Error as Calendar::due, and where all releases were made. Changes nothing.
  Due due(std::int64_t users) const;
  /// Books it, or throws BudgetExceeded and books nothing. Shut until published().
  void book(std::int64_t users, const Due& due);
  void published() { calendar_.end(); }

  /// Moments on request, beside the sums.
  void declare(const DeclaredRequests& requests);
  void book(const Answer& answer) { ledger_.charge_answer(number_, answer); }

  /// Throws Error where a release was booked and not published.
  void require_open() const { calendar_.require_open(); }
  Index releases() const { return calendar_.releases(); }
  const Mechanism& mechanism() const { return mechanism_; }
  const Promise& promise() const { return ledger_.promise(); }
  /// What the door may spend of the promise.
  double mu() const;

 private:
  Ledger& ledger_;
  Mechanism mechanism_;
  int number_;    ///< Of the mechanism in the ledger.
  double joint_;  ///< How far one user can move all sums, in units of the noise of one measurement.
  Calendar calendar_;
};

}  // namespace tacit
