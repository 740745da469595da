// Moments on request: sum w phi t over all released users, where t is a public function of outcome and response that
// may differ from request to request.
//
// Every request touches all its users again, so their number is fixed in advance and each has an equal part of the
// share they have together. With b the largest |t|, which is public, what one user adds has length at most b and two
// users are at most 2b apart; one alone: b. The noise is that over mu_i, the ratio of one moment. Proof:
// docs/privacy.md, "Moments on request".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tacit/privacy/accounting/mechanism.h"
#include "tacit/privacy/billboard.h"
#include "tacit/privacy/noise/simulation_noise.h"
#include "tacit/privacy/vault_shape.h"

namespace tacit {

struct Requests {
  double share = 0;        ///< The part of mu^2 for all of them together.
  std::int64_t parts = 1;  ///< Equal parts of it, one for each moment (of one task and target).
};

class Answers {
 public:
  /// `mu` is what the door may spend. Throws Error for what is no share, or fewer than one part.
  Answers(const VaultShape& shape, const Requests& requests, double mu, Adjacency adjacency, SimulationNoise noise);

  const DeclaredRequests& declared() const { return declared_; }
  /// The share of one moment.
  double share() const { return declared_.share / static_cast<double>(declared_.most); }

 private:
  friend class Door;  // What is here before noise is users' data.

  /// The sums of a released block.
  void take(std::span<const double> block);
  /// Without noise.
  Matrix sums(int task, const Targets& targets) const;
  /// How far one user can move each moment.
  Vector sensitivities(int task, const Targets& targets) const;
  /// With noise of deviation sensitivity / mu_i on each, drawn for all of them.
  Moments with_noise(const Matrix& sums, const Vector& sensitivities);
  /// Counts them; throws BudgetExceeded where more than were declared would be given.
  void require_left(const Answer& asked) const;

  VaultShape shape_;
  DeclaredRequests declared_;
  SimulationNoise noise_;
  std::vector<double> totals_;            ///< The vault's sums over all released blocks.
  std::int64_t given_ = 0, moments_ = 0;  ///< Requests, and moments in them.
};

}  // namespace tacit
