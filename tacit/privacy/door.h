// The one door between the vault and the billboard: charges the ledger, adds noise, publishes.
//
// A private door runs one release strategy (strategy.h) on all sums of the vault together, with noise per statistic and
// task such that one user's whole contribution, stacked and each part divided by its noise, has squared length mu^2
// times the shares (calibration.h). The shares are fixed when the door is made, before the first user, and declared to
// the ledger with all that the noise depends on (booking.h, mechanism.h). Proof: docs/privacy.md, "The proof" and "All
// parts together". The exact door publishes the sums as they are, for agents that promise nothing; everything behind it
// is the same code.
//
// A release has three steps: `reserve` books it and seals the block, `draw` adds noise, `publish` puts it up. Whatever
// goes wrong after it was booked, the door stays shut: what was charged may not have been published, or the other way
// round. Instead of the outcomes a private door can release moments of them on request (answers.h). What agents use is
// Sums (sums.h), which owns a door and all that is around it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tacit/privacy/accounting/booking.h"
#include "tacit/privacy/accounting/calibration.h"
#include "tacit/privacy/answers.h"
#include "tacit/privacy/billboard.h"
#include "tacit/privacy/release/release.h"
#include "tacit/privacy/release_steps.h"
#include "tacit/privacy/release_value.h"
#include "tacit/privacy/vault.h"
#include "tacit/privacy/witness.h"

namespace tacit {

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

  /// Publishes the sums with the users since the last release taken in: reserve, draw, publish.
  void release();
  /// Throws BudgetExceeded, before any noise is drawn, with the vault untouched and nothing booked, if the ledger
  /// refuses any part of it.
  void reserve();
  void draw();
  void publish();

  /// The noise that will be on the sums of a task after release t = 0, 1, ...
  BillboardNoise predicted(int task, Index t) const;

 private:
  friend class Sums;

  using Step = ReleaseSteps::Step;
  struct Private {
    DoorOptions options;
    Booking booking;
    SimulatedRelease release;
  };

  void show_witness();
  Moments exact_moments(int task, const Targets& targets) const;
  Moments noisy_moments(int task, const Targets& targets);
  std::int64_t book_answer(const Answer& asked);
  void show_answer(std::int64_t series, std::int64_t users, const Matrix& exact, const Vector& sensitivities,
                   Moments& answer);

  Vault& vault_;
  Billboard& billboard_;
  Witness* witness_;
  Calibration calibration_;
  std::optional<Private> private_;
  std::optional<Answers> answers_;
  ReleaseSteps steps_;
  std::vector<double> sealed_;  ///< The sums of the newest block, all of the vault's.
  std::vector<double> block_;   ///< Those of them that are released.
  Release newest_;              ///< `values` are the sums as they were published last.
};

}  // namespace tacit
