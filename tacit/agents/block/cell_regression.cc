#include "tacit/agents/block/cell_regression.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tacit/agents/block/simplex_fit.h"
#include "tacit/agents/block/usual_reward.h"
#include "tacit/core/stop.h"

namespace tacit {
namespace {

constexpr double kBand = 2;   // Deviations of noise by which a forecast may be off.
constexpr double kLeast = 2;  // Deviations of noise that are taken off what was seen of a cell.
constexpr double kLevel = 0.5;

double precision_of(double a, double noise_of_a, double d) {
  const double squares = a * a - kLeast * kLeast * noise_of_a;
  return a > 0 && squares > 0 ? squares / d : 0;
}

}  // namespace

CellRegression::CellRegression(const Problem& problem, const CellMap& map, const CellPriors& priors, double fading)
    : problem_(problem), map_(map), priors_(priors), faded_(fading), is_known_(Vector::Zero(map.count())) {
  const Index cells = map.count(), states = problem.point_count();
  const Vector zero = Vector::Zero(cells);
  shown_ = newest_ = {zero, zero, Matrix::Zero(map.outcomes(), cells), zero, zero, zero};
  next_ = reward_ = {zero, zero, zero, zero};
  successors_ = Matrix::Zero(cells, states);
  reward_sums_ = zero;
  const double uniform = 1 / static_cast<double>(states);
  model_ = {Matrix::Constant(cells, states, uniform), Vector::Constant(cells, uniform), Vector::Constant(cells, 0.5),
            Vector::Constant(cells, priors.spread * priors.spread + kLevel * kLevel)};
  set_known();
}

// Those who stopped stay where they are; nothing is paid for beginning; and rewards may be known.
void CellRegression::set_known() {
  if (problem_.ended >= 0) {
    for (int a = 0; a < problem_.actions; ++a) {
      const Index cell = map_.cell(problem_.ended, a);
      is_known_[cell] = 1;
      model_.next.row(cell).setZero();
      model_.next(cell, problem_.ended) = 1;
      model_.next_variance[cell] = 0;
      model_.reward[cell] = problem_.ended_reward;
      model_.reward_variance[cell] = 0;
    }
  }
  model_.reward[map_.beginning()] = 0;
  model_.reward_variance[map_.beginning()] = 0;
  if (!problem_.rewards_known()) return;
  for (std::size_t row = 0; row < map_.cells().size(); ++row)
    model_.reward[map_.cells()[row]] = problem_.points.row(static_cast<Index>(row)).dot(problem_.known_rewards.row(0));
  model_.reward_variance.setZero();
}

void CellRegression::take(const Billboard& billboard, const std::vector<Audience>& audiences) {
  measure(billboard, audiences);
  add_evidence();
  learn();
}

void CellRegression::measure(const Billboard& billboard, const std::vector<Audience>& audiences) {
  faded_.advance(shown_.gram, newest_.gram, billboard.gram_diagonal(0));
  faded_.advance(shown_.reward, newest_.reward, billboard.response(0));
  faded_.advance(shown_.successors, newest_.successors, billboard.outcomes(0));
  noise_ = billboard.measured_noise(0);
  newest_.forecast *= faded_.fading;
  newest_.squares *= faded_.fading;
  newest_.last *= faded_.fading;
  for (const Audience& audience : audiences) {
    newest_.forecast += faded_.gain * audience.users * audience.limits.weights;
    newest_.squares += faded_.gain * audience.users * audience.limits.squares;
    newest_.last += faded_.gain * audience.users * audience.limits.last;
  }
  if (noise_.gram == 0) return;
  const auto square = [](double x) { return x * x; };
  const double by_gram = 1 / square(noise_.gram);
  const double by_successors = 1 / (square(noise_.outcomes) * static_cast<double>(map_.outcomes()));
  gram_variance_ = 1 / (by_gram + by_successors);
  // Of a G1 + (1 - a) sum Y - Y_nowhere, with a the weight of the Gram matrix.
  const double nowhere = square(noise_.outcomes) * (2 * gram_variance_ * by_gram - 1);
  left_variance_ = gram_variance_ + (problem_.rewards_known() ? 0 : nowhere);
}

// The noise of y less that of what G is multiplied with, which is not known exactly.
double CellRegression::successor_noise(Index cell) const {
  const auto states = static_cast<double>(problem_.point_count());
  const double squared = (model_.next.row(cell).array() - 1 / states).square().sum() / states;
  return noise_.outcomes * noise_.outcomes + left_variance_ * (squared + model_.next_variance[cell]);
}

double CellRegression::reward_noise(Index cell) const {
  const double own = model_.reward[cell] - 0.5 - level_;
  return noise_.response * noise_.response +
         gram_variance_ * (level_ * level_ + own * own + model_.reward_variance[cell]);
}

void CellRegression::add_evidence() {
  const Index cells = map_.count(), states = problem_.point_count();
  const bool noisy = noise_.gram > 0;
  const double by_gram = noisy ? gram_variance_ / (noise_.gram * noise_.gram) : 1;
  const Vector sums = newest_.successors.topRows(states).colwise().sum();
  const double variance = faded_.overlap() / static_cast<double>(states);
  // What adds to the evidence of cell i if `gram` was measured where `foreseen` was forecast; returns the weight.
  const auto weigh = [&](Index i, double foreseen, double gram, double noise_of_gram, double v, double noise,
                         Evidence& evidence) {
    const double band = kBand * std::sqrt(noise_of_gram);
    const double forecast = noisy ? std::clamp(foreseen, gram - band, gram + band) : gram;
    if (!(forecast > 0)) return 0.0;
    const double q = forecast / (v * forecast + noise);
    evidence.a[i] += q * gram;
    evidence.noise_of_a[i] += q * q * noise_of_gram;
    evidence.d[i] += q * q * (v * std::max(gram, 0.0) + noise);
    evidence.noise[i] += q * q * noise;
    return q;
  };
  for (Index i = 0; i < cells; ++i) {
    if (is_known_[i] != 0) continue;
    const double nowhere = problem_.rewards_known() ? 0 : newest_.successors(map_.nowhere(), i);
    const double gram = by_gram * newest_.gram[i] + (1 - by_gram) * (sums[i] + nowhere);
    const double foreseen = newest_.forecast[i], unit = foreseen > 0 ? newest_.squares[i] / foreseen : 1;
    const double q = weigh(i, foreseen - newest_.last[i], gram - nowhere, left_variance_, unit * variance,
                           successor_noise(i), next_);
    successors_.row(i) +=
        q * (newest_.successors.col(i).head(states).array() - sums[i] / static_cast<double>(states)).matrix();
    if (problem_.rewards_known() || i == map_.beginning()) continue;
    reward_sums_[i] += weigh(i, foreseen, gram, gram_variance_, unit * faded_.overlap() * priors_.reward_variance,
                             reward_noise(i), reward_) *
                       newest_.reward[i];
  }
}

void CellRegression::learn() {
  obey_stop();
  const Index cells = map_.count(), states = problem_.point_count();
  const auto n = static_cast<double>(states);
  for (Index i = 0; i < cells; ++i) {
    if (is_known_[i] != 0) continue;
    const double told = precision_of(next_.a[i], next_.noise_of_a[i], next_.d[i]), precision = n + told;
    model_.next_variance[i] = 1 / precision;
    auto next = model_.next.row(i);
    next.setConstant(1 / n);
    if (told == 0) continue;
    next += told / (next_.a[i] * precision) * successors_.row(i);
    Vector possible = next.transpose();
    project_on_simplex(possible, 1);
    next = possible.transpose();
  }
  if (problem_.rewards_known()) return;
  // theta = level + own, with the level integrated out.
  const double before = 1 / (priors_.spread * priors_.spread);
  const auto told = [&](Index i) { return precision_of(reward_.a[i], reward_.noise_of_a[i], reward_.d[i]); };
  const auto learned = [&](Index i) { return is_known_[i] == 0 && i != map_.beginning(); };
  double information = 0, precision = 1 / (kLevel * kLevel);
  for (Index i = 0; i < cells; ++i) {
    if (const double t = learned(i) ? told(i) : 0; t > 0) {
      const double weight = 1 / (1 / t + 1 / before);
      information += weight * reward_sums_[i] / reward_.a[i];
      precision += weight;
    }
  }
  level_ = information / precision;
  const UnusualRewards unusual{level_, 1 / before, priors_.reward_variance};
  std::vector<RewardReading> readings;
  const auto reading = [&](Index i, double t) {
    const double noise = reward_.noise[i] / reward_.d[i];
    return RewardReading{reward_sums_[i] / reward_.a[i], noise / t, (1 - noise) / t / priors_.reward_variance};
  };
  for (Index i = 0; i < cells; ++i)
    if (const double t = learned(i) ? told(i) : 0; t > 0) readings.push_back(reading(i, t));
  const UsualReward usual = usual_reward(readings, unusual);
  for (Index i = 0; i < cells; ++i) {
    if (!learned(i)) continue;
    const double t = told(i), variance = 1 / (before + t);
    const double otherwise = variance * ((t > 0 ? t * reward_sums_[i] / reward_.a[i] : 0) + before * level_);
    const double mean =
        t > 0 ? expected_reward(usual, unusual, reading(i, t), otherwise) : expected_reward(usual, otherwise);
    model_.reward[i] = std::clamp(0.5 + mean, 0.0, 1.0);
    model_.reward_variance[i] = variance + variance * before * variance * before / precision;
  }
}

void CellRegression::foresee(double users, const StepLimits& limits, CellModel& model) const {
  const auto states = static_cast<double>(problem_.point_count());
  for (Index i = 0; i < map_.count(); ++i) {
    const double forecast = faded_.gain * users * limits.weights[i];
    if (is_known_[i] != 0 || !(forecast > 0)) continue;
    const double unit = limits.squares[i] / limits.weights[i], left = forecast - faded_.gain * users * limits.last[i];
    const auto add = [](double seen, double v, double noise, double& variance) {
      if (variance > 0 && seen > 0) variance = 1 / (1 / variance + seen * seen / (v * seen + noise));
    };
    add(left, unit * faded_.overlap() / states, successor_noise(i), model.next_variance[i]);
    add(forecast, unit * faded_.overlap() * priors_.reward_variance, reward_noise(i), model.reward_variance[i]);
  }
}

}  // namespace tacit
