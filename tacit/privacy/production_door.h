// The door of a deployment: integer sums, discrete Gaussian noise from the operating system, the same billboard.
//
// As in door.h the parts share mu^2 by `splits`, one strategy releases all of them together, and the ledger is charged
// before noise is drawn (docs/privacy.md, "The proof", steps 3 to 6). What differs:
//   - The promise must be for production noise, hence by a zCDP theorem (promise.h). With independent discrete Gaussian
//     noise of parameters sigma_i^2 on the integer coordinates, a shift D costs rho = sum D_i^2/(2 sigma_i^2) (Canonne,
//     Kamath, Steinke 2020, theorem 14), the same sum of squares as for Gaussian noise: the books are kept in mu^2.
//   - Sensitivities are not declared but follow from the lattice, the shape and the promise's adjacency.
//   - What is published is a function of the released integers: doubles come after the noise.
//   - The strategy needs a form on the integers: fresh, tree, blocks, or factorised with rounded coefficients.
// Each measurement is a release by itself, of which a user's block is multiplied by one entry of the encoder: adaptive
// composition of these needs no property of the noise but its rho, so correlated strategies are sound here as well.
#pragma once

#include <cstdint>
#include <vector>

#include "tacit/privacy/accounting/ledger.h"
#include "tacit/privacy/billboard.h"
#include "tacit/privacy/door.h"
#include "tacit/privacy/lattice_vault.h"
#include "tacit/privacy/release/calendar.h"
#include "tacit/privacy/release/release.h"

namespace tacit {

struct ProductionDoorOptions {
  Strategy strategy;
  std::vector<Split> splits;  ///< Per task; all together at most 1.
  double budget = 1;          ///< Share of the ledger's mu^2 that this door may spend.
};

class ProductionDoor {
 public:
  /// Keeps references. Throws Error unless the ledger's promise is for production noise.
  ProductionDoor(LatticeVault& vault, Billboard& billboard, Ledger& ledger, ProductionDoorOptions options,
                 ProductionNoise& noise);
  ProductionDoor(const ProductionDoor&) = delete;
  ProductionDoor& operator=(const ProductionDoor&) = delete;

  /// As Door::release.
  void release();
  BillboardNoise predicted(int task, Index t) const;

  /// What the newest release made public, all of it: integers.
  std::span<const std::int64_t> measured() const { return release_.measured(); }

 private:
  struct Segment {
    Statistic part;
    int task;
    Index offset, size;  ///< In the block of the vault.
    double step;         ///< What one lattice step is worth.
    double sensitivity;  ///< In steps, in the norm of the layout.
    double share;
    double deviation() const;  ///< Noise in steps at mu = 1 and unit noise.
  };

  static std::vector<Segment> lay_out(const LatticeVault& vault, Adjacency adjacency, const std::vector<Split>& splits);
  static Layout layout(const std::vector<Segment>& segments, int dimension);
  Mechanism declared() const;
  void charge();
  void publish();

  LatticeVault& vault_;
  Billboard& billboard_;
  Ledger& ledger_;
  ProductionDoorOptions options_;
  Calendar calendar_;
  std::vector<Segment> segments_;
  ProductionRelease release_;
  Mechanism declared_;
  int number_ = -1;   ///< The number of the mechanism in the ledger.
  double joint_ = 0;  ///< How far one user can move all sums, in units of the noise of one measurement.
  std::vector<std::int64_t> block_;
  std::vector<double> published_;
};

}  // namespace tacit
