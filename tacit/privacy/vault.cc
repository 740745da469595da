#include "tacit/privacy/vault.h"

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"

namespace tacit {
namespace {

// x in [low, high]; what is not a number becomes low. Says whether it had to.
double projected(double x, double low, double high, bool& moved) {
  if (x >= low && x <= high) return x;
  moved = true;
  return x > high ? high : low;
}

}  // namespace

Index VaultShape::size() const {
  Index total = 0;
  for (int task = 0; task < tasks; ++task) total += task_size(task);
  return total;
}

Vault::Vault(const VaultShape& shape) : shape_(shape), projected_(shape.dimension) {
  check(shape.tasks >= 1 && shape.dimension >= 1 && shape.outcome_tasks <= shape.tasks, "a vault has a sound shape");
  Index offset = 0;
  for (int task = 0; task < shape.tasks; ++task) {
    offset_.push_back(offset);
    offset += shape.task_size(task);
  }
  block_.assign(offset, 0);
  if (shape.outcomes == 0) kept_.resize(shape.outcome_tasks);
}

void Vault::add(const Contribution& c) {
  check(c.task >= 0 && c.task < shape_.tasks, "a contribution belongs to a task of the vault");
  const int d = shape_.dimension;
  bool moved = false;
  const double weight = projected(c.weight, 0, 1, moved);
  const double response = projected(c.response, 0, 1, moved) - shape_.response_centre;

  double squared = 0;
  for (int i = 0; i < d; ++i) squared += c.features[i] * c.features[i];
  double shrink = 1;
  if (!(squared <= 1)) {  // Also where it is not a number.
    // A hair inside the ball, so that rounding does not leave it.
    shrink = std::isfinite(squared) ? (1 - 1e-15) / std::sqrt(squared) : 0;
    moved = squared > 1 + 1e-12 || !std::isfinite(squared);
  }
  const auto feature = [&](int i) { return shrink == 0 ? 0.0 : shrink * c.features[i]; };

  double* sum = block_.data() + offset_[c.task];
  for (int i = 0; i < d; ++i) {
    const double weighted = projected_[i] = weight * feature(i);
    for (int j = i; j < d; ++j) *sum++ += weighted * feature(j);
  }
  for (int i = 0; i < d; ++i) *sum++ += projected_[i] * response;
  if (c.task < shape_.outcome_tasks) {
    if (shape_.mixed) {
      double length = 0;
      for (Index o = 0; o < shape_.outcomes; ++o) length += std::max(c.record[o], 0.0) * std::max(c.record[o], 0.0);
      const double inside = length <= 1 ? 1 : std::isfinite(length) ? (1 - 1e-15) / std::sqrt(length) : 0;
      moved = moved || inside < 1 - 1e-12;
      for (Index o = 0; o < shape_.outcomes; ++o, sum += d) {
        const double part = inside == 0 ? 0 : inside * std::max(c.record[o], 0.0);
        if (!(part > 0)) continue;
        for (int i = 0; i < d; ++i) sum[i] += part * projected_[i];
      }
    } else if (shape_.outcomes > 0) {
      check(c.outcome >= 0 && c.outcome < shape_.outcomes, "an outcome is one of those that were declared");
      sum += c.outcome * d;
      for (int i = 0; i < d; ++i) sum[i] += projected_[i];
    } else {
      Records& kept = kept_[c.task];
      kept.features.insert(kept.features.end(), projected_.begin(), projected_.end());
      kept.records.insert(kept.records.end(), c.record, c.record + shape_.record_size);
      kept.user.push_back(users_);
    }
  }
  projections_ += moved;
}

}  // namespace tacit
