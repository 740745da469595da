#include "tacit/privacy/vault.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
  // Without a root where it is not needed.
  if (weight >= 0 && weight <= 1) return weight;
  if (weight > 1 && squared_norm > 1e-200 && weight * weight * squared_norm <= 1 - 2e-15) return weight;
  const double most = squared_norm > 1e-200 && squared_norm < 1 ? (1 - 1e-15) / std::sqrt(squared_norm) : 1;
  if (weight >= most && weight <= most * (1 + 1e-12)) return most;
  return projected(weight, 0, most, moved);
}

}  // namespace

Vault::Vault(const VaultShape& shape)
    : shape_(shape), projected_(shape.dimension), newest_user_(shape.tasks, -1), crowd_(shape.tasks) {
  check(shape.tasks >= 1 && shape.dimension >= 1 && shape.outcome_tasks <= shape.tasks, "a vault has a sound shape");
  if (shape.rows) {
    check(shape.rows->cols() == shape.dimension, "public rows have the dimension of the vault");
    shape_.rows = shape.projected_rows();
    const Vector lengths = shape_.rows->rowwise().norm();
    check(lengths.size() > 0 && lengths.maxCoeff() <= 1 + 1e-9, "public rows are at most 1 long");
    row_weights_ = Vector::Zero(lengths.size());
    for (Index row = 0; row < lengths.size(); ++row) {
      bool moved = false;
      const Weighed x = weigh_row(row, moved);
      if (!moved && x.phi == shape_.rows->row(row).data()) row_weights_[row] = x.weight;
    }
  }
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
  check(!crowded_, "a crowd is complete before a release is made");
  for (const std::int64_t user : newest_user_) check(user != users_, "a user is complete before a release is made");
}

Vault::Weighed Vault::weigh_row(Index row, bool& moved) {
  const auto phi = shape_.rows->row(row);
  return project(phi.data(), 1 / std::max(phi.norm(), 1e-100), moved);
}

Vault::Weighed Vault::look_up(Index row, bool& moved) {
  if (row >= 0 && row < shape_.rows->rows()) {
    if (row_weights_[row] > 0) return {shape_.rows->row(row).data(), row_weights_[row]};
    return weigh_row(row, moved);
  }
  moved = true;
  std::fill(projected_.begin(), projected_.end(), 0.0);
  return {projected_.data(), 0};
}

Vault::Weighed Vault::project(const double* features, double weight, bool& moved) {
  const int d = shape_.dimension;
  double squared = 0;
  bool negative = false;
  for (int i = 0; i < d; ++i) {
    squared += features[i] * features[i];
    negative |= features[i] < 0;
  }
  // Read where they are: a copy that is read at once in larger pieces than it was written makes the processor wait.
  if (squared <= 1 && !(negative && shape_.non_negative_features))
    return {features, allowed_weight(weight, squared, moved)};

  squared = 0;
  for (int i = 0; i < d; ++i) {
    const bool cut = shape_.non_negative_features && features[i] < 0;
    moved |= cut;
    projected_[i] = cut ? 0 : features[i];
    squared += projected_[i] * projected_[i];
  }
  if (!(squared <= 1)) {  // Also where it is not a number.
    moved |= !(squared <= 1 + 1e-12);
    // A hair inside the ball, so that rounding does not leave it.
    const double shrink = std::isfinite(squared) ? (1 - 1e-15) / std::sqrt(squared) : 0;
    for (double& value : projected_) value = shrink == 0 ? 0.0 : shrink * value;
  }
  return {projected_.data(), allowed_weight(weight, squared, moved)};
}

double* Vault::add_sums(int task, const Weighed& x, double times, double response) {
  const int d = shape_.dimension;
  double* sum = block_.data() + offset_[task];
  for (int i = 0; i < d; ++i) {
    const double scaled = times * (x.weight * x.phi[i]);
    for (int j = i; j < d; ++j) *sum++ += scaled * x.phi[j];
  }
  for (int i = 0; i < d; ++i) *sum++ += x.weight * x.phi[i] * response;
  return sum;
}

