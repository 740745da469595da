#include "tacit/privacy/accounting/calibration.h"

#include <fmt/format.h>

#include <cmath>

#include "tacit/core/error.h"
#include "tacit/privacy/accounting/stacked_sensitivity.h"

namespace tacit {
namespace {

// Which coordinates are released, in which order, and how noisy by themselves.
Calibration lay_out(const VaultShape& shape, const std::span<const Split>* splits, const Sensitivities& delta) {
  Calibration all;
  double total = 0;
  Index offset = 0;
  for (int task = 0; task < shape.tasks; ++task) {
    const auto add = [&](Statistic part, Index size, double share, double sensitivity) {
      if (splits) require_share(share);
      if (size > 0 && (!splits || share > 0))
        all.segments.push_back({part, task, offset, size, splits ? sensitivity / std::sqrt(share) : 0});
      offset += size;
      total += share;
      if (size > 0) all.shares += share;  // What is not there costs nothing.
    };
    const Split split = splits ? (*splits)[task] : Split{};
    add(Statistic::gram, shape.gram_size(), split.gram, delta.gram / std::sqrt(shape.squared_gram_norm()));
    add(Statistic::response, shape.dimension, split.response, delta.response);
    add(Statistic::outcomes, shape.outcome_size(task), split.outcomes, delta.outcomes);
  }
  if (total > 1 + 1e-12) throw Error("split", fmt::format("{}", total), "shares that add up to at most 1");
  return all;
}

Precisions precisions_of(const VaultShape& shape, const Calibration& calibration, int task) {
  Precisions precisions;
  for (const Segment& s : calibration.segments) {
    if (s.task != task) continue;
    const double precision = 1 / (s.deviation * s.deviation);
    if (s.part == Statistic::gram) precisions.gram = precision / shape.squared_gram_norm();
    if (s.part == Statistic::response) precisions.response = precision;
    if (s.part == Statistic::outcomes) precisions.outcomes = precision;
  }
  return precisions;
}

}  // namespace

double require_share(double share) {
  if (!(share >= 0 && share <= 1)) throw Error("split", fmt::format("{}", share), "a share of the budget from 0 to 1");
  return share;
}

Index Calibration::size() const {
  Index size = 0;
  for (const Segment& segment : segments) size += segment.size;
  return size;
}

Layout Calibration::layout(const VaultShape& shape, const std::optional<LatticeBits>& bits) const {
  if (segments.empty()) throw Error("split", "nothing is released: every share is 0");
  Layout all;
  for (const Segment& s : segments) {
    const bool symmetric = s.part == Statistic::gram && !shape.cells;
    const Layout one = symmetric ? Layout::symmetric(shape.dimension) : Layout::vector(s.size);
    const double deviation = bits ? s.deviation / lattice_step(shape, *bits, s.part) : s.deviation;
    all.append(one, deviation * deviation);
  }
  return all;
}

BillboardNoise Calibration::noise(int task, double unit) const {
  BillboardNoise noise;
  for (const Segment& s : segments)
    if (s.task == task) part_of(noise, s.part) = unit * s.deviation;
  return noise;
}

Calibration exact_calibration(const VaultShape& shape) { return lay_out(shape, nullptr, {}); }

Calibration calibrate(const VaultShape& shape, Adjacency adjacency, std::span<const Split> splits,
                      const std::optional<LatticeBits>& bits) {
  check(static_cast<int>(splits.size()) == shape.tasks, "there is one split per task");
  Calibration all = lay_out(shape, &splits, Sensitivities::of(shape, adjacency));
  double cost = 0;
  for (int task = 0; task < shape.tasks; ++task) {
    const Precisions precisions = precisions_of(shape, all, task);
    cost += bits ? stacked_sensitivity(shape, *bits, adjacency, precisions)
                 : stacked_sensitivity(shape, adjacency, precisions);
  }
  if (cost > 0)
    for (Segment& s : all.segments) s.deviation *= std::sqrt(cost / all.shares);
  return all;
}

Mechanism declare_mechanism(const VaultShape& shape, const Promise& promise, const DoorOptions& options,
                            const Calibration& calibration, double unit, const std::optional<LatticeBits>& bits) {
  const Strategy& strategy = options.strategy;
  std::vector<BillboardNoise> noise(shape.tasks);
  for (const Segment& s : calibration.segments) part_of(noise[s.task], s.part) = unit * s.deviation;
  Mechanism declared;
  declared.shape = declared_shape(shape, promise.adjacency());
  declared.statistics = declare_statistics(shape, options.splits, Sensitivities::of(shape, promise.adjacency()), noise);
  declared.lattice = bits;
  declared.strategy = strategy.name;
  declared.fading = strategy.fading;
  declared.releases = strategy.releases;
  declared.column_norm = strategy.unit_noise;
  declared.touches = ordered(strategy.touches);
  declared.budget = options.budget;
  declared.most_users = options.most_users;
  return declared;
}

}  // namespace tacit
