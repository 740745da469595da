// The one door between the vault and the billboard: charges the ledger, adds noise, publishes.
//
// A private door runs one release strategy (strategy.h) on all sums of the vault together, with noise per statistic and
// task such that one user's whole contribution, stacked and each part divided by its noise, has squared length mu^2:
// with `split` the shares of mu^2, Delta the sensitivities of the parts by themselves, and S^2 how far one user can
// move all parts of a task at once in units of Delta / split^(1/2) (stacked_sensitivity.h; at most the sum of its
// shares),
//   noise of a part = f Delta / (mu split^(1/2)),   f^2 = sum over tasks of S^2 / sum of all shares <= 1.
// The shares are fixed when the door is made, before the first user, and declared to the ledger with all that the noise
// depends on (mechanism.h). Proof: docs/privacy.md, "The proof" and "All parts together". The exact door publishes the
// sums as they are, for agents that promise nothing; everything behind it is the same code.
//
// Instead of the outcomes a private door can release moments of them on request: sum w phi t over all users so far,
// where t is a public function of outcome and response that may differ from request to request. Every request touches
// all its users again, so their number is fixed in advance and each has an equal part of the share they have together.
// With b the largest |t|, which is public, what one user adds has length at most b and two users are at most 2b apart;
// one alone: b. The noise is that over mu_i, the ratio of one request.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tacit/privacy/accounting/ledger.h"
#include "tacit/privacy/accounting/sensitivities.h"
#include "tacit/privacy/billboard.h"
#include "tacit/privacy/release/calendar.h"
#include "tacit/privacy/release/release.h"
#include "tacit/privacy/vault.h"
#include "tacit/privacy/witness.h"

namespace tacit {

/// Moments on request.
struct Requests {
  double share = 0;        ///< The part of mu^2 for all of them together.
  std::int64_t parts = 1;  ///< Equal parts of it, one for each moment (of one task and target).
};

struct DoorOptions {
  Strategy strategy;
  std::vector<Split> splits;    ///< Per task; all together at most 1.
  double budget = 1;            ///< Share of the ledger's mu^2 that this door may spend.
  std::int64_t most_users = 0;  ///< No user has a larger number; public.
};

class Door {
 public:
  /// Exact: no noise, no promise. Keeps references.
  Door(Vault& vault, Billboard& billboard, Witness* witness = nullptr);
  /// Private, with simulation noise. The shares are checked here; the ledger is charged at each release.
  Door(Vault& vault, Billboard& billboard, Ledger& ledger, DoorOptions options, SimulationNoise noise,
       Witness* witness = nullptr);
  ~Door();
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  /// From now on the billboard answers for moments by asking here. Before the first release; the share is checked
  /// against what the sums leave of the budget. A request that the ledger refuses throws BudgetExceeded.
  void answer(const Requests& requests, SimulationNoise noise);

  /// Publishes the sums with the users since the last release taken in. Throws BudgetExceeded, before any noise is
  /// drawn, with the vault untouched and nothing booked, if the ledger refuses any part of it. Whatever else goes wrong
  /// after it was booked, the door stays shut: what was charged may not have been published, or the other way round.
  void release();

  /// The noise that will be on the sums of a task after release t = 0, 1, ...
  BillboardNoise predicted(int task, Index t) const;

 private:
  struct Segment {
    Statistic part;
    int task;
    Index offset, size;  ///< In the block of the vault.
    double deviation;    ///< Delta / split^(1/2): its noise at mu = 1 and unit noise.
  };
  struct Private {
    Ledger& ledger;
    DoorOptions options;
    Sensitivities sensitivities;
    double mu;
    Calendar calendar;
    SimulatedRelease release;
    Mechanism declared = {};
    int number = -1;   ///< The number of the mechanism in the ledger.
    double joint = 0;  ///< How far one user can move all sums, in units of the noise of one measurement.
  };

  /// What answers requests.
  struct Answers {
    double mu, share;  ///< The ratio and the share of one moment.
    SimulationNoise noise;
    std::vector<double> totals;           ///< The vault's sums over all released blocks.
    std::int64_t given = 0, moments = 0;  ///< Requests, and moments in them.
  };

  void lay_out(const DoorOptions* options, const Sensitivities& delta);
  void calibrate_together(Adjacency adjacency);
  Layout layout() const;
  void declare();
  void charge();
  void show_witness();
  void publish();
  Moments exact_moments(int task, const Targets& targets) const;
  Moments noisy_moments(int task, const Targets& targets);

  Vault& vault_;
  Billboard& billboard_;
  Witness* witness_;
  std::vector<Segment> segments_;
  std::optional<Private> private_;
  std::optional<Answers> answers_;
  double shares_ = 0;  ///< The shares of all sums together.
  std::vector<double> block_, published_, normalised_;
};

}  // namespace tacit
