#include "tacit/privacy/door.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"

namespace tacit {

Door::Door(Vault& vault, Billboard& billboard, Witness* witness)
    : vault_(vault), billboard_(billboard), witness_(witness), calibration_(exact_calibration(vault.shape())) {
  const VaultShape& shape = vault_.shape();
  vault_.put_behind(false, witness);
  block_.resize(calibration_.size());
  newest_.values.resize(block_.size());
  billboard_.clear(shape);
  if (shape.outcomes == 0)
    billboard_.ask_ = [this](int task, const Targets& targets) { return exact_moments(task, targets); };
}

Door::~Door() {
  if (vault_.witness_ == witness_) vault_.witness_ = nullptr;
  billboard_.ask_ = nullptr;
}

Door::Door(Vault& vault, Billboard& billboard, Ledger& ledger, DoorOptions options, SimulationNoise noise,
           Witness* witness)
    : vault_(vault), billboard_(billboard), witness_(witness) {
  const VaultShape& shape = vault.shape();
  const Promise& promise = ledger.promise();
  if (promise.noise() != NoiseSource::simulation)
    throw Error("promise", "is for production noise, which this door does not have; see LatticeDoor");
  calibration_ = calibrate(shape, promise.adjacency(), options.splits);
  const double mu = promise.mu().value() * std::sqrt(require_share(options.budget));
  if (!options.strategy.is_private())
    throw Error("release", "'" + options.strategy.name + "' hides nothing and cannot keep a promise");
  vault_.put_behind(true, witness);
  SimulatedRelease release(options.strategy, calibration_.layout(shape), 1 / mu, std::move(noise));
  Mechanism declared = declare_mechanism(shape, promise, options, calibration_, release.drawn_std());
  private_.emplace(Private{std::move(options), Booking(ledger, std::move(declared)), std::move(release)});
  block_.resize(calibration_.size());
  newest_.values.resize(block_.size());
  billboard_.clear(shape);
}

void Door::release() {
  reserve();
  draw();
  publish();
}

// Books what the strategy says this release costs: all parts together, in units of their noise.
void Door::reserve() {
  steps_.require(Step::open);
  vault_.attendance_.require_between_users();
  newest_.charges.clear();
  if (private_) {
    const Booking::Due due = private_->booking.due(vault_.users());
    private_->booking.book(vault_.users(), due);
    newest_.charges = due.charges;
    if (witness_) show_booking(*witness_, due, private_->booking.mu());
  }
  newest_.number = billboard_.releases_;
  newest_.users = vault_.users();
  vault_.seal(sealed_);
  steps_.finish(Step::reserved);
}

void Door::draw() {
  steps_.begin_after(Step::reserved);
  auto at = block_.begin();
  for (const Segment& s : calibration_.segments) at = std::copy_n(sealed_.begin() + s.offset, s.size, at);
  if (private_) {
    private_->release.step(block_, newest_.values);
  } else {
    for (std::size_t i = 0; i < block_.size(); ++i) newest_.values[i] += block_[i];
  }
  steps_.finish(Step::drawn);
}

void Door::publish() {
  steps_.begin_after(Step::drawn);
  if (answers_) answers_->take(sealed_);
  if (witness_) show_witness();
  billboard_.put(calibration_.segments, newest_.values);
  if (private_) {
    const double unit = private_->release.predicted_std(private_->booking.releases() - 1);
    billboard_.state_noise(calibration_.segments, unit, private_->release.drawn_std());
  }
  billboard_.users_ = newest_.users;
  ++billboard_.releases_;
  if (private_) private_->booking.published();
  steps_.finish(Step::open);
}

void Door::show_witness() {
  std::vector<double> normalised = block_, deviation(block_.size());
  if (private_) {
    const Layout all = calibration_.layout(vault_.shape());
    const double unit = private_->release.predicted_std(private_->release.steps() - 1);
    for (std::size_t i = 0; i < block_.size(); ++i) {
      const double relative = std::sqrt(all.relative_variance()[i]);
      normalised[i] /= relative;
      deviation[i] = unit * relative;
    }
  }
  witness_->expecting(private_ ? private_->release.without_noise() : std::span<const double>(newest_.values),
                      deviation);
  // Who is on the billboard already came with an earlier release.
  witness_->releasing(0, billboard_.users_, newest_.users, normalised, private_ ? private_->options.budget : 0,
                      newest_.values);
}

BillboardNoise Door::predicted(int task, Index t) const {
  return private_ ? calibration_.noise(task, private_->release.predicted_std(t)) : BillboardNoise{};
}

void Door::answer(const Requests& requests, SimulationNoise noise) {
  const VaultShape& shape = vault_.shape();
  check(private_ && private_->booking.releases() == 0 && shape.outcomes > 0,
        "requests are answered from counted outcomes");
  require_share(requests.share);
  const double shares = calibration_.shares + requests.share;
  if (shares > 1 + 1e-12) throw Error("split", fmt::format("{}", shares), "shares that add up to at most 1");
  Booking& booking = private_->booking;
  answers_.emplace(shape, requests, booking.mu(), booking.promise().adjacency(), std::move(noise));
  booking.declare(answers_->declared());
  billboard_.ask_ = [this](int task, const Targets& targets) { return noisy_moments(task, targets); };
}

// sum w phi t + Delta/mu_i z, with Delta how far one user can move it.
Moments Door::noisy_moments(int task, const Targets& targets) {
  const std::int64_t users = billboard_.users_;
  Moments nothing{Matrix::Zero(vault_.shape().dimension, targets.count), Vector::Zero(targets.count)};
  if (users == 0) return nothing;  // Nobody is in it.
  private_->booking.require_open();
  const Matrix exact = answers_->sums(task, targets);
  const Vector delta = answers_->sensitivities(task, targets);
  const auto moments = static_cast<std::int64_t>((delta.array() > 0).count());
  if (moments == 0) return {exact, nothing.deviation};  // Targets that are 0 whatever users do: nothing to release.
  const std::int64_t series = book_answer({task, users, moments});
  Moments answer = answers_->with_noise(exact, delta);
  if (witness_) show_answer(series, users, exact, delta, answer);
  return answer;
}

std::int64_t Door::book_answer(const Answer& asked) {
  answers_->require_left(asked);
  const std::int64_t series = ++answers_->given_;
  private_->booking.book(asked);
  answers_->moments_ += asked.moments;
  if (witness_) {
    const double mu = answers_->declared().mu;
    witness_->touching(series, 0, asked.users, mu * mu);
    witness_->charged(answer_charge(answers_->declared(), asked));
  }
  return series;
}

void Door::show_answer(std::int64_t series, std::int64_t users, const Matrix& exact, const Vector& sensitivities,
                       Moments& answer) {
  const auto flat = [](auto& matrix) { return std::span(matrix.data(), static_cast<std::size_t>(matrix.size())); };
  const Matrix deviation = Vector::Ones(exact.rows()) * answer.deviation.transpose();
  Matrix normalised = exact;
  for (Index j = 0; j < exact.cols(); ++j)
    if (sensitivities[j] != 0) normalised.col(j) /= sensitivities[j];
  witness_->expecting(flat(exact), flat(deviation));
  witness_->releasing(series, 0, users, flat(normalised), answers_->share() * private_->options.budget,
                      flat(answer.sums));
}

Moments Door::exact_moments(int task, const Targets& targets) const {
  static const Vault::Records none;
  const Vault::Records& kept = task < vault_.shape().outcome_tasks ? vault_.kept_[task] : none;
  const Index d = vault_.shape().dimension, width = vault_.shape().record_size;
  Matrix sum = Matrix::Zero(d, targets.count);
  Matrix values;
  // Users who came after the last release are not in it.
  const auto users = std::lower_bound(kept.user.begin(), kept.user.end(), billboard_.users_) - kept.user.begin();
  constexpr Index kChunk = 2048;  // Enough to share between threads; keeps what is evaluated in cache.
  for (Index i = 0; i < users; i += kChunk) {
    const Index n = std::min<Index>(kChunk, users - i);
    targets.at_records(ConstMatrixView(kept.records.data() + i * width, n, width), values);
    sum.noalias() += ConstMatrixView(kept.features.data() + i * d, n, d).transpose() * values;
  }
  if (targets.response.size() > 0) sum += billboard_.response(task) * targets.response.transpose();
  return {sum, Vector::Zero(targets.count)};
}

}  // namespace tacit
