#include "tacit/privacy/vault.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tacit/core/error.h"
#include "tacit/privacy/witness.h"

namespace tacit {
Vault::Vault(const VaultShape& shape)
    : shape_(shape), projection_(shape), attendance_(shape.tasks), meter_(shape.cells ? shape.dimension : 0) {
  check(shape.tasks >= 1 && shape.dimension >= 1 && shape.outcome_tasks <= shape.tasks, "a vault has a sound shape");
  check(shape.has_sound_cells(), "cells have one task, in which outcomes are counted");
  shape_.rows = projection_.rows();
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

void Vault::seal(std::vector<double>& block) {
  attendance_.require_between_users();
  block.resize(block_.size());
  std::swap(block, block_);
  std::fill(block_.begin(), block_.end(), 0.0);
}

void Vault::unseal(std::int64_t users, std::span<const double> block) {
  attendance_.skip_to(users);
  std::copy(block.begin(), block.end(), block_.begin());
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

double Vault::add(const Contribution& c) {
  if (shape_.cells) return add_step(c);
  attendance_.take(c.task);
  bool moved = false;
  const double response = Projection::response(c.response, moved) - shape_.response_centre;
  const Weighed x = projection_.weigh(c.features, c.weight, c.row, moved);
  double* outcomes = add_sums(c.task, x, 1, response);
  const Index outcome = c.task < shape_.outcome_tasks ? add_outcome(c, x, outcomes, moved) : -1;
  projections_ += moved;
  if (witness_) witness_->contributed(users(), {c.task, x.phi, x.weight, response, outcome, c.record}, shape_);
  return x.weight;
}

double Vault::add_step(const Contribution& c) {
  attendance_.take_step(c.task);
  bool moved = c.row < 0 || c.row >= shape_.dimension;
  const double response = Projection::response(c.response, moved) - shape_.response_centre;
  const double weight = meter_.weigh(c.row, c.weight);
  projections_ += moved;
  if (weight == 0) return 0;
  const Index d = shape_.dimension;
  double* sums = block_.data() + offset_[c.task];
  sums[c.row] += weight;
  sums[d + c.row] += weight * response;
  if (shape_.counts(c.outcome)) sums[(2 + c.outcome) * d + c.row] += weight;
  if (witness_) show_step(*witness_, users(), c, weight, response, shape_);
  return weight;
}

void Vault::add_crowd(const Crowd& c) {
  check(shape_.outcomes > 0 && !shape_.mixed && !shape_.cells, "crowds come where outcomes are counted, once a user");
  check(!witness_, "a witness sees users one by one");
  attendance_.take_crowd(c.task, c.users);
  bool moved = false;
  const auto n = static_cast<double>(c.users);
  check(c.responses.count() == c.users, "a crowd has one response of each user");
  const double responses = c.responses.sum() - n * shape_.response_centre;
  const Weighed x = projection_.weigh(c.features, c.weight, c.row, moved);
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
    kept.user.push_back(users());
    return -1;
  }
  if (!shape_.counts(c.outcome)) {
    moved = true;
    return -1;
  }
  add_scaled(sum + c.outcome * d, x.weight, x.phi);
  return c.outcome;
}

}  // namespace tacit
