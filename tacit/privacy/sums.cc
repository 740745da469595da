#include "tacit/privacy/sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "tacit/core/error.h"
#include "tacit/privacy/fingerprint.h"
#include "tacit/privacy/lattice_door.h"

namespace tacit {
namespace {

DoorOptions door_options(SumsOptions& options) {
  return {std::move(options.strategy), std::move(options.splits), options.budget, options.most_users};
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

}  // namespace

template <typename Source>
struct Sums::OnLattice {
  template <typename... Seed>
  OnLattice(const VaultShape& shape, Ledger& ledger, Billboard& billboard, DoorOptions options, Witness* witness,
            Seed... seed)
      : noise(seed...),
        vault(shape, bits_for(shape, ledger.promise(), options), options.most_users),
        door(vault, billboard, ledger, std::move(options), noise, witness) {}

  Source noise;
  LatticeVault vault;
  LatticeDoor<Source> door;
};

template <typename F>
decltype(auto) Sums::with_door(F&& f) {
  return door_ ? f(*door_) : rehearsal_ ? f(rehearsal_->door) : f(production_->door);
}

template <typename F>
decltype(auto) Sums::with_door(F&& f) const {
  return door_        ? f(std::as_const(*door_))
         : rehearsal_ ? f(std::as_const(rehearsal_->door))
                      : f(std::as_const(production_->door));
}

Sums::Sums(const VaultShape& shape, Witness* witness) : noise_("exact") {
  vault_.emplace(shape);
  door_.emplace(*vault_, billboard_, witness);
  name_releases(fingerprint(noise_, vault_->shape()));
}

Sums::Sums(const VaultShape& shape, const Promise& promise, SumsOptions options, Noise noise, std::uint64_t seed,
           Witness* witness)
    : noise_(to_text(noise)), seed_(seed) {
  const std::optional<Requests> requests = options.requests;
  ledger_.emplace(promise);
  if (noise == Noise::simulation) {
    vault_.emplace(shape);
    door_.emplace(*vault_, billboard_, *ledger_, door_options(options), SimulationNoise(seed, "noise"), witness);
  } else {
    options.strategy = on_integers(options.strategy);
    if (noise == Noise::lattice) {
      rehearsal_ = std::make_unique<OnLattice<RehearsalNoise>>(shape, *ledger_, billboard_, door_options(options),
                                                               witness, seed);
      lattice_ = &rehearsal_->vault;
    } else {
      production_ =
          std::make_unique<OnLattice<ProductionNoise>>(shape, *ledger_, billboard_, door_options(options), witness);
      lattice_ = &production_->vault;
    }
  }
  name_releases(fingerprint(noise_, this->shape(), ledger_->mechanisms().at(0).declared,
                            private_part()->options.strategy, promise));
  if (requests) answer(*requests);
}

Sums::~Sums() = default;

std::optional<Sums::PrivatePart> Sums::private_part() const {
  if (rehearsal_) return PrivatePart{rehearsal_->door.options_, rehearsal_->door.booking_};
  if (production_) return PrivatePart{production_->door.options_, production_->door.booking_};
  if (!door_->private_) return std::nullopt;
  return PrivatePart{door_->private_->options, door_->private_->booking};
}

void Sums::name_releases(std::string mechanism) {
  mechanism_ = std::move(mechanism);
  with_door([&](auto& door) { door.newest_.noise = noise_, door.newest_.mechanism = mechanism_; });
}

void Sums::answer(const Requests& requests) {
  if (lattice_)
    throw Error("requests",
                "moments on request have no form on the integers; set moments=streamed, or take an agent that releases "
                "sums (dp-block-ucb, dp-block-posterior, dp-lsvi-ucb++), or simulation noise");
  door_->answer(requests, SimulationNoise(seed_, "moments"));
  name_releases(fingerprint(mechanism_, requests.share, requests.parts));
}

const Release& Sums::release() {
  with_door([](auto& door) { door.release(); });
  return newest();
}

SealedBlock Sums::reserve() {
  with_door([](auto& door) { door.reserve(); });
  return sealed();
}

const Release& Sums::draw() {
  with_door([](auto& door) { door.draw(); });
  return newest();
}

const Release& Sums::publish() {
  with_door([](auto& door) { door.publish(); });
  return newest();
}

const Release& Sums::newest() const {
  return with_door([&](const auto& door) -> const Release& { return door.newest_; });
}

BillboardNoise Sums::predicted(int task, Index t) const {
  return with_door([&](const auto& door) { return door.predicted(task, t); });
}

std::optional<LatticeBits> Sums::bits() const { return lattice_ ? std::optional(lattice_->bits()) : std::nullopt; }

bool Sums::needs_sealed() const { return door_ || private_part()->options.strategy.reads_earlier_blocks; }

SealedBlock Sums::sealed() const {
  SealedBlock block;
  block.noise_ = noise_;
  block.mechanism_ = mechanism_;
  block.number_ = newest().number;
  block.users_ = newest().users;
  if (door_) block.sums_ = door_->sealed_;
  if (rehearsal_) block.integers_ = rehearsal_->door.sealed_;
  if (production_) block.integers_ = production_->door.sealed_;
  return block;
}

// Whether it is the next of this mechanism; changes nothing.
void Sums::require_next(const std::string& what, const std::string& noise, const std::string& mechanism, Index number,
                        std::int64_t users) const {
  with_door([](const auto& door) { door.steps_.require(ReleaseSteps::Step::open); });
  if (noise != noise_) throw Error(what + ".noise", noise, noise_);
  if (mechanism != mechanism_)
    throw Error(what + ".mechanism", "was made by sums that were declared differently, or with another budget");
  if (number != billboard_.releases())
    throw Error(what + ".number", fmt::format("{}", number), fmt::format("{}, the next", billboard_.releases()));
  if (this->users() != billboard_.users())
    throw Error(what, "users have come since the last release; they are taken after all releases");
  if (users < billboard_.users())
    throw Error(what + ".users", fmt::format("{}", users), fmt::format("at least {}", billboard_.users()));
  const auto part = private_part();
  if (part && number >= part->options.strategy.releases)
    throw Error(what + ".number", fmt::format("{}", number), fmt::format("below {}", part->options.strategy.releases));
}

void Sums::require_sealed(const SealedBlock& sealed) const {
  require_next("sealed", sealed.noise_, sealed.mechanism_, sealed.number_, sealed.users_);
  if (door_ && door_->answers_)
    throw Error("requests", "answers are no part of a release: sums that give them cannot go on from one");
  if (const auto part = private_part()) part->booking.due(sealed.users_);  // Refuses a number that cannot be.
  const VaultShape& shape = this->shape();
  if (shape.outcomes == 0 && shape.outcome_tasks > 0)
    throw Error("records", "are no part of a release: an agent that keeps them cannot go on from one");
  const auto size = static_cast<std::size_t>(shape.size());
  if (sealed.sums_.size() != (door_ ? size : 0) || sealed.integers_.size() != (door_ ? 0 : size))
    throw Error("sealed.sums", fmt::format("{}", std::max(sealed.sums_.size(), sealed.integers_.size())),
                fmt::format("{} numbers", size));
  // No user adds more than 1 to any sum, so that nothing can overflow.
  const double users = 1.01 * static_cast<double>(sealed.users_ - billboard_.users());
  for (const double sum : sealed.sums_)
    if (!(std::abs(sum) <= users)) throw Error("sealed.sums", fmt::format("{}", sum), "a sum that its users can have");
  const auto require = [&](Statistic part, Index offset, Index count) {
    const double most = users / lattice_step(shape, lattice_->bits(), part);
    for (Index i = offset; i < offset + count; ++i)
      if (!(std::abs(static_cast<double>(sealed.integers_[i])) <= most))
        throw Error("sealed.sums", fmt::format("{}", sealed.integers_[i]), "a sum that its users can have");
  };
  for (int task = 0; lattice_ && task < shape.tasks; ++task) {
    const Index offset = shape.offset(task), response = offset + shape.gram_size();
    require(Statistic::gram, offset, shape.gram_size());
    require(Statistic::response, response, shape.dimension);
    require(Statistic::outcomes, response + shape.dimension, shape.outcome_size(task));
  }
}

void Sums::require_release(const Release& release, const SealedBlock* sealed) const {
  require_next("release", release.noise, release.mechanism, release.number, release.users);
  if (!sealed && needs_sealed())
    throw Error("sealed", "later releases read the exact sums of this block: its sealed block is needed as well");
  if (sealed) {
    require_sealed(*sealed);
    if (sealed->users_ != release.users)
      throw Error("sealed.users", fmt::format("{}", sealed->users_), fmt::format("{}", release.users));
  }
  const auto size = [&](const char* field, std::size_t count, Index allowed) {
    if (count != static_cast<std::size_t>(allowed))
      throw Error(field, fmt::format("{} numbers", count), fmt::format("{}", allowed));
  };
  size("release.values", release.values.size(), door_ ? door_->calibration_.size() : 0);
  size("release.integers", release.integers.size(),
       rehearsal_    ? rehearsal_->door.release_.next_size()
       : production_ ? production_->door.release_.next_size()
                     : 0);
  const auto part = private_part();
  if (part && part->booking.due(release.users).charges != release.charges)
    throw Error("release.charges", "are not those of this release");
  if (!part && !release.charges.empty()) throw Error("release.charges", "exact sums charge nothing");
}

void Sums::take_block(const SealedBlock& sealed) {
  if (door_)
    vault_->unseal(sealed.users_, sealed.sums_);
  else
    lattice_->unseal(sealed.users_, sealed.integers_);
}

void Sums::reserve(const SealedBlock& sealed) {
  require_sealed(sealed);
  take_block(sealed);
  with_door([](auto& door) { door.reserve(); });
}

void Sums::resume(const Release& release, const SealedBlock* sealed) {
  require_release(release, sealed);
  if (door_) {
    take_block(*sealed);
    door_->reserve();
    door_->draw();
    if (!same_bits(door_->newest_.values, release.values))
      throw Error("release.values", "are not what this block and this seed lead to; the door stays shut");
    return door_->publish();
  }
  const auto again = [&](auto& door) {
    if (sealed)
      take_block(*sealed);
    else
      lattice_->unseal(release.users, std::vector<std::int64_t>(static_cast<std::size_t>(shape().size())));
    door.reserve();
    door.draw_again(release.integers);
    door.publish();
  };
  rehearsal_ ? again(rehearsal_->door) : again(production_->door);
}

}  // namespace tacit
