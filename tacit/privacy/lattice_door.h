// The door on the integers: integer sums, exact discrete Gaussian noise, the same billboard as door.h.
//
// As in door.h one strategy releases all parts together, with noise calibrated to all of them at once (calibration.h),
// and the ledger is charged before noise is drawn. What differs:
//   - Noise is a discrete Gaussian on the integers. With independent noise of parameters sigma_i^2 a shift D costs
//     rho = sum D_i^2/(2 sigma_i^2) (Canonne, Kamath, Steinke 2020, theorem 14), the same sum of squares as for
//     Gaussian noise: the books are kept in mu^2, and the promise must be by a zCDP theorem.
//   - How far one user can move the sums includes rounding (lattice.h).
//   - What is published is a function of the released integers: doubles come after the noise.
//   - The strategy is the nearest that has a form on the integers (strategy.h).
// Each measurement is a release by itself, of which a user's block is multiplied by one entry of the encoder: adaptive
// composition of these needs no property of the noise but its rho, so correlated strategies are sound here as well.
// Proof: docs/privacy.md, "The proof", steps 3 to 6, "On the lattice" and "Rounded coefficients".
//
// Two types, one class: LatticeDoor<ProductionNoise> keeps promises for production noise and has no witness;
// LatticeDoor<RehearsalNoise> draws from a seed, keeps promises for simulation noise and can be watched. Neither takes
// the other's noise or promise.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tacit/privacy/accounting/booking.h"
#include "tacit/privacy/accounting/calibration.h"
#include "tacit/privacy/billboard.h"
#include "tacit/privacy/lattice_vault.h"
#include "tacit/privacy/release/release.h"
#include "tacit/privacy/release_steps.h"
#include "tacit/privacy/release_value.h"

namespace tacit {

template <typename Source>
class LatticeDoor {
 public:
  /// Keeps references. Throws Error for a promise of other noise or by the exact GDP conversion, for a strategy without
  /// integers, for bits that do not fit, and for a witness of production noise. The vault says how many users may come.
  LatticeDoor(LatticeVault& vault, Billboard& billboard, Ledger& ledger, DoorOptions options, Source& noise,
              Witness* witness = nullptr);
  ~LatticeDoor();
  LatticeDoor(const LatticeDoor&) = delete;
  LatticeDoor& operator=(const LatticeDoor&) = delete;

  /// As those of Door.
  void release();
  void reserve();
  void draw();
  void publish();
  BillboardNoise predicted(int task, Index t) const;

  /// What the newest release made public, all of it: integers.
  std::span<const std::int64_t> measured() const { return newest_.integers; }

 private:
  friend class Sums;

  using Step = ReleaseSteps::Step;
  void gather();
  /// In the place of draw(): what was drawn before.
  void draw_again(std::span<const std::int64_t> integers);
  void show_witness();

  LatticeVault& vault_;
  Billboard& billboard_;
  Witness* witness_;
  DoorOptions options_;
  Calibration calibration_;
  LatticeRelease<Source> release_;
  Booking booking_;
  std::unique_ptr<Decoder> target_;  ///< The sums without noise, where somebody watches.
  ReleaseSteps steps_;
  std::vector<std::int64_t> sealed_;  ///< The sums of the newest block, all of the vault's.
  std::vector<std::int64_t> block_;   ///< Those of them that are released.
  std::vector<double> published_, exact_;
  Release newest_;
};

extern template class LatticeDoor<ProductionNoise>;
extern template class LatticeDoor<RehearsalNoise>;

/// The most bits with which such a door fits 64 bits. Throws Error, with a remedy, where they are too few.
LatticeBits bits_for(const VaultShape& shape, const Promise& promise, const DoorOptions& options);

}  // namespace tacit
