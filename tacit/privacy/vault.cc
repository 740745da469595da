#include "tacit/privacy/vault.h"

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"
#include "tacit/privacy/witness.h"

namespace tacit {
namespace {

// x in [low, high]; what is not a number becomes low. Says whether it had to.
double projected(double x, double low, double high, bool& moved) {
  if (x >= low && x <= high) return x;
  moved = true;
  return x > high ? high : low;
}

// w with 0 <= w |phi| <= 1, a hair inside so that rounding does not leave it. At most 1 where the square of |phi| is
// too small to have a precise root; w |phi| is then next to nothing.
double allowed_weight(double weight, double squared_norm, bool& moved) {
  const double most = squared_norm > 1e-200 && squared_norm < 1 ? (1 - 1e-15) / std::sqrt(squared_norm) : 1;
  if (weight >= most && weight <= most * (1 + 1e-12)) return most;
  return projected(weight, 0, most, moved);
}

}  // namespace

Index VaultShape::size() const {
  Index total = 0;
  for (int task = 0; task < tasks; ++task) total += task_size(task);
  return total;
}

Vault::Vault(const VaultShape& shape)
    : shape_(shape), projected_(shape.dimension), weighted_(shape.dimension), newest_user_(shape.tasks, -1) {
  check(shape.tasks >= 1 && shape.dimension >= 1 && shape.outcome_tasks <= shape.tasks, "a vault has a sound shape");
  Index offset = 0;
  for (int task = 0; task < shape.tasks; ++task) {
    offset_.push_back(offset);
    offset += shape.task_size(task);
  }
  block_.assign(offset, 0);
  if (shape.outcomes == 0) kept_.resize(shape.outcome_tasks);
}

void Vault::put_behind(bool private_door, Witness* witness) {
  (private_door ? behind_private_ : behind_exact_) = true;
  check(!(behind_private_ && behind_exact_), "sums that are promised to be private are not published exactly");
  witness_ = witness;
}

void Vault::require_between_users() const {
  for (const std::int64_t user : newest_user_) check(user != users_, "a user is complete before a release is made");
}

void Vault::add(const Contribution& c) {
  check(c.task >= 0 && c.task < shape_.tasks, "a contribution belongs to a task of the vault");
  check(newest_user_[c.task] != users_, "a user contributes to a task once");
  newest_user_[c.task] = users_;
  const int d = shape_.dimension;
  bool moved = false;
  const double response = projected(c.response, 0, 1, moved) - shape_.response_centre;

  double squared = 0;
  for (int i = 0; i < d; ++i) {
    const double value = c.features[i];
    const bool negative = shape_.non_negative_features && value < 0;
    moved |= negative;
    projected_[i] = negative ? 0 : value;
    squared += projected_[i] * projected_[i];
  }
  if (!(squared <= 1)) {  // Also where it is not a number.
    moved |= !(squared <= 1 + 1e-12);
    // A hair inside the ball, so that rounding does not leave it.
    const double shrink = std::isfinite(squared) ? (1 - 1e-15) / std::sqrt(squared) : 0;
    for (double& value : projected_) value = shrink == 0 ? 0.0 : shrink * value;
  }
  const double weight = allowed_weight(c.weight, squared, moved);
  for (int i = 0; i < d; ++i) weighted_[i] = weight * projected_[i];

  double* sum = block_.data() + offset_[c.task];
  for (int i = 0; i < d; ++i)
    for (int j = i; j < d; ++j) *sum++ += weighted_[i] * projected_[j];
  for (int i = 0; i < d; ++i) *sum++ += weighted_[i] * response;
  const Index outcome = c.task < shape_.outcome_tasks ? add_outcome(c, sum, moved) : -1;
  projections_ += moved;
  if (witness_) witness_->contributed(users_, {c.task, projected_.data(), weight, response, outcome, c.record}, shape_);
}

Index Vault::add_outcome(const Contribution& c, double* sum, bool& moved) {
  const int d = shape_.dimension;
  if (shape_.mixed) {
    const auto entry = [&](Index o) { return c.record[o] > 0 ? c.record[o] : 0.0; };
    double total = 0;
    for (Index o = 0; o < shape_.outcomes; ++o) {
      moved |= !(c.record[o] >= 0);
      total += entry(o);
    }
    const double shrink = total <= 1 ? 1 : std::isfinite(total) ? (1 - 1e-15) / total : 0;
    moved |= shrink < 1 - 1e-12;
    for (Index o = 0; o < shape_.outcomes; ++o, sum += d) {
      if (shrink == 0 || entry(o) == 0) continue;
      const double part = shrink * entry(o);
      for (int i = 0; i < d; ++i) sum[i] += part * weighted_[i];
    }
    return -1;
  }
  if (shape_.outcomes == 0) {
    Records& kept = kept_[c.task];
    kept.features.insert(kept.features.end(), weighted_.begin(), weighted_.end());
    kept.records.insert(kept.records.end(), c.record, c.record + shape_.record_size);
    kept.user.push_back(users_);
    return -1;
  }
  if (c.outcome < 0 || c.outcome >= shape_.outcomes) {
    moved = true;
    return -1;
  }
  for (int i = 0; i < d; ++i) sum[c.outcome * d + i] += weighted_[i];
  return c.outcome;
}

}  // namespace tacit
