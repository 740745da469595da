// Sums behind a door: the one object through which agents learn from users.
//
// It owns the vault, the billboard, the ledger, the door and its calendar, and has one interface for three back ends:
//   exact       the sums as they are, for agents that promise nothing;
//   simulation  doubles with seeded Gaussian noise (door.h);
//   lattice     integers with discrete Gaussian noise, seeded, for rehearsals, or of production (lattice_door.h).
// Users' data go in by `add`; `release` books what the release costs, adds noise and publishes; whoever plans reads the
// billboard and nothing else. Proof: docs/privacy.md, "The proof", for all of it; "On the lattice" for integers.
//
// Stop and go on. What a release made public is a value (release_value.h). An object made with the same arguments that
// is given all releases again stands where the first one stood: same billboard, same ledger; nothing is drawn anew and
// nothing charged twice, and with seeded noise the next release is the same bit for bit. Users who were not released
// yet are taken again by the caller. Where needs_sealed() says so, the sealed blocks are needed as well: exact sums of
// released blocks, USERS' DATA, to be stored as such.
//
// A service that must survive a crash at any moment makes a release in three steps and stores in between:
//   reserve()  books the release and returns the sealed block: store it with newest().charges;
//   draw()     returns what will be public: store it, and draw never again;
//   publish()  puts it up.
// After a crash: resume() all that was stored by draw; a block that was sealed and not drawn goes to reserve(sealed),
// after which draw() draws anew, under the same charge: nobody has seen the first.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "tacit/privacy/accounting/ledger.h"
#include "tacit/privacy/accounting/promise.h"
#include "tacit/privacy/answers.h"
#include "tacit/privacy/billboard.h"
#include "tacit/privacy/door.h"
#include "tacit/privacy/lattice_vault.h"
#include "tacit/privacy/release_value.h"
#include "tacit/privacy/vault.h"

namespace tacit {

struct SumsOptions {
  Strategy strategy;                                ///< On integers the nearest that has a form on them (strategy.h).
  std::vector<Split> splits;                        ///< Per task; all together, requests included, at most 1.
  double budget = 1;                                ///< Share of the promise's mu^2.
  std::int64_t most_users = 0;                      ///< No user has a larger number; public.
  std::optional<Requests> requests = std::nullopt;  ///< Simulation only.
};

class Sums {
 public:
  /// Exact: no noise, no promise.
  explicit Sums(const VaultShape& shape, Witness* witness = nullptr);
  /// Private. The promise must be for the noise: simulation and lattice noise keep promises for simulation noise,
  /// production noise those for production, and both kinds of integers need a zCDP theorem. Production noise has no
  /// seed, and nobody watches it. Throws Error, with a remedy where there is one.
  Sums(const VaultShape& shape, const Promise& promise, SumsOptions options, Noise noise, std::uint64_t seed,
       Witness* witness = nullptr);
  ~Sums();
  Sums(const Sums&) = delete;
  Sums& operator=(const Sums&) = delete;

  /// As in Vault.
  double add(const Contribution& contribution) {
    if (vault_) [[likely]]
      return vault_->add(contribution);
    return lattice_->add(contribution);
  }
  void add_crowd(const Crowd& crowd) { vault_ ? vault_->add_crowd(crowd) : lattice_->add_crowd(crowd); }
  void end_user() { vault_ ? vault_->end_user() : lattice_->end_user(); }
  void end_users(std::int64_t users) { vault_ ? vault_->end_users(users) : lattice_->end_users(users); }
  std::int64_t users() const { return vault_ ? vault_->users() : lattice_->users(); }
  const VaultShape& shape() const { return vault_ ? vault_->shape() : lattice_->shape(); }

  /// From now on the billboard answers for moments on request. Before the first release. Throws Error on integers,
  /// which have no form of it.
  void answer(const Requests& requests);

  /// Books, draws and publishes; returns newest(). Throws BudgetExceeded, with nothing booked and nothing changed,
  /// where the ledger refuses. Whatever else goes wrong, no further release is made: the door stays shut.
  const Release& release();
  /// The same in three steps.
  SealedBlock reserve();
  const Release& draw();
  const Release& publish();
  /// The newest release that was reserved, with what was drawn for it.
  const Release& newest() const;

  /// Whether later releases read the exact sums of earlier blocks: always with doubles; on integers all strategies but
  /// `blocks`.
  bool needs_sealed() const;
  /// The block that was reserved last. Users' data.
  SealedBlock sealed() const;
  /// Takes a release again, in its turn and before anybody comes. Throws Error that names the field where it is not the
  /// next release of this mechanism, with nothing changed; seeded doubles that come out differently are noticed when
  /// they are drawn again, and the door then stays shut.
  void resume(const Release& release, const SealedBlock* sealed = nullptr);
  /// Books a block that was reserved and not drawn, again: draw() comes next.
  void reserve(const SealedBlock& sealed);

  const Billboard& billboard() const { return billboard_; }
  const Ledger* ledger() const { return ledger_ ? &*ledger_ : nullptr; }
  /// The noise that will be on the sums of a task after release t = 0, 1, ...; 0 where there is none.
  BillboardNoise predicted(int task, Index t) const;
  /// The bits of the lattice; nothing for doubles.
  std::optional<LatticeBits> bits() const;

 private:
  template <typename Source>
  struct OnLattice;

  /// What doors that keep a promise have.
  struct PrivatePart {
    const DoorOptions& options;
    const Booking& booking;
  };
  /// None for exact sums.
  std::optional<PrivatePart> private_part() const;
  /// What `f` returns for the door there is.
  template <typename F>
  decltype(auto) with_door(F&& f);
  template <typename F>
  decltype(auto) with_door(F&& f) const;
  void name_releases(std::string mechanism);
  void require_next(const std::string& what, const std::string& noise, const std::string& mechanism, Index number,
                    std::int64_t users) const;
  void require_sealed(const SealedBlock& sealed) const;
  void require_release(const Release& release, const SealedBlock* sealed) const;
  void take_block(const SealedBlock& sealed);

  std::string noise_, mechanism_;  ///< What releases say of themselves.
  std::uint64_t seed_ = 0;
  Billboard billboard_;
  std::optional<Ledger> ledger_;
  std::optional<Vault> vault_;
  std::optional<Door> door_;
  std::unique_ptr<OnLattice<RehearsalNoise>> rehearsal_;
  std::unique_ptr<OnLattice<ProductionNoise>> production_;
  LatticeVault* lattice_ = nullptr;  ///< That of one of the two.
};

}  // namespace tacit
