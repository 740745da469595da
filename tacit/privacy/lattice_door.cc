#include "tacit/privacy/lattice_door.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "tacit/core/error.h"
#include "tacit/privacy/witness.h"

namespace tacit {
namespace {

template <typename Source>
constexpr NoiseSource kNoise =
    std::is_same_v<Source, ProductionNoise> ? NoiseSource::production : NoiseSource::simulation;

void require_promise(const Promise& promise, NoiseSource noise) {
  if (promise.noise() != noise)
    throw Error("promise", "is for " + to_text(promise.noise()) + " noise; this door draws " +
                               (noise == NoiseSource::production ? "production noise" : "noise from a seed"));
  if (promise.theorem() == Theorem::gdp_exact)
    throw Error("theorem", to_text(promise.theorem()), "zcdp-tight or zcdp-simple: noise on integers is not Gaussian");
}

DoorOptions on_integers(DoorOptions options) {
  options.strategy = on_integers(options.strategy);
  return options;
}

double mu_of(const Promise& promise, double budget) { return promise.mu().value() * std::sqrt(require_share(budget)); }

LatticeLoad load_of(const VaultShape& shape, const DoorOptions& options, const Calibration& calibration, double unit) {
  LatticeLoad load{
      options.most_users, options.strategy.encoder_gain, static_cast<double>(options.strategy.encoder_multiple), {}};
  for (int task = 0; task < shape.tasks; ++task) {
    const BillboardNoise noise = calibration.noise(task, unit);
    load.noise.gram = std::max(load.noise.gram, noise.gram);
    load.noise.response = std::max(load.noise.response, noise.response);
    load.noise.outcomes = std::max(load.noise.outcomes, noise.outcomes);
  }
  return load;
}

}  // namespace

LatticeBits bits_for(const VaultShape& shape, const Promise& promise, const DoorOptions& options) {
  const DoorOptions integer = on_integers(options);
  const Calibration calibration = calibrate(shape, promise.adjacency(), integer.splits);
  // Rounding, which is not known yet, will call for somewhat more noise.
  const double unit = 1.1 * integer.strategy.unit_noise / mu_of(promise, integer.budget);
  return most_bits(shape, load_of(shape, integer, calibration, unit));
}

template <typename Source>
LatticeDoor<Source>::LatticeDoor(LatticeVault& vault, Billboard& billboard, Ledger& ledger, DoorOptions options,
                                 Source& noise, Witness* witness)
    : vault_(vault),
      billboard_(billboard),
      witness_(witness),
      options_((require_promise(ledger.promise(), kNoise<Source>), on_integers(std::move(options)))),
      calibration_(calibrate(vault.shape(), ledger.promise().adjacency(), options_.splits, vault.bits())),
      release_(options_.strategy, calibration_.layout(vault.shape(), vault.bits()),
               1 / mu_of(ledger.promise(), options_.budget), 1, noise),
      booking_(ledger, [&] {
        options_.most_users = vault.most_users();
        const LatticeLoad load = load_of(vault.shape(), options_, calibration_, release_.drawn_std());
        if (!fits(vault.shape(), vault.bits(), load))
          throw Error("lattice bits", "these sums, multiplied by '" + options_.strategy.name +
                                          "', could leave 64 bits; take fewer, or as many as bits_for() says");
        return declare_mechanism(vault.shape(), ledger.promise(), options_, calibration_, release_.drawn_std(),
                                 vault.bits());
      }()) {
  if (witness && kNoise<Source> == NoiseSource::production)
    throw Error("witness", "nobody watches production noise: there is nothing to replay where noise has no seed");
  const VaultShape& shape = vault.shape();
  block_.resize(calibration_.size());
  published_.resize(block_.size());
  exact_.resize(block_.size());
  vault_.witness_ = witness;
  if (witness) target_ = options_.strategy.target(static_cast<Index>(block_.size()));
  billboard_.clear(shape);
}

template <typename Source>
LatticeDoor<Source>::~LatticeDoor() {
  if (vault_.witness_ == witness_) vault_.witness_ = nullptr;
}

template <typename Source>
void LatticeDoor<Source>::release() {
  reserve();
  draw();
  publish();
}

template <typename Source>
void LatticeDoor<Source>::reserve() {
  steps_.require(Step::open);
  vault_.attendance_.require_between_users();
  const Booking::Due due = booking_.due(vault_.users());
  booking_.book(vault_.users(), due);
  if (witness_) show_booking(*witness_, due, booking_.mu());
  newest_.charges = due.charges;
  newest_.number = billboard_.releases_;
  newest_.users = vault_.users();
  newest_.integers.clear();
  vault_.seal(sealed_);
  steps_.finish(Step::reserved);
}

template <typename Source>
void LatticeDoor<Source>::gather() {
  auto at = block_.begin();
  for (const Segment& s : calibration_.segments) at = std::copy_n(sealed_.begin() + s.offset, s.size, at);
}

template <typename Source>
void LatticeDoor<Source>::draw() {
  steps_.begin_after(Step::reserved);
  gather();
  release_.draw(block_);
  newest_.integers.assign(release_.measured().begin(), release_.measured().end());
  steps_.finish(Step::drawn);
}

template <typename Source>
void LatticeDoor<Source>::draw_again(std::span<const std::int64_t> integers) {
  steps_.begin_after(Step::reserved);
  gather();
  release_.redraw(block_, integers);
  newest_.integers.assign(integers.begin(), integers.end());
  steps_.finish(Step::drawn);
}

template <typename Source>
void LatticeDoor<Source>::publish() {
  steps_.begin_after(Step::drawn);
  release_.decode(published_);
  double* at = published_.data();
  for (const Segment& s : calibration_.segments)
    for (Index i = 0; i < s.size; ++i) *at++ *= lattice_step(vault_.shape(), vault_.bits(), s.part);
  if (witness_) show_witness();
  billboard_.put(calibration_.segments, published_);
  billboard_.state_noise(calibration_.segments, release_.predicted_std(booking_.releases() - 1), release_.drawn_std());
  billboard_.users_ = newest_.users;
  ++billboard_.releases_;
  booking_.published();
  steps_.finish(Step::open);
}

template <typename Source>
void LatticeDoor<Source>::show_witness() {
  const Layout all = calibration_.layout(vault_.shape());
  const double unit = release_.predicted_std(release_.steps() - 1);
  std::vector<double> block, normalised, deviation;
  auto at = block_.begin();
  for (const Segment& s : calibration_.segments)
    for (Index i = 0; i < s.size; ++i, ++at) {
      const double relative = std::sqrt(all.relative_variance()[block.size()]);
      block.push_back(static_cast<double>(*at) * lattice_step(vault_.shape(), vault_.bits(), s.part));
      normalised.push_back(block.back() / relative);
      deviation.push_back(unit * relative);
    }
  target_->decode(block, exact_);
  witness_->expecting(exact_, deviation);
  witness_->releasing(0, billboard_.users_, newest_.users, normalised, options_.budget, published_);
}

template <typename Source>
BillboardNoise LatticeDoor<Source>::predicted(int task, Index t) const {
  return calibration_.noise(task, release_.predicted_std(t));
}

template class LatticeDoor<ProductionNoise>;
template class LatticeDoor<RehearsalNoise>;

}  // namespace tacit