void Vault::add(const Contribution& c) {
  check(c.task >= 0 && c.task < shape_.tasks, "a contribution belongs to a task of the vault");
  check(newest_user_[c.task] != users_ && !crowded_, "a user contributes to a task once");
  newest_user_[c.task] = users_;
  bool moved = false;
  const double response = projected(c.response, 0, 1, moved) - shape_.response_centre;
  const Weighed x = shape_.rows ? look_up(c.row, moved) : project(c.features, c.weight, moved);
  double* outcomes = add_sums(c.task, x, 1, response);
  const Index outcome = c.task < shape_.outcome_tasks ? add_outcome(c, x, outcomes, moved) : -1;
  projections_ += moved;
  if (witness_) witness_->contributed(users_, {c.task, x.phi, x.weight, response, outcome, c.record}, shape_);
}

void Vault::add_crowd(const Crowd& c) {
  check(c.task >= 0 && c.task < shape_.tasks, "a contribution belongs to a task of the vault");
  check(shape_.outcomes > 0 && !shape_.mixed, "crowds come where outcomes are counted");
  check(!witness_, "a witness sees users one by one");
  check(newest_user_[c.task] != users_, "a user is complete before a crowd comes");
  check(c.users >= 1 && c.users <= std::numeric_limits<std::int64_t>::max() - users_ - crowd_[c.task],
        "a crowd has a user at least");
  crowded_ = true;
  crowd_[c.task] += c.users;
  bool moved = false;
  const auto n = static_cast<double>(c.users);
  check(c.responses.count() == c.users, "a crowd has one response of each user");
  const double responses = c.responses.sum() - n * shape_.response_centre;
  const Weighed x = shape_.rows ? look_up(c.row, moved) : project(c.features, c.weight, moved);
  double* outcomes = add_sums(c.task, x, n, responses);
  if (c.task < shape_.outcome_tasks) add_outcomes(c, x, outcomes);
  projections_ += moved;
}

// Each user has one outcome at most, so that no user can be in the sums twice.
void Vault::add_outcomes(const Crowd& c, const Weighed& x, double* sum) {
  check(c.outcomes.size() == static_cast<std::size_t>(shape_.outcomes), "a crowd has a count of every outcome");
  std::int64_t left = c.users;
  for (const std::int64_t count : c.outcomes) {
    check(count >= 0 && count <= left, "the outcomes of a crowd are those of its users");
    left -= count;
    if (count > 0) add_scaled(sum, static_cast<double>(count) * x.weight, x.phi);
    sum += shape_.dimension;
  }
}

void Vault::add_scaled(double* sum, double factor, const double* phi) const {
  for (int i = 0; i < shape_.dimension; ++i) sum[i] += factor * phi[i];
}

void Vault::end_user() {
  check(!crowded_, "a crowd is complete before a user ends");
  ++users_;
}

void Vault::end_users(std::int64_t users) {
  for (int task = 0; task < shape_.tasks; ++task) {
    check(newest_user_[task] != users_, "a user is complete before a crowd ends");
    check(crowd_[task] == users, "every user of a crowd contributes to every task once");
  }
  std::fill(crowd_.begin(), crowd_.end(), 0);
  crowded_ = false;
  users_ += users;
}

Index Vault::add_outcome(const Contribution& c, const Weighed& x, double* sum, bool& moved) {
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
    for (Index o = 0; o < shape_.outcomes; ++o, sum += d)
      if (shrink != 0 && entry(o) != 0) add_scaled(sum, shrink * entry(o) * x.weight, x.phi);
    return -1;
  }
  if (shape_.outcomes == 0) {
    Records& kept = kept_[c.task];
    for (int i = 0; i < d; ++i) kept.features.push_back(x.weight * x.phi[i]);
    kept.records.insert(kept.records.end(), c.record, c.record + shape_.record_size);
    kept.user.push_back(users_);
    return -1;
  }
  if (c.outcome < 0 || c.outcome >= shape_.outcomes) {
    moved = true;
    return -1;
  }
  add_scaled(sum + c.outcome * d, x.weight, x.phi);
  return c.outcome;
}

}  // namespace tacit
