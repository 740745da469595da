// A mechanism: what a door declares to the ledger before its first release, and what it has released since.
//
// All of it is public: the shape of the vault, how much noise each statistic gets, the strategy and which users its
// measurements read. From it follows what every release costs, so a certificate states it and a checker redoes it
// without trusting the charges:
//   S   = how far one user can move all sums at once, each divided by the noise of one measurement
//         (stacked_sensitivity.h; on integers lattice.h);
//   c   = the largest column norm of the strategy's measurements, of whose square a touch has a share (strategy.h);
//   mu  = S c share^(1/2) for a touch, hence at most S c for a user, which is mu_door (sum of shares)^(1/2) where
//         mu_door^2 is the door's part of the promise.
// Proof: docs/privacy.md, "The proof", steps 3 to 5, and "All parts together".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tacit/privacy/accounting/charge.h"
#include "tacit/privacy/accounting/promise.h"
#include "tacit/privacy/accounting/sensitivities.h"
#include "tacit/privacy/billboard.h"
#include "tacit/privacy/noise/lattice.h"
#include "tacit/privacy/release/calendar.h"
#include "tacit/privacy/vault_shape.h"

namespace tacit {

/// Shares of mu^2 for the sums of one task; 0: not released.
struct Split {
  double gram = 0, response = 0, outcomes = 0;
};

/// One statistic of the tasks first_task <= task < end_task, all alike.
struct DeclaredStatistic {
  Statistic part = Statistic::gram;
  int first_task = 0, end_task = 0;
  double share = 0;        ///< The part of the door's mu^2, per task; 0: not released.
  double sensitivity = 0;  ///< By itself, before any rounding: L2, Frobenius for matrices.
  double noise_scale = 0;  ///< That of one measurement, in the same norm; 0 where it is not released.

  bool operator==(const DeclaredStatistic&) const = default;
};

/// Moments on request.
struct DeclaredRequests {
  double share = 0;        ///< The part of the door's mu^2 that all have together.
  std::int64_t most = 1;   ///< How many there may be; each has an equal part of the share.
  double sensitivity = 0;  ///< In units of the largest target.
  double mu = 0;           ///< The ratio of one.
};

struct Mechanism {
  VaultShape shape;  ///< With its rows only where the noise depends on them.
  std::vector<DeclaredStatistic> statistics;
  /// Where sums are integers with discrete Gaussian noise; nothing: doubles with continuous noise.
  std::optional<LatticeBits> lattice;
  std::string strategy;          ///< Its name.
  std::optional<double> fading;  ///< Of the strategy of that name: its coefficients follow from it (fading.h).
  Index releases = 1;            ///< That it can make.
  double column_norm = 1;        ///< The largest of its measurements.
  std::vector<Touch> touches;    ///< In the order of ordered().
  double budget = 1;             ///< Share of the promise's mu^2.
  std::int64_t most_users = 0;
  std::optional<DeclaredRequests> requests;
};

/// So many release points in arithmetic progression: numbers of users.
struct PointRun {
  std::int64_t users = 0, stride = 0, count = 1;
};

/// What was asked for and answered after the release that took in so many users.
struct Answer {
  int task = 0;
  std::int64_t users = 0, moments = 0;
};

struct MechanismRecord {
  Mechanism declared;
  std::vector<PointRun> points;
  std::vector<Answer> answers;

  void add_point(std::int64_t users);
  std::int64_t releases() const;  ///< How often the sums were released: each time counts once.
  std::int64_t moments() const;   ///< Given on request.
};

/// States every part of every task that there is; `noise`, per task, is that of one measurement.
std::vector<DeclaredStatistic> declare_statistics(const VaultShape& shape, std::span<const Split> splits,
                                                  const Sensitivities& sensitivities,
                                                  std::span<const BillboardNoise> noise);
/// By release, then by block: the order in which touches are booked.
std::vector<Touch> ordered(std::vector<Touch> touches);

/// The shape as it matters to the noise: rows are left out where it does not depend on them.
VaultShape declared_shape(VaultShape shape, Adjacency adjacency);

/// S, from the noise scales. Proof: docs/privacy.md, "All parts together" and "On the lattice".
double joint_sensitivity(const Mechanism& mechanism, Adjacency adjacency);
/// What a touch costs: in units of the noise.
Charge release_charge(const Mechanism& mechanism, double joint_sensitivity, const UserTouch& touch);
/// What an answer costs: in units of its sensitivity, which changes with the targets.
Charge answer_charge(const DeclaredRequests& requests, const Answer& answer);

}  // namespace tacit
