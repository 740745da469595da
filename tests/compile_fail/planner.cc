// A planner that tries to get past the door. As it stands it compiles; with one of the macros defined it must not, and
// for the reason that what it reaches for is private (or const). CMakeLists.txt has a test for each.
#include "tacit/privacy/door.h"
#include "tacit/privacy/lattice_door.h"
#include "tacit/privacy/sums.h"

namespace tacit {

double plan(const Billboard& billboard) {
  return billboard.gram(0).trace() + billboard.response(0).norm() + static_cast<double>(billboard.users());
}

#ifdef INHERITED_DOOR
class Burglar : public Door {
 public:
  using Door::block_;
};
#endif

// Everything a planner might get hold of; more than any is given.
double peek([[maybe_unused]] Vault& vault, [[maybe_unused]] Billboard& billboard, [[maybe_unused]] Door& door,
            [[maybe_unused]] LatticeVault& lattice, [[maybe_unused]] LatticeDoor<ProductionNoise>& production,
            [[maybe_unused]] Sums& sums, [[maybe_unused]] SealedBlock& sealed) {
#if defined(VAULT_SUMS)
  return vault.block_[0];
#elif defined(VAULT_RECORDS)
  return vault.kept_[0].records[0];
#elif defined(VAULT_PROJECTIONS)
  return static_cast<double>(vault.projections_);
#elif defined(VAULT_RECORD_TYPE)
  Vault::Records records;
  return static_cast<double>(records.user.size());
#elif defined(LATTICE_SUMS)
  return static_cast<double>(lattice.block_[0]);
#elif defined(DOOR_SUMS)
  return door.block_[0];
#elif defined(DOOR_MOMENTS)
  return door.exact_moments(0, {}).sums.norm();
#elif defined(PRODUCTION_DOOR_SUMS)
  return static_cast<double>(production.block_[0]);
#elif defined(SUMS_DOOR)
  return sums.door_->block_[0];
#elif defined(SEALED_SUMS)
  return sealed.sums_[0];
#elif defined(BILLBOARD_TASKS)
  billboard.tasks_[0].gram.setZero();
  return 0;
#elif defined(BILLBOARD_ASK)
  billboard.ask_ = {};
  return 0;
#elif defined(BILLBOARD_USERS)
  billboard.users_ = 7;
  return 0;
#elif defined(BILLBOARD_GRAM_IS_CONST)
  Matrix& gram = billboard.gram(0);
  return gram(0, 0);
#elif defined(BILLBOARD_NOISE_IS_CONST)
  billboard.noise(0).gram = 0;
  return 0;
#else
  return plan(billboard);
#endif
}

}  // namespace tacit
