#include "tacit/privacy/accounting/mechanism.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "tacit/privacy/accounting/stacked_sensitivity.h"

namespace tacit {

void MechanismRecord::add_point(std::int64_t users) {
  if (!points.empty()) {
    PointRun& run = points.back();
    if (run.count == 1) run.stride = users - run.users;
    if (users == run.users + run.count * run.stride) {
      ++run.count;
      return;
    }
    if (run.count == 1) run.stride = 0;
  }
  points.push_back({users, 0, 1});
}

std::int64_t MechanismRecord::releases() const {
  std::int64_t count = 0;
  for (const PointRun& run : points) count += run.count;
  return count;
}

std::int64_t MechanismRecord::moments() const {
  std::int64_t count = 0;
  for (const Answer& answer : answers) count += answer.moments;
  return count;
}

std::vector<DeclaredStatistic> declare_statistics(const VaultShape& shape, std::span<const Split> splits,
                                                  const Sensitivities& sensitivities,
                                                  std::span<const BillboardNoise> noise) {
  std::vector<DeclaredStatistic> all;
  const auto add = [&](Statistic part, int tasks, double Split::*share, double sensitivity,
                       double BillboardNoise::*deviation, double norm) {
    for (int task = 0; task < tasks; ++task) {
      const DeclaredStatistic next{
          part, task, task + 1, splits[task].*share, sensitivity, norm * noise[task].*deviation};
      DeclaredStatistic* last = all.empty() ? nullptr : &all.back();
      if (last && last->part == part && last->share == next.share && last->noise_scale == next.noise_scale)
        ++last->end_task;
      else
        all.push_back(next);
    }
  };
  // A symmetric matrix with noise of scale s has noise sqrt(2) s in the Frobenius norm (layout.h), a diagonal has s.
  add(Statistic::gram, shape.tasks, &Split::gram, sensitivities.gram, &BillboardNoise::gram,
      std::sqrt(shape.squared_gram_norm()));
  add(Statistic::response, shape.tasks, &Split::response, sensitivities.response, &BillboardNoise::response, 1);
  add(Statistic::outcomes, shape.outcomes > 0 ? shape.outcome_tasks : 0, &Split::outcomes, sensitivities.outcomes,
      &BillboardNoise::outcomes, 1);
  return all;
}

std::vector<Touch> ordered(std::vector<Touch> touches) {
  const auto key = [](const Touch& t) { return std::tuple(t.release, t.first_block, t.end_block, t.share); };
  std::sort(touches.begin(), touches.end(), [&](const Touch& a, const Touch& b) { return key(a) < key(b); });
  return touches;
}

VaultShape declared_shape(VaultShape shape, Adjacency adjacency) {
  const bool compared = shape.rows && shape.rows->rows() <= kMostComparedRows && adjacency == Adjacency::replace_one;
  if (!compared) shape.rows = nullptr;
  return shape;
}

double joint_sensitivity(const Mechanism& mechanism, Adjacency adjacency) {
  double total = 0;
  std::vector<Precisions> tasks(mechanism.shape.tasks);
  for (const DeclaredStatistic& s : mechanism.statistics) {
    if (s.share == 0) continue;
    const double precision = 1 / (s.noise_scale * s.noise_scale);
    for (int task = s.first_task; task < s.end_task; ++task) {
      Precisions& p = tasks[task];
      (s.part == Statistic::gram ? p.gram : s.part == Statistic::response ? p.response : p.outcomes) = precision;
    }
  }
  for (std::size_t task = 0, alike = 0; task < tasks.size(); task += alike) {
    for (alike = 1; task + alike < tasks.size() && tasks[task + alike] == tasks[task];) ++alike;
    total += static_cast<double>(alike) *
             (mechanism.lattice ? stacked_sensitivity(mechanism.shape, *mechanism.lattice, adjacency, tasks[task])
                                : stacked_sensitivity(mechanism.shape, adjacency, tasks[task]));
  }
  return std::sqrt(total);
}

Charge release_charge(const Mechanism& mechanism, double joint_sensitivity, const UserTouch& touch) {
  return {"sums, in units of their noise", joint_sensitivity, 1 / (mechanism.column_norm * std::sqrt(touch.share)),
          touch.first_user, touch.end_user};
}

Charge answer_charge(const DeclaredRequests& requests, const Answer& answer) {
  return {fmt::format("moments of task {}", answer.task), 1, 1 / requests.mu, 0, answer.users, answer.moments};
}

}  // namespace tacit
