// The private side of the one door: exact sums of what users contributed.
//
// Users contribute to `tasks` regressions in one feature space. A contribution is a feature vector phi, |phi| <= 1, a
// weight w with 0 <= w |phi| <= 1, a response y in [0,1] and an outcome: one of finitely many, or a record of numbers
// that is kept as it is. So short features may weigh more than 1: w = 1/|phi| makes w phi a unit vector, which uses all
// of the room that the sensitivities leave. Summed per task:
//   Gram      sum w phi phi'                 upper triangle, row by row
//   response  sum w phi (y - centre)
//   outcomes  sum w psi phi'                 outcomes x dimension, for the first `outcome_tasks` tasks
// What is out of bounds is projected onto them, never refused (projection.h), and an outcome that was not declared
// counts as none. How often that happens is itself a fact about users and stays inside. A user contributes to a task
// once (attendance.h).
//
// psi is the unit vector of the outcome; where outcomes are mixed, any vector with psi >= 0 and sum psi <= 1, so that
// |psi| <= 1 and |psi't| <= max |t|: the bounds on sensitivity use no more than that.
//
// Nobody can read the sums but a Door, which adds noise and asks the ledger first (door.h). Planners, switching tests,
// logs and people read the Billboard (billboard.h). Proof: docs/privacy.md, "The proof", steps 1 and 2.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tacit/core/bounded_sum.h"
#include "tacit/core/linear_algebra.h"
#include "tacit/privacy/attendance.h"
#include "tacit/privacy/episode_meter.h"
#include "tacit/privacy/projection.h"
#include "tacit/privacy/vault_shape.h"

namespace tacit {

class Witness;

struct Contribution {
  int task = 0;
  const double* features = nullptr;
  double weight = 1;  ///< With cells: its limit.
  double response = 0;
  Index outcome = 0;               ///< Where outcomes are counted; ignored for later tasks. Out of range: none.
  const double* record = nullptr;  ///< Where records are kept: the record; where outcomes are mixed: psi.
  Index row = -1;                  ///< Of public rows, instead of features and weight; the cell. Out of range: none.
};

/// What several users contribute to a task alike: the same features and weight. Summed like their contributions one by
/// one, of which it need not be known whose response or outcome was which.
struct Crowd {
  int task = 0;
  const double* features = nullptr;
  double weight = 1;
  std::int64_t users = 1;                  ///< At least one.
  BoundedSum responses;                    ///< One of each user.
  std::span<const std::int64_t> outcomes;  ///< How many had each; at most `users` together. Ignored for later tasks.
  Index row = -1;                          ///< Where there are public rows, instead of features and weight.
};

class Vault {
 public:
  explicit Vault(const VaultShape& shape);
  Vault(const Vault&) = delete;  // A copy behind another door would spend every user twice.
  Vault& operator=(const Vault&) = delete;

  /// Returns the weight that it was summed with.
  double add(const Contribution& contribution);
  /// Where outcomes are counted, and nobody watches users one by one.
  void add_crowd(const Crowd& crowd);
  /// The present user is complete: only between users is there a release. Users are counted; their number is public.
  void end_user() {
    attendance_.end_user();
    meter_.end_user();
  }
  /// The same of so many users who came as crowds: every task had contributions of exactly so many.
  void end_users(std::int64_t users) { attendance_.end_users(users); }
  std::int64_t users() const { return attendance_.users(); }
  const VaultShape& shape() const { return shape_; }

 private:
  friend class Door;
  friend class Sums;

  double add_step(const Contribution& contribution);
  using Weighed = Projection::Weighed;
  /// Adds `times` w phi phi' and `response` w phi to the sums of a task; returns where its outcomes are.
  double* add_sums(int task, const Weighed& x, double times, double response);
  /// Into the outcomes of its task, which start at `sum`. Returns which one it was; -1: none, or several.
  Index add_outcome(const Contribution& c, const Weighed& x, double* sum, bool& moved);
  void add_outcomes(const Crowd& crowd, const Weighed& x, double* sum);
  void add_scaled(double* sum, double factor, const double* phi) const;
  /// A vault behind a private door is behind private doors only.
  void put_behind(bool private_door, Witness* witness);
  /// The sums since the last release; what is left is empty. Only between users.
  void seal(std::vector<double>& block);
  /// The sums of users before number `users`, who were sealed before, again. Only where nobody has come since.
  void unseal(std::int64_t users, std::span<const double> block);

  struct Records {
    std::vector<double> features;  ///< w phi per contribution.
    std::vector<double> records;
    std::vector<std::int64_t> user;
  };

  VaultShape shape_;
  Projection projection_;
  Attendance attendance_;
  EpisodeMeter meter_;          ///< Where there are cells.
  std::vector<Index> offset_;   ///< Where a task begins in the sums.
  std::vector<double> block_;   ///< Sums over the users since the last release.
  std::vector<Records> kept_;   ///< Per task.
  Witness* witness_ = nullptr;  ///< The door's.
  std::int64_t projections_ = 0;
  bool behind_exact_ = false, behind_private_ = false;
};

}  // namespace tacit
