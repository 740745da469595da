#include "tacit/privacy/lattice_vault.h"

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"

namespace tacit {

LatticeVault::LatticeVault(const VaultShape& shape, const LatticeBits& bits, std::int64_t most_users)
    : shape_(shape),
      bits_(bits),
      lattice_(bits.features, bits.weight, most_users, bits.spare),
      most_users_(most_users),
      features_(shape.dimension),
      newest_user_(shape.tasks, -1) {
  check(shape.tasks >= 1 && shape.dimension >= 1 && shape.outcome_tasks <= shape.tasks, "a vault has a sound shape");
  if (shape.outcome_tasks > 0 && shape.outcomes == 0)
    throw Error("records", "are not kept on a lattice; declare the outcomes, finitely many");
  if (shape.mixed) throw Error("mixed outcomes", "are not summed on a lattice; declare outcomes that are counted");
  if (bits.response < 1 || bits.response > 30)
    throw Error("response bits", std::to_string(bits.response), "an integer from 1 to 30");
  if (!(shape.response_centre >= 0 && shape.response_centre <= 1))
    throw Error("response_centre", std::to_string(shape.response_centre), "a number from 0 to 1");
  lattice_.product_sensitivity(response_bound());  // Throws where the sums would not fit.
  Index offset = 0;
  for (int task = 0; task < shape.tasks; ++task) {
    offset_.push_back(offset);
    offset += shape.task_size(task);
  }
  block_.assign(offset, 0);
}

double LatticeVault::response_bound() const {
  return std::ldexp(std::max(shape_.response_centre, 1 - shape_.response_centre), bits_.response);
}

void LatticeVault::require_between_users() const {
  for (const std::int64_t user : newest_user_) check(user != users_, "a user is complete before a release is made");
}

void LatticeVault::add(const Contribution& c) {
  check(c.task >= 0 && c.task < shape_.tasks, "a contribution belongs to a task of the vault");
  check(newest_user_[c.task] != users_, "a user contributes to a task once");
  newest_user_[c.task] = users_;
  for (int i = 0; i < shape_.dimension; ++i)
    features_[i] = shape_.non_negative_features && c.features[i] < 0 ? 0 : c.features[i];
  const std::vector<std::int64_t> p = lattice_.unit_vector(features_);
  const std::int64_t q = lattice_.weight(c.weight);
  // What is not a number counts as zero, here and in vault.h.
  const double response = c.response > 0 ? std::min(c.response, 1.0) : 0;
  const auto r = static_cast<std::int64_t>(std::ldexp(response - shape_.response_centre, bits_.response));

  const std::span<std::int64_t> sums = std::span(block_).subspan(offset_[c.task], shape_.task_size(c.task));
  lattice_.add_square(q, p, sums.first(shape_.gram_size()));
  lattice_.add_product(q, p, {&r, 1}, response_bound(), sums.subspan(shape_.gram_size(), shape_.dimension));
  if (c.task >= shape_.outcome_tasks || c.outcome < 0 || c.outcome >= shape_.outcomes) return;
  const std::int64_t one = 1;
  lattice_.add_product(q, p, {&one, 1}, 1,
                       sums.subspan(shape_.gram_size() + (1 + c.outcome) * shape_.dimension, shape_.dimension));
}

}  // namespace tacit
