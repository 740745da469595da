#include "tacit/privacy/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"
#include "tacit/privacy/accounting/calibration.h"
#include "tacit/privacy/accounting/ledger.h"

namespace tacit {
namespace {

// A sum with an infinite target would show which users are in it, whatever the noise.
void require_finite(const Targets& targets) {
  const auto bounded = [](const auto& values) { return (values.array().abs() <= 1e100).all(); };
  check(bounded(targets.at_outcomes) && bounded(targets.response), "targets are finite numbers");
}

}  // namespace

Answers::Answers(const VaultShape& shape, const Requests& requests, double mu, Adjacency adjacency,
                 SimulationNoise noise)
    : shape_(shape), noise_(std::move(noise)), totals_(shape.size()) {
  require_share(requests.share);
  if (requests.parts < 1) throw Error("requests", fmt::format("{}", requests.parts), "a positive number");
  const double share = requests.share / static_cast<double>(requests.parts);
  const double apart = adjacency == Adjacency::replace_one ? 2 : 1;
  declared_ = {requests.share, requests.parts, apart, mu * std::sqrt(share)};
}

void Answers::take(std::span<const double> block) {
  for (std::size_t i = 0; i < block.size(); ++i) totals_[i] += block[i];
}

// sum w phi t = (outcomes)' t + t_y (responses)
Matrix Answers::sums(int task, const Targets& targets) const {
  require_finite(targets);
  const Index d = shape_.dimension;
  const double* totals = totals_.data() + shape_.offset(task) + shape_.gram_size();
  const ConstVectorView responses(totals, d);
  const ConstMatrixView outcomes(totals + d, shape_.outcome_size(task) / d, d);
  Matrix sums = Matrix::Zero(d, targets.count);
  for (Index j = 0; j < targets.count; ++j) {
    if (outcomes.rows() > 0) sums.col(j) = outcomes.transpose() * targets.at_outcomes.col(j);
    if (targets.response.size() > 0) sums.col(j) += targets.response[j] * responses;
  }
  return sums;
}

// 2b (add-remove: b), b = max |t| + m |t_y| with m the longest centred response.
Vector Answers::sensitivities(int task, const Targets& targets) const {
  const double apart = declared_.sensitivity;
  const double longest = std::max(shape_.response_centre, 1 - shape_.response_centre);
  Vector delta = Vector::Zero(targets.count);
  for (Index j = 0; j < targets.count; ++j) {
    if (shape_.outcome_size(task) > 0) delta[j] = apart * targets.at_outcomes.col(j).cwiseAbs().maxCoeff();
    if (targets.response.size() > 0) delta[j] += apart * longest * std::abs(targets.response[j]);
  }
  return delta;
}

Moments Answers::with_noise(const Matrix& sums, const Vector& sensitivities) {
  const Index d = sums.rows(), m = sums.cols();
  Moments answer{sums, Vector::Zero(m)};
  std::vector<double> draws(m * d);
  noise_.fill(draws);
  for (Index j = 0; j < m; ++j) {
    if (sensitivities[j] == 0) continue;
    answer.deviation[j] = sensitivities[j] / declared_.mu;
    answer.sums.col(j) += answer.deviation[j] * ConstVectorView(draws.data() + j * d, d);
  }
  return answer;
}

// No more than were declared, whatever else is left in the ledger.
void Answers::require_left(const Answer& asked) const {
  if (asked.moments > declared_.most - moments_)
    throw BudgetExceeded(answer_charge(declared_, asked), declared_.mu * std::sqrt(static_cast<double>(asked.moments)),
                         Mu(0));
}

}  // namespace tacit
