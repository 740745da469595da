#include "tacit/privacy/lattice_vault.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tacit/core/error.h"
#include "tacit/privacy/release/strategy.h"
#include "tacit/privacy/witness.h"

namespace tacit {
namespace {

void require_bits(const char* field, int bits) {
  if (bits < 1 || bits > 30) throw Error(field, fmt::format("{}", bits), "an integer from 1 to 30");
}

void add_scaled(std::int64_t* sum, std::int64_t factor, std::span<const std::int64_t> x) {
  for (const std::int64_t value : x) {
    *sum = checked_sum(*sum, checked_product(factor, value));
    ++sum;
  }
}

}  // namespace

LatticeVault::LatticeVault(const VaultShape& shape, const LatticeBits& bits, std::int64_t most_users)
    : shape_(shape),
      bits_(bits),
      most_users_(most_users),
      projection_(shape),
      attendance_(shape.tasks),
      meter_(shape.cells ? shape.dimension : 0),
      centre_(std::llround(std::ldexp(shape.response_centre, BoundedSum::kStepBits))),
      weighed_(shape.dimension) {
  check(shape.tasks >= 1 && shape.dimension >= 1 && shape.outcome_tasks <= shape.tasks, "a vault has a sound shape");
  if (shape.outcome_tasks > 0 && shape.outcomes == 0)
    throw Error("records", "are not kept on a lattice; declare the outcomes, finitely many");
  if (!(shape.response_centre >= 0 && shape.response_centre <= 1))
    throw Error("response_centre", fmt::format("{}", shape.response_centre), "a number from 0 to 1");
  check(shape.has_sound_cells(), "cells have one task, in which outcomes are counted");
  for (const int each : {bits.gram, bits.response, bits.outcomes, bits.mixture}) require_bits("lattice bits", each);
  if (shape.cells && !bits.are_equal())
    throw Error("lattice bits", fmt::format("{}, {} and {}", bits.gram, bits.response, bits.outcomes),
                "the same for all sums: with cells a step has one weight");
  shape_.rows = projection_.rows();
  Index offset = 0;
  for (int task = 0; task < shape.tasks; ++task) {
    offset_.push_back(offset);
    offset += shape.task_size(task);
  }
  block_.assign(offset, 0);
  if (!shape_.rows) return;
  rows_.resize(shape_.rows->rows());
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    bool moved = false;
    round(projection_.weigh(nullptr, 0, static_cast<Index>(row), moved), rows_[row]);
  }
}

void LatticeVault::round(const Projection::Weighed& x, Rounded& rounded) {
  const auto onto = [&](double factor, int bits, std::vector<std::int64_t>& out) {
    for (int i = 0; i < shape_.dimension; ++i) weighed_[i] = factor * x.phi[i];
    out.resize(weighed_.size());
    round_onto_lattice(weighed_, bits, out);
  };
  onto(std::sqrt(x.weight), bits_.gram, rounded.gram);
  onto(x.weight, bits_.response, rounded.response);
  onto(x.weight, bits_.outcomes, rounded.outcomes);
}

const LatticeVault::Rounded& LatticeVault::rounded(const Projection::Weighed& x, Index row) {
  if (row >= 0 && row < static_cast<Index>(rows_.size())) return rows_[row];
  round(x, scratch_);
  return scratch_;
}

void LatticeVault::require_room(std::int64_t more) const {
  if (more > most_users_ - users())
    throw Error("users", fmt::format("{}", users() + more), fmt::format("at most {}, as declared", most_users_));
}

void LatticeVault::end_user() {
  require_room(1);
  attendance_.end_user();
  meter_.end_user();
}

void LatticeVault::end_users(std::int64_t users) {
  require_room(users);
  attendance_.end_users(users);
}

std::int64_t* LatticeVault::add_sums(int task, const Rounded& x, std::int64_t times, std::int64_t response) {
  const auto d = static_cast<std::size_t>(shape_.dimension);
  std::int64_t* sum = block_.data() + offset_[task];
  for (std::size_t i = 0; i < d; ++i) {
    const std::span<const std::int64_t> rest = std::span(x.gram).subspan(i);
    if (x.gram[i] != 0) add_scaled(sum, checked_product(times, x.gram[i]), rest);
    sum += rest.size();
  }
  add_scaled(sum, response, x.response);
  return sum + d;
}

