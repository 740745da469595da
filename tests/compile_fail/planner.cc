// A planner that tries to get past the door. As it stands it compiles. With REFUSED defined every line marked
// `refused` must not, for the reason that what it reaches for is private (or const); and no other line may fail.
// refuse.cmake compares.
#include "tacit/privacy/door.h"
#include "tacit/privacy/lattice_door.h"
#include "tacit/privacy/sums.h"

namespace tacit {

double plan(const Billboard& billboard) {
  return billboard.gram(0).trace() + billboard.response(0).norm() + static_cast<double>(billboard.users());
}

#ifdef REFUSED
class Burglar : public Door {
 public:
  using Door::block_;  // refused: private
};

// Everything a planner might get hold of; more than any is given.
double peek(Vault& vault, Billboard& billboard, Door& door, LatticeVault& lattice,
            LatticeDoor<ProductionNoise>& production, Sums& sums, SealedBlock& sealed) {
  double seen = vault.block_[0];                              // refused: private
  seen += vault.kept_[0].records[0];                          // refused: private
  seen += static_cast<double>(vault.projections_);            // refused: private
  Vault::Records* records = nullptr;                          // refused: private
  seen += static_cast<double>(lattice.block_[0]);             // refused: private
  seen += door.block_[0];                                     // refused: private
  seen += door.exact_moments(0, {}).sums.norm();              // refused: private
  seen += static_cast<double>(production.block_[0]);          // refused: private
  seen += sums.door_->block_[0];                              // refused: private
  seen += sealed.sums_[0];                                    // refused: private
  billboard.tasks_[0].gram.setZero();                         // refused: private
  billboard.ask_ = {};                                        // refused: private
  billboard.users_ = 7;                                       // refused: private
  Matrix& gram = billboard.gram(0);                           // refused: const
  billboard.noise(0).gram = 0;                                // refused: const
  return seen + gram(0, 0) + (records == nullptr ? 0.0 : 1);  // The control of the comparison: nothing is refused here.
}
#endif

}  // namespace tacit
