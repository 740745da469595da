// The accountant: every release asks here before its noise is drawn, and is refused when it does not fit.
//
// Theorem. Release i adds Gaussian noise of standard deviation sigma_i to a sum of L2 sensitivity Delta_i over users in
// a public range. Given all earlier outputs, replacing one user shifts release i by at most mu_i = Delta_i/sigma_i if
// it touches that user, and not at all otherwise. Hence everything released is mu-GDP (and mu^2/2-zCDP) with
//     mu^2 = max over users of the sum of mu_i^2 over the releases that touch that user,
// by adaptive composition for each user and parallel composition over users. Delta_i and sigma_i may depend on earlier
// outputs. So may mu_i, and the number of releases: the ledger is a filter, stopping each user's sum before it passes
// the promise (GDP: Smith and Thakurta 2022, Koskela, Tobaben and Honkela 2023; zCDP: Feldman and Zrnic 2021).
// Proof: docs/privacy.md, "The proof", steps 3 and 4.
//
// A door declares its mechanism first (mechanism.h) and charges under its number; a certificate then shows where the
// charges come from. Charges by hand, under no number, are taken at their word.
//
// The noise scale is the standard deviation in coordinates in which sensitivity is Euclidean. A symmetric matrix with
// GOE noise of scale s (variance s^2 off the diagonal, 2 s^2 on it), measured in the Frobenius norm, has noise scale
// sqrt(2) s in all of them: off-diagonal entries count twice.
//
// Sensitivity 0: nothing to protect, no charge. Noise 0 with positive sensitivity: infinite, always refused.
//
// Arithmetic. The promise is 2^100 units; a charge is rounded up to whole units, and sums of units are exact. The limit
// is (1 + Promise::kSlack) of the promise, so that n equal parts of it fit for every n; promise.h says who pays.
//
// What is released together is charged together, all of it or nothing: otherwise a refused release would leave part of
// its cost behind. The ends of n ranges of users cut them into fewer than 2n pieces, in each of which all users are
// asked for the same; a call costs O(n (log n + log users)).
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tacit/privacy/accounting/charge.h"
#include "tacit/privacy/accounting/mechanism.h"
#include "tacit/privacy/accounting/promise.h"
#include "tacit/privacy/accounting/user_sums.h"

namespace tacit {

class BudgetExceeded : public std::runtime_error {
 public:
  BudgetExceeded(const Charge& charge, double asked, Mu left);
  double asked() const { return asked_; }  ///< As a mu, all `times` together; may be infinite.
  /// For a user who cannot pay, after the charges before it in the same call; for a charge alone: the least of all it
  /// touches.
  Mu left() const { return left_; }

 private:
  double asked_;
  Mu left_;
};

/// How often something was published: every release of sums counts once, every moment on request once, and what was
/// charged by hand as often as its charges say. Stops counting at the largest int64.
std::int64_t count_releases(std::span<const MechanismRecord> mechanisms, std::span<const ReleaseRun> runs);

/// Safe to use from several threads: a call is admitted and booked as one step.
class Ledger {
 public:
  explicit Ledger(Promise promise) : promise_(promise) {}

  /// Books all charges, or throws BudgetExceeded and books nothing. Call before drawing noise.
  void charge(std::span<const Charge> charges);
  void charge(const Charge& charge) { this->charge({&charge, 1}); }

  /// What will be released, before it is. Returns its number, under which it is charged.
  int declare(Mechanism mechanism);
  /// The same of moments on request, beside the sums.
  void declare(int mechanism, const DeclaredRequests& requests);
  /// As `charge`, for the release of a mechanism that takes in the first `users` users; books it even where nothing is
  /// due any more.
  void charge_release(int mechanism, std::int64_t users, std::span<const Charge> charges);
  /// As `charge`, for moments on request.
  void charge_answer(int mechanism, const Answer& answer);

  const Promise& promise() const { return promise_; }
  /// The largest mu over all users; rounded up, but never above the promise: what exceeds it is rounding of schedules
  /// that divide it, less than kSlack, and paid for by the promise (promise.h).
  Mu spent() const;
  /// What spent() means at the promise's delta, by its theorem.
  Epsilon epsilon_spent() const;
  /// What every user in [first, last) can still be charged; rounded down.
  Mu left(std::int64_t first_user, std::int64_t last_user) const;
  /// All that was booked, in the order of the first of each run; charges of one name that repeat or advance by a
  /// constant stride share a run.
  std::vector<ReleaseRun> runs() const;
  /// What was declared and what became of it.
  std::vector<MechanismRecord> mechanisms() const;
  std::int64_t releases() const;  ///< See count_releases.

 private:
  using Units = UserSums::Units;
  [[noreturn]] void refuse(std::span<const Charge> charges, std::int64_t user, Units before) const;
  /// With the lock held.
  void book(std::span<const Charge> charges, int mechanism);
  void record(const Charge& charge, int mechanism);

  const Promise promise_;
  mutable std::mutex mutex_;
  UserSums sums_;
  std::vector<ReleaseRun> runs_;
  std::map<std::pair<int, std::string>, std::size_t> newest_run_;  ///< By mechanism and name.
  std::vector<MechanismRecord> mechanisms_;
};

}  // namespace tacit
