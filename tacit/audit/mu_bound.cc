#include "tacit/audit/mu_bound.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <numeric>

#include "tacit/audit/clopper_pearson.h"
#include "tacit/core/error.h"
#include "tacit/core/linear_algebra.h"

namespace tacit {
namespace {

// Tried on the first half: for mu, and for epsilon, which shows where errors are rare.
constexpr std::size_t kFewThresholds = 20, kManyThresholds = 60;

double normal_quantile(double p) {
  if (p <= 0) return -HUGE_VAL;
  if (p >= 1) return HUGE_VAL;
  return boost::math::quantile(boost::math::normal(), p);
}

struct Counts {
  std::int64_t trials, false_alarms, misses;
};

using Half = std::span<const double>;
struct Halves {
  Half original, replaced;
};

Halves first_half(const Scores& s) {
  const std::size_t n = s.original.size() / 2;
  return {Half(s.original).first(n), Half(s.replaced).first(n)};
}
Halves second_half(const Scores& s) {
  const std::size_t n = s.original.size() / 2;
  return {Half(s.original).subspan(n), Half(s.replaced).subspan(n)};
}

Counts count(const Halves& half, double threshold) {
  const auto above = [&](Half scores) {
    return static_cast<std::int64_t>(
        std::count_if(scores.begin(), scores.end(), [&](double s) { return s > threshold; }));
  };
  const auto trials = static_cast<std::int64_t>(half.original.size());
  return {trials, above(half.original), trials - above(half.replaced)};
}

// May be negative: then there is nothing to see.
double bound(const Counts& c, bool by_total, double doubt) {
  if (by_total)
    return 2 * normal_quantile(lowest_chance(2 * c.trials - c.false_alarms - c.misses, 2 * c.trials, doubt));
  const double a = highest_chance(c.false_alarms, c.trials, doubt / 2);
  const double b = highest_chance(c.misses, c.trials, doubt / 2);
  return a >= 1 || b >= 1 ? -HUGE_VAL : normal_quantile(1 - a) - normal_quantile(b);
}

// (epsilon, delta) privacy has 1 - b <= e^epsilon a + delta, and the same with the worlds exchanged.
double epsilon_bound(const Counts& c, double doubt, double delta) {
  const double a = highest_chance(c.false_alarms, c.trials, doubt / 2);
  const double b = highest_chance(c.misses, c.trials, doubt / 2);
  const auto one_way = [&](double x, double y) { return 1 - delta - x > y ? std::log((1 - delta - x) / y) : 0.0; };
  return std::max(one_way(b, a), one_way(a, b));
}

double mean(Half scores) {
  return std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
}

// Between the means, where likelihood ratios have their best threshold; then so many quantiles.
std::vector<double> thresholds(const Halves& half, std::size_t most) {
  std::vector<double> all(half.original.begin(), half.original.end());
  all.insert(all.end(), half.replaced.begin(), half.replaced.end());
  std::sort(all.begin(), all.end());
  std::vector<double> chosen = {mean(half.original) / 2 + mean(half.replaced) / 2};
  const std::size_t gaps = all.size() - 1, tried = std::min(most, gaps);
  for (std::size_t i = 0; i < tried; ++i) {
    const std::size_t at = (2 * i + 1) * gaps / (2 * tried);
    chosen.push_back(all[at] / 2 + all[at + 1] / 2);
  }
  return chosen;
}

// The best of many guesses is best by luck. So each has only its part of the doubt, which costs most where errors are
// few and luck is large, and another one than the first has to be better by a margin.
Guess choose_guess(const std::vector<Scores>& statistics, double doubt) {
  Guess best;
  double most = -HUGE_VAL;
  const double margin = 3 / std::sqrt(static_cast<double>(first_half(statistics.front()).original.size()));
  const double part = doubt / static_cast<double>(2 * (kFewThresholds + 1) * statistics.size());
  bool is_first = true;
  for (std::size_t s = 0; s < statistics.size(); ++s) {
    const Halves half = first_half(statistics[s]);
    for (const double threshold : thresholds(half, kFewThresholds))
      for (const bool by_total : {true, false}) {
        const double mu = bound(count(half, threshold), by_total, part);
        if (!is_first && !(mu > most + margin)) continue;
        is_first = false;
        most = mu;
        best = {static_cast<int>(s), threshold, by_total};
      }
  }
  return best;
}

double measured_epsilon(const std::vector<Scores>& statistics, double doubt, double delta) {
  double most = -1, threshold = 0;
  const Scores* best = nullptr;
  for (const Scores& scores : statistics) {
    const Halves half = first_half(scores);
    for (const double t : thresholds(half, kManyThresholds)) {
      const double epsilon = epsilon_bound(count(half, t), doubt, delta);
      if (epsilon > most) most = epsilon, threshold = t, best = &scores;
    }
  }
  return epsilon_bound(count(second_half(*best), threshold), doubt, delta);
}

void fit(const Halves& half, double doubt, MuBound& result) {
  const auto certain = [](Half scores) {
    return std::any_of(scores.begin(), scores.end(), [](double s) { return std::abs(s) >= kCertain; });
  };
  if (certain(half.original) || certain(half.replaced)) return;
  const auto n = static_cast<double>(half.original.size());
  const Eigen::Map<const Eigen::ArrayXd> a(half.original.data(), half.original.size()),
      b(half.replaced.data(), half.replaced.size());
  const double variance = ((a - a.mean()).square().sum() + (b - b.mean()).square().sum()) / (2 * n - 2);
  if (!(variance > 0)) return;
  const double mu = (b.mean() - a.mean()) / std::sqrt(variance);
  const double error = std::sqrt(2 / n + mu * mu / (4 * n));  // That of the means and of what divides them.
  result.fitted = mu;
  result.fitted_lower = std::max(mu - normal_quantile(1 - doubt) * error, 0.0);
}

}  // namespace

MuBound bound_mu(const std::vector<Scores>& statistics, double confidence, Delta delta) {
  check(!statistics.empty(), "there is a score");
  for (const Scores& s : statistics)
    check(s.original.size() == s.replaced.size() && s.original.size() == statistics.front().original.size() &&
              s.original.size() >= 4,
          "there are as many scores in both worlds, and at least four");
  const double doubt = 1 - confidence;
  MuBound result;
  result.guess = choose_guess(statistics, doubt);
  const Halves half = second_half(statistics[result.guess.statistic]);
  const Counts counts = count(half, result.guess.threshold);
  result.trials = counts.trials;
  result.false_alarms = counts.false_alarms;
  result.misses = counts.misses;
  result.lower = std::max(bound(counts, result.guess.by_total, doubt), 0.0);
  result.epsilon_any_noise = measured_epsilon(statistics, doubt, delta.value());
  fit(half, doubt, result);
  return result;
}

double expected_bound(double mu, std::int64_t trials, double confidence) {
  const double right = boost::math::cdf(boost::math::normal(), mu / 2);
  const auto errors = static_cast<std::int64_t>(std::llround((1 - right) * 2 * static_cast<double>(trials)));
  return std::max(bound({trials, errors / 2, errors - errors / 2}, true, 1 - confidence), 0.0);
}

namespace {

// The share of `sorted` that is above.
double share_above(const std::vector<double>& sorted, double threshold) {
  const auto above = sorted.end() - std::upper_bound(sorted.begin(), sorted.end(), threshold);
  return static_cast<double>(above) / static_cast<double>(sorted.size());
}

// Hits where the share of false alarms is at most x: of the lowest threshold that leaves no more.
double hits_at(const std::vector<double>& original, const std::vector<double>& replaced, double x) {
  if (x < 0) return 0;
  const auto n = static_cast<double>(original.size());
  const auto alarms = static_cast<std::size_t>(std::floor(std::min(x, 1.0) * n));
  if (alarms >= original.size()) return 1;
  return share_above(replaced, original[original.size() - 1 - alarms]);
}

}  // namespace

std::vector<RocPoint> roc(const Scores& scores, int points, double confidence) {
  std::vector<double> original = scores.original, replaced = scores.replaced;
  std::sort(original.begin(), original.end());
  std::sort(replaced.begin(), replaced.end());
  std::vector<double> all = original;
  all.insert(all.end(), replaced.begin(), replaced.end());
  std::sort(all.begin(), all.end(), std::greater<>());
  const double d = std::sqrt(std::log(4 / (1 - confidence)) / (2 * static_cast<double>(original.size())));
  std::vector<RocPoint> curve;
  const auto add = [&](double x, double hits) {
    const double low = hits_at(original, replaced, x - d) - d, high = hits_at(original, replaced, x + d) + d;
    curve.push_back({x, hits, std::clamp(low, 0.0, hits), std::clamp(high, hits, 1.0)});
  };
  for (int i = 0; i < points - 1; ++i) {
    const double threshold = all[i * (all.size() - 1) / (points - 1)];
    add(share_above(original, threshold), share_above(replaced, threshold));
  }
  add(1, 1);
  return curve;
}

}  // namespace tacit
