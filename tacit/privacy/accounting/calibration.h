// How much noise each sum of a vault gets: all of them together cost one user what the shares say.
//
// With `split` the shares of mu^2, Delta the sensitivities of the parts by themselves, and S^2 how far one user can
// move all parts of a task at once in units of Delta / split^(1/2) (stacked_sensitivity.h; lattice.h on integers),
//   noise of a part = f Delta / (mu split^(1/2)),   f^2 = sum over tasks of S^2 / sum of all shares.
// In the reals f is at most 1. Proof: docs/privacy.md, "All parts together" and "On the lattice".
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tacit/privacy/accounting/mechanism.h"
#include "tacit/privacy/release/layout.h"
#include "tacit/privacy/release/strategy.h"

namespace tacit {

/// One statistic of one task, as it is released.
struct Segment {
  Statistic part;
  int task;
  Index offset, size;  ///< In the block of the vault.
  double deviation;    ///< f Delta / split^(1/2): its noise at mu = 1 and unit noise.
};

struct Calibration {
  std::vector<Segment> segments;  ///< Those with a share, in the order of the vault.
  double shares = 0;              ///< Of all sums together.

  Index size() const;
  /// All segments one after another; `step` says what a unit of each is worth.
  Layout layout(const VaultShape& shape, const std::optional<LatticeBits>& bits = std::nullopt) const;
  /// The noise of a task where unit noise has this deviation.
  BillboardNoise noise(int task, double unit) const;
};

/// All sums, without noise.
Calibration exact_calibration(const VaultShape& shape);
/// Throws Error for what is not a share, and where the shares add up to more than 1 or to nothing.
Calibration calibrate(const VaultShape& shape, Adjacency adjacency, std::span<const Split> splits,
                      const std::optional<LatticeBits>& bits = std::nullopt);

/// Throws Error unless it is a share of the budget from 0 to 1.
double require_share(double share);

/// What a door runs: a strategy over all sums.
struct DoorOptions {
  Strategy strategy;
  std::vector<Split> splits;    ///< Per task; all together at most 1.
  double budget = 1;            ///< Share of the ledger's mu^2 that this door may spend.
  std::int64_t most_users = 0;  ///< No user has a larger number; public.
};

/// All that the cost of a release follows from; `unit` is the deviation of one measurement at unit noise.
Mechanism declare_mechanism(const VaultShape& shape, const Promise& promise, const DoorOptions& options,
                            const Calibration& calibration, double unit,
                            const std::optional<LatticeBits>& bits = std::nullopt);

}  // namespace tacit
