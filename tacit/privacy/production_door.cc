#include "tacit/privacy/production_door.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"

namespace tacit {
namespace {

double require_share(const char* field, double share) {
  if (!(share >= 0 && share <= 1)) throw Error(field, fmt::format("{}", share), "a share of the budget from 0 to 1");
  return share;
}

const Promise& require_production(const Promise& promise) {
  if (promise.noise() != NoiseSource::production)
    throw Error("promise", "is for simulation noise; a production door keeps promises for production noise");
  return promise;
}

}  // namespace

double ProductionDoor::Segment::deviation() const { return sensitivity / std::sqrt(share); }

ProductionDoor::ProductionDoor(LatticeVault& vault, Billboard& billboard, Ledger& ledger, ProductionDoorOptions options,
                               ProductionNoise& noise)
    : vault_(vault),
      billboard_(billboard),
      ledger_(ledger),
      options_(std::move(options)),
      calendar_(ordered(options_.strategy.touches), vault.most_users()),
      segments_(lay_out(vault, require_production(ledger.promise()).adjacency(), options_.splits)),
      release_(options_.strategy, layout(segments_, vault.shape().dimension),
               1 / (ledger.promise().mu().value() * std::sqrt(require_share("budget", options_.budget))), 1, noise) {
  const VaultShape& shape = vault.shape();
  // Whatever the data, no measurement leaves 64 bits: an overflow would be seen. `add_remove` is the most one user
  // adds.
  const Lattice& lattice = vault.lattice_;
  const double most = std::max({lattice.square_sensitivity().add_remove * std::sqrt(2.0),
                                lattice.product_sensitivity(vault.response_bound()).add_remove,
                                lattice.product_sensitivity(1).add_remove});
  if (most * static_cast<double>(vault.most_users()) * options_.strategy.encoder_gain > 0x1p61)
    throw Error("release", fmt::format("'{}' could leave 64 bits with these bits and {} users; give the lattice fewer "
                                       "bits",
                                       options_.strategy.name, vault.most_users()));
  Index size = 0;
  for (const Segment& segment : segments_) size += segment.size;
  block_.resize(size);
  published_.resize(size);
  billboard_.clear(shape.tasks, shape.dimension, shape.outcomes);
  declared_ = declared();
  joint_ = joint_sensitivity(declared_, ledger.promise().adjacency(), ledger.promise().noise());
  number_ = ledger.declare(declared_);
}

std::vector<ProductionDoor::Segment> ProductionDoor::lay_out(const LatticeVault& vault, Adjacency adjacency,
                                                             const std::vector<Split>& splits) {
  const VaultShape& shape = vault.shape();
  const Lattice& lattice = vault.lattice_;
  check(static_cast<int>(splits.size()) == shape.tasks, "there is one split per task");
  const auto of = [&](const LatticeSensitivity& s) {
    return adjacency == Adjacency::replace_one ? s.replace_one : s.add_remove;
  };
  const bool positive = shape.non_negative_features;
  const double gram = of(lattice.square_sensitivity());
  const double response =
      of(lattice.product_sensitivity(vault.response_bound(), positive && shape.response_centre == 0));
  const double outcomes = of(lattice.product_sensitivity(1, positive));

  std::vector<Segment> segments;
  double total = 0;
  for (int task = 0; task < shape.tasks; ++task) {
    Index offset = vault.offset_[task];
    const auto add = [&](Statistic part, Index size, double share, double step, double sensitivity) {
      if (require_share("split", share) > 0 && size > 0)
        segments.push_back({part, task, offset, size, step, sensitivity, share});
      offset += size;
      total += share;
    };
    const Split& split = splits[task];
    add(Statistic::gram, shape.gram_size(), split.gram, lattice.square_step(), gram);
    add(Statistic::response, shape.dimension, split.response, std::ldexp(lattice.product_step(), -vault.bits_.response),
        response);
    add(Statistic::outcomes, shape.outcome_size(task), split.outcomes, lattice.product_step(), outcomes);
  }
  if (total > 1 + 1e-12) throw Error("split", fmt::format("{}", total), "shares that add up to at most 1");
  if (segments.empty()) throw Error("split", "has no positive share: nothing would be released");
  return segments;
}

Layout ProductionDoor::layout(const std::vector<Segment>& segments, int dimension) {
  Layout all;
  for (const Segment& s : segments)
    all.append(s.part == Statistic::gram ? Layout::symmetric(dimension) : Layout::vector(s.size),
               s.deviation() * s.deviation());
  return all;
}

// Tells the ledger all that the cost of a release follows from, with the noise that is drawn, which is rounded up from
// what was asked.
Mechanism ProductionDoor::declared() const {
  const VaultShape& shape = vault_.shape();
  const Promise& promise = ledger_.promise();
  const Strategy& strategy = options_.strategy;
  const double unit = std::sqrt(release_.draw_variance()) / static_cast<double>(strategy.encoder_multiple);
  const Sensitivities delta =
      Sensitivities::on_lattice(promise.adjacency(), shape.non_negative_features, shape.response_centre);
  std::vector<BillboardNoise> noise(shape.tasks);
  for (const Segment& s : segments_) {
    // Back to what the statistic is measured in; a Gram matrix in the Frobenius norm.
    const double measured = s.step * s.sensitivity * (s.part == Statistic::gram ? std::sqrt(2.0) : 1);
    check(std::abs(measured - delta.of(s.part)) <= 1e-12 * measured, "the lattice has the declared sensitivities");
    part_of(noise[s.task], s.part) = s.step * s.deviation() * unit;
  }
  return {declared_shape(shape, promise.adjacency(), promise.noise()),
          declare_statistics(shape, options_.splits, delta, noise),
          strategy.name,
          strategy.releases,
          strategy.unit_noise,
          ordered(strategy.touches),
          options_.budget,
          vault_.most_users(),
          std::nullopt};
}

void ProductionDoor::charge() {
  std::vector<Charge> charges;
  for (const UserTouch& touch : calendar_.due(vault_.users()))
    charges.push_back(release_charge(declared_, joint_, touch));
  ledger_.charge_release(number_, vault_.users(), charges);
  calendar_.begin(vault_.users());
}

void ProductionDoor::release() {
  vault_.require_between_users();
  charge();
  auto at = block_.begin();
  for (const Segment& s : segments_) at = std::copy_n(vault_.block_.begin() + s.offset, s.size, at);
  release_.step(block_, published_);
  std::fill(vault_.block_.begin(), vault_.block_.end(), 0);
  publish();
  calendar_.end();
}

void ProductionDoor::publish() {
  double* from = published_.data();
  for (const Segment& s : segments_) {
    for (Index i = 0; i < s.size; ++i) from[i] *= s.step;
    billboard_.put(s.task, s.part, {from, static_cast<std::size_t>(s.size)});
    from += s.size;
  }
  for (std::size_t task = 0; task < billboard_.tasks_.size(); ++task)
    billboard_.tasks_[task].noise = predicted(static_cast<int>(task), calendar_.releases() - 1);
  billboard_.users_ = vault_.users();
  ++billboard_.releases_;
}

BillboardNoise ProductionDoor::predicted(int task, Index t) const {
  BillboardNoise noise;
  for (const Segment& s : segments_) {
    if (s.task != task) continue;
    part_of(noise, s.part) = release_.predicted_std(t) * s.deviation() * s.step;
  }
  return noise;
}

}  // namespace tacit
