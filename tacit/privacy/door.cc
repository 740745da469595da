#include "tacit/privacy/door.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"
#include "tacit/privacy/accounting/stacked_sensitivity.h"

namespace tacit {
namespace {

double require_share(double share) {
  if (!(share >= 0 && share <= 1)) throw Error("split", fmt::format("{}", share), "a share of the budget from 0 to 1");
  return share;
}

}  // namespace

Door::Door(Vault& vault, Billboard& billboard, Witness* witness)
    : vault_(vault), billboard_(billboard), witness_(witness) {
  vault_.put_behind(false, witness);
  lay_out(nullptr, {});
}

Door::~Door() {
  if (vault_.witness_ == witness_) vault_.witness_ = nullptr;
  billboard_.ask_ = nullptr;
}

Door::Door(Vault& vault, Billboard& billboard, Ledger& ledger, DoorOptions options, SimulationNoise noise,
           Witness* witness)
    : vault_(vault), billboard_(billboard), witness_(witness) {
  if (ledger.promise().noise() != NoiseSource::simulation)
    throw Error("promise", "is for production noise, which this door does not have; see ProductionDoor");
  const VaultShape& shape = vault.shape();
  const Sensitivities delta =
      Sensitivities::of(ledger.promise().adjacency(), shape.non_negative_features, shape.response_centre);
  lay_out(&options, delta);
  calibrate_together(ledger.promise().adjacency());
  const double mu = ledger.promise().mu().value() * std::sqrt(require_share(options.budget));
  Strategy strategy = options.strategy;
  if (!strategy.is_private()) throw Error("release", "'" + strategy.name + "' hides nothing and cannot keep a promise");
  vault_.put_behind(true, witness);
  Calendar calendar(ordered(strategy.touches), options.most_users);
  private_.emplace(Private{ledger, std::move(options), delta, mu, std::move(calendar),
                           SimulatedRelease(std::move(strategy), layout(), 1 / mu, std::move(noise))});
  declare();
}

// Tells the ledger all that the cost of a release follows from.
void Door::declare() {
  const Strategy& strategy = private_->release.strategy();
  const Promise& promise = private_->ledger.promise();
  std::vector<BillboardNoise> noise(vault_.shape().tasks);
  for (const Segment& s : segments_) part_of(noise[s.task], s.part) = private_->release.drawn_std() * s.deviation;
  Mechanism& declared = private_->declared;
  declared = {declared_shape(vault_.shape(), promise.adjacency(), promise.noise()),
              declare_statistics(vault_.shape(), private_->options.splits, private_->sensitivities, noise),
              strategy.name,
              strategy.releases,
              strategy.unit_noise,
              ordered(strategy.touches),
              private_->options.budget,
              private_->options.most_users,
              std::nullopt};
  private_->joint = joint_sensitivity(declared, promise.adjacency(), promise.noise());
  private_->number = private_->ledger.declare(declared);
}

// Which coordinates are released, in which order, and how noisy.
void Door::lay_out(const DoorOptions* options, const Sensitivities& delta) {
  const VaultShape& shape = vault_.shape();
  check(!options || static_cast<int>(options->splits.size()) == shape.tasks, "there is one split per task");
  double total = 0;
  for (int task = 0; task < shape.tasks; ++task) {
    Index offset = vault_.offset_[task];
    const auto add = [&](Statistic part, Index size, double share, double sensitivity) {
      if (options) require_share(share);
      if (size > 0 && (!options || share > 0))
        segments_.push_back({part, task, offset, size, options ? sensitivity / std::sqrt(share) : 0});
      offset += size;
      total += share;
      if (size > 0) shares_ += share;  // What is not there costs nothing.
    };
    const Split split = options ? options->splits[task] : Split{};
    // In the norm of a symmetric layout, which is Frobenius over sqrt(2).
    add(Statistic::gram, shape.gram_size(), split.gram, delta.gram / std::sqrt(2.0));
    add(Statistic::response, shape.dimension, split.response, delta.response);
    add(Statistic::outcomes, shape.outcome_size(task), split.outcomes, delta.outcomes);
  }
  if (total > 1 + 1e-12) throw Error("split", fmt::format("{}", total), "shares that add up to at most 1");

  Index size = 0;
  for (const Segment& segment : segments_) size += segment.size;
  block_.resize(size);
  published_.resize(size);
  billboard_.clear(shape.tasks, shape.dimension, shape.outcomes);
  if (shape.outcomes == 0 && !options)
    billboard_.ask_ = [this](int task, const Targets& targets) { return exact_moments(task, targets); };
}

// What the parts of a task cost together is at most the sum of their shares: all noise is lowered until it is that.
void Door::calibrate_together(Adjacency adjacency) {
  double cost = 0;
  for (int task = 0; task < vault_.shape().tasks; ++task) {
    Precisions precisions;
    for (const Segment& s : segments_) {
      if (s.task != task) continue;
      const double precision = 1 / (s.deviation * s.deviation);
      if (s.part == Statistic::gram) precisions.gram = precision / 2;  // Frobenius over sqrt(2), as in the layout.
      if (s.part == Statistic::response) precisions.response = precision;
      if (s.part == Statistic::outcomes) precisions.outcomes = precision;
    }
    cost += stacked_sensitivity(vault_.shape(), adjacency, precisions);
  }
  if (cost > 0)
    for (Segment& s : segments_) s.deviation *= std::sqrt(cost / shares_);
}

Layout Door::layout() const {
  if (segments_.empty()) throw Error("split", "nothing is released: every share is 0");
  Layout all;
  for (const Segment& s : segments_) {
    const Layout one = s.part == Statistic::gram ? Layout::symmetric(vault_.shape().dimension) : Layout::vector(s.size);
    all.append(one, s.deviation * s.deviation);
  }
  return all;
}

// Books what the strategy says this release costs: all parts together, in units of their noise.
void Door::charge() {
  const std::vector<UserTouch> due = private_->calendar.due(vault_.users());
  std::vector<Charge> charges;
  charges.reserve(due.size());
  for (const UserTouch& touch : due) charges.push_back(release_charge(private_->declared, private_->joint, touch));
  private_->ledger.charge_release(private_->number, vault_.users(), charges);
  private_->calendar.begin(vault_.users());
  if (!witness_) return;
  for (std::size_t i = 0; i < due.size(); ++i) {
    witness_->touching(0, due[i].first_user, due[i].end_user, due[i].share * private_->mu * private_->mu);
    witness_->charged(charges[i]);
  }
}

void Door::release() {
  vault_.require_between_users();
  if (private_) charge();
  auto at = block_.begin();
  for (const Segment& s : segments_) at = std::copy_n(vault_.block_.begin() + s.offset, s.size, at);
  if (private_) {
    private_->release.step(block_, published_);
  } else {
    for (std::size_t i = 0; i < block_.size(); ++i) published_[i] += block_[i];
  }
  if (answers_)
    for (std::size_t i = 0; i < vault_.block_.size(); ++i) answers_->totals[i] += vault_.block_[i];
  std::fill(vault_.block_.begin(), vault_.block_.end(), 0.0);
  if (witness_) show_witness();
  publish();
  if (private_) private_->calendar.end();
}

void Door::show_witness() {
  normalised_ = block_;
  std::vector<double> deviation(block_.size());
  if (private_) {
    const Layout all = layout();
    const double unit = private_->release.predicted_std(private_->release.steps() - 1);
    for (std::size_t i = 0; i < block_.size(); ++i) {
      const double relative = std::sqrt(all.relative_variance()[i]);
      normalised_[i] /= relative;
      deviation[i] = unit * relative;
    }
  }
  witness_->expecting(private_ ? private_->release.without_noise() : std::span<const double>(published_), deviation);
  // Who is on the billboard already came with an earlier release.
  witness_->releasing(0, billboard_.users_, vault_.users(), normalised_, private_ ? private_->options.budget : 0,
                      published_);
}

void Door::publish() {
  const double* from = published_.data();
  for (const Segment& s : segments_) {
    billboard_.put(s.task, s.part, {from, static_cast<std::size_t>(s.size)});
    from += s.size;
  }
  if (private_)
    for (std::size_t task = 0; task < billboard_.tasks_.size(); ++task)
      billboard_.tasks_[task].noise = predicted(static_cast<int>(task), private_->calendar.releases() - 1);
  if (private_)
    for (const Segment& s : segments_) {
      BillboardNoise& noise = billboard_.tasks_[s.task].measured;
      part_of(noise, s.part) = private_->release.drawn_std() * s.deviation;
    }
  billboard_.users_ = vault_.users();
  ++billboard_.releases_;
}

BillboardNoise Door::predicted(int task, Index t) const {
  BillboardNoise noise;
  if (!private_) return noise;
  const double unit = private_->release.predicted_std(t);
  for (const Segment& s : segments_) {
    if (s.task != task) continue;
    part_of(noise, s.part) = unit * s.deviation;
  }
  return noise;
}

void Door::answer(const Requests& requests, SimulationNoise noise) {
  check(private_ && private_->calendar.releases() == 0 && vault_.shape().outcomes > 0,
        "requests are answered from counted outcomes");
  require_share(requests.share);
  if (shares_ + requests.share > 1 + 1e-12)
    throw Error("split", fmt::format("{}", shares_ + requests.share), "shares that add up to at most 1");
  if (requests.parts < 1) throw Error("requests", fmt::format("{}", requests.parts), "a positive number");
  const double share = requests.share / static_cast<double>(requests.parts);
  answers_.emplace(Answers{private_->mu * std::sqrt(share), share * private_->options.budget, std::move(noise),
                           std::vector<double>(vault_.block_.size())});
  const double apart = private_->ledger.promise().adjacency() == Adjacency::replace_one ? 2 : 1;
  private_->declared.requests = {requests.share, requests.parts, apart, answers_->mu};
  private_->ledger.declare(private_->number, *private_->declared.requests);
  billboard_.ask_ = [this](int task, const Targets& targets) { return noisy_moments(task, targets); };
}

Moments Door::noisy_moments(int task, const Targets& targets) {
  const VaultShape& shape = vault_.shape();
  const Index d = shape.dimension, m = targets.count;
  Moments answer{Matrix::Zero(d, m), Vector::Zero(m)};
  const std::int64_t users = billboard_.users_;
  if (users == 0) return answer;  // Nobody is in it.
  private_->calendar.require_open();

  // A sum with an infinite target would show which users are in it, whatever the noise.
  const auto bounded = [](const auto& values) { return (values.array().abs() <= 1e100).all(); };
  check(bounded(targets.at_outcomes) && bounded(targets.response), "targets are finite numbers");

  const double* sums = answers_->totals.data() + vault_.offset_[task] + shape.gram_size();
  const ConstVectorView response(sums, d);
  const ConstMatrixView outcomes(sums + d, shape.outcome_size(task) / d, d);
  const double apart = private_->declared.requests->sensitivity;
  const double longest = std::max(shape.response_centre, 1 - shape.response_centre);
  Vector delta = Vector::Zero(m);
  for (Index j = 0; j < m; ++j) {
    if (outcomes.rows() > 0) {
      answer.sums.col(j) = outcomes.transpose() * targets.at_outcomes.col(j);
      delta[j] = apart * targets.at_outcomes.col(j).cwiseAbs().maxCoeff();
    }
    if (targets.response.size() == 0) continue;
    answer.sums.col(j) += targets.response[j] * response;
    delta[j] += apart * longest * std::abs(targets.response[j]);
  }
  const auto moments = static_cast<std::int64_t>((delta.array() > 0).count());
  if (moments == 0) return answer;  // Targets that are 0 whatever users do: nothing to release.

  const double mu = answers_->mu;
  const Answer asked{task, users, moments};
  const DeclaredRequests& declared = *private_->declared.requests;
  if (moments > declared.most - answers_->moments)  // No more than were declared, whatever else is left in the ledger.
    throw BudgetExceeded(answer_charge(declared, asked), mu * std::sqrt(static_cast<double>(moments)), Mu(0));
  const std::int64_t series = ++answers_->given;
  private_->ledger.charge_answer(private_->number, asked);
  answers_->moments += moments;
  if (witness_) {
    witness_->touching(series, 0, users, mu * mu);
    witness_->charged(answer_charge(*private_->declared.requests, asked));
  }

  const Matrix without_noise = answer.sums;
  Matrix exact = answer.sums;
  std::vector<double> draws(m * d);
  answers_->noise.fill(draws);
  for (Index j = 0; j < m; ++j) {
    if (delta[j] == 0) continue;
    exact.col(j) /= delta[j];
    answer.deviation[j] = delta[j] / mu;
    answer.sums.col(j) += answer.deviation[j] * ConstVectorView(draws.data() + j * d, d);
  }
  if (witness_) {
    const Matrix deviation = Vector::Ones(d) * answer.deviation.transpose();
    const auto flat = [](const Matrix& matrix) {
      return std::span<const double>(matrix.data(), static_cast<std::size_t>(matrix.size()));
    };
    witness_->expecting(flat(without_noise), flat(deviation));
    witness_->releasing(series, 0, users, {exact.data(), static_cast<std::size_t>(exact.size())}, answers_->share,
                        {answer.sums.data(), static_cast<std::size_t>(answer.sums.size())});
  }
  return answer;
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