double LatticeVault::add(const Contribution& c) {
  require_room(1);
  if (shape_.cells) return add_step(c);
  attendance_.take(c.task);
  bool moved = false;
  const double y = Projection::response(c.response, moved);
  const Projection::Weighed x = projection_.weigh(c.features, c.weight, c.row, moved);
  const Rounded& integers = rounded(x, c.row);
  std::int64_t* outcomes = add_sums(c.task, integers, 1, BoundedSum::steps_of(y) - centre_);
  const Index outcome = c.task < shape_.outcome_tasks ? add_outcome(c, integers, outcomes) : -1;
  if (witness_)
    witness_->contributed(users(), {c.task, x.phi, x.weight, y - shape_.response_centre, outcome, c.record}, shape_);
  return x.weight;
}

// The weight, rounded down, in steps; what the integers say is what a user of that weight contributes (lattice.h).
double LatticeVault::add_step(const Contribution& c) {
  attendance_.take_step(c.task);
  bool moved = false;
  const double y = Projection::response(c.response, moved);
  const auto steps = static_cast<std::int64_t>(std::ldexp(meter_.weigh(c.row, c.weight), bits_.gram));
  if (steps == 0) return 0;
  const Index d = shape_.dimension;
  std::int64_t* sums = block_.data() + offset_[c.task];
  const auto add = [](std::int64_t& sum, std::int64_t more) { sum = checked_sum(sum, more); };
  add(sums[c.row], steps);
  add(sums[d + c.row], checked_product(steps, BoundedSum::steps_of(y) - centre_));
  if (shape_.counts(c.outcome)) add(sums[(2 + c.outcome) * d + c.row], steps);
  const double weight = std::ldexp(static_cast<double>(steps), -bits_.gram);
  if (witness_) show_step(*witness_, users(), c, weight, y - shape_.response_centre, shape_);
  return weight;
}

Index LatticeVault::add_outcome(const Contribution& c, const Rounded& x, std::int64_t* sum) {
  if (shape_.mixed) {
    add_mixture(c.record, x, sum);
    return -1;
  }
  if (!shape_.counts(c.outcome)) return -1;
  add_scaled(sum + c.outcome * shape_.dimension, 1, x.outcomes);
  return c.outcome;
}

// k = floor(2^u psi), psi projected as in vault.cc: none negative, together at most 1.
void LatticeVault::add_mixture(const double* psi, const Rounded& x, std::int64_t* sum) {
  const auto entry = [&](Index o) { return psi[o] > 0 ? psi[o] : 0.0; };
  double total = 0;
  for (Index o = 0; o < shape_.outcomes; ++o) total += entry(o);
  const double shrink = total <= 1 ? 1 : std::isfinite(total) ? (1 - 1e-15) / total : 0;
  for (Index o = 0; o < shape_.outcomes; ++o, sum += shape_.dimension) {
    if (shrink == 0 || entry(o) == 0) continue;
    const auto k = static_cast<std::int64_t>(std::ldexp(shrink * entry(o), bits_.mixture));
    if (k != 0) add_scaled(sum, k, x.outcomes);
  }
}

void LatticeVault::add_crowd(const Crowd& c) {
  check(shape_.outcomes > 0 && !shape_.mixed && !shape_.cells, "crowds come where outcomes are counted");
  check(!witness_, "a witness sees users one by one");
  require_room(c.users);
  attendance_.take_crowd(c.task, c.users);
  check(c.responses.count() == c.users, "a crowd has one response of each user");
  bool moved = false;
  const Rounded& x = rounded(projection_.weigh(c.features, c.weight, c.row, moved), c.row);
  const auto responses =
      static_cast<std::int64_t>(c.responses.steps() - static_cast<BoundedSum::Steps>(c.users) * centre_);
  std::int64_t* sum = add_sums(c.task, x, c.users, responses);
  if (c.task >= shape_.outcome_tasks) return;
  check(c.outcomes.size() == static_cast<std::size_t>(shape_.outcomes), "a crowd has a count of every outcome");
  std::int64_t left = c.users;
  for (const std::int64_t count : c.outcomes) {
    check(count >= 0 && count <= left, "the outcomes of a crowd are those of its users");
    left -= count;
    if (count > 0) add_scaled(sum, count, x.outcomes);
    sum += shape_.dimension;
  }
}

void LatticeVault::seal(std::vector<std::int64_t>& block) {
  attendance_.require_between_users();
  block.resize(block_.size());
  std::swap(block, block_);
  std::fill(block_.begin(), block_.end(), 0);
}

void LatticeVault::unseal(std::int64_t users, std::span<const std::int64_t> block) {
  attendance_.skip_to(users);
  std::copy(block.begin(), block.end(), block_.begin());
}

}  // namespace tacit
