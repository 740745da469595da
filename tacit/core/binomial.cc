#include "tacit/core/binomial.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "tacit/core/error.h"

namespace tacit {
namespace {

// From here on rejection is valid; below, inversion adds up at most a few dozen terms.
constexpr double kFewSuccesses = 10;

// log n! less Stirling's approximation of it, log(sqrt(2 pi n) (n/e)^n).
double stirling_error(double n) {
  static constexpr double kExact[] = {0.0,
                                      0.081061466795327258,
                                      0.041340695955409294,
                                      0.027677925684998339,
                                      0.020790672103765094,
                                      0.016644691189821193,
                                      0.013876128823070748,
                                      0.011896709945891770,
                                      0.010411265261972096,
                                      0.0092554621827127329,
                                      0.0083305634333628713};
  if (n <= 10) return kExact[static_cast<int>(n)];
  const double s = 1 / (n * n);
  return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - 1.0 / 1188 * s) * s) * s) * s) / n;
}

// x log(x/m) + m - x: what an observation x costs where m is expected. By its series where x is close to m.
double deviance(double x, double m) {
  const double v = (x - m) / (x + m);
  if (std::abs(v) >= 0.1) return x * std::log(x / m) + m - x;
  double sum = (x - m) * v, term = 2 * x * v;
  for (int j = 1;; ++j) {
    term *= v * v;
    const double longer = sum + term / (2 * j + 1);
    if (longer == sum) return sum;
    sum = longer;
  }
}

std::int64_t by_inversion(std::int64_t trials, double p, Stream& stream) {
  const double odds = p / (1 - p), n = static_cast<double>(trials);
  double mass = std::exp(n * std::log1p(-p)), u = stream.uniform();
  std::int64_t k = 0;
  while (u >= mass && k < trials) {
    u -= mass;
    ++k;
    mass *= odds * (n - static_cast<double>(k - 1)) / static_cast<double>(k);
    if (mass == 0) break;  // Rounding left a crumb of u beyond all mass.
  }
  return k;
}

// p <= 1/2 and trials p >= 10. The constants are those of the paper.
std::int64_t by_rejection(std::int64_t trials, double p, Stream& stream) {
  const double n = static_cast<double>(trials), spread = std::sqrt(n * p * (1 - p));
  const double b = 1.15 + 2.53 * spread, a = -0.0873 + 0.0248 * b + 0.01 * p, centre = n * p + 0.5;
  const double alpha = (2.83 + 5.1 / b) * spread, squeeze = 0.92 - 4.2 / b;
  std::optional<double> at_mode;  // Most draws pass the squeeze and never need it.
  for (;;) {
    const double u = stream.uniform() - 0.5, v = 1 - stream.uniform(), edge = 0.5 - std::abs(u);
    if (edge <= 0) continue;  // u = -1/2, whose image is infinite.
    const double k = std::floor((2 * a / edge + b) * u + centre);
    if (edge >= 0.07 && v <= squeeze) return static_cast<std::int64_t>(k);
    if (k < 0 || k > n) continue;
    const auto count = static_cast<std::int64_t>(k);
    if (!at_mode) at_mode = log_binomial_mass(static_cast<std::int64_t>((n + 1) * p), trials, p);
    if (std::log(v * alpha / (a / (edge * edge) + b)) <= log_binomial_mass(count, trials, p) - *at_mode) return count;
  }
}

}  // namespace

double log_binomial_mass(std::int64_t k, std::int64_t trials, double p) {
  const double n = static_cast<double>(trials), x = static_cast<double>(k), y = n - x;
  if (k == 0) return n * std::log1p(-p);
  if (k == trials) return n * std::log(p);
  return stirling_error(n) - stirling_error(x) - stirling_error(y) - deviance(x, n * p) - deviance(y, n * (1 - p)) +
         0.5 * std::log(n / (2 * std::numbers::pi * x * y));
}

std::int64_t binomial(std::int64_t trials, double p, Stream& stream) {
  check(trials >= 0 && trials <= kMostTrials && p >= 0 && p <= 1, "a binomial law has its parameters");
  if (trials == 0 || p == 0) return 0;
  if (p == 1) return trials;
  if (p > 0.5) return trials - binomial(trials, 1 - p, stream);
  return static_cast<double>(trials) * p < kFewSuccesses ? by_inversion(trials, p, stream)
                                                         : by_rejection(trials, p, stream);
}

Multinomial::Multinomial(std::size_t cells) {
  check(cells >= 1, "units need a cell");
  while (leaves_ < cells) leaves_ *= 2;
  weight_.resize(2 * leaves_);
  count_.resize(2 * leaves_);
}

void Multinomial::split(std::int64_t units, std::span<const double> weights, Stream& stream,
                        std::span<std::int64_t> counts) {
  check(weights.size() <= leaves_ && weights.size() == counts.size(), "every cell has a weight and a count");
  for (std::size_t i = 0; i < leaves_; ++i) weight_[leaves_ + i] = i < weights.size() ? std::max(weights[i], 0.0) : 0.0;
  for (std::size_t i = leaves_ - 1; i >= 1; --i) weight_[i] = weight_[2 * i] + weight_[2 * i + 1];
  check(weight_[1] > 0 && std::isfinite(weight_[1]), "some cell has a positive weight");
  count_[1] = units;
  for (std::size_t i = 1; i < leaves_; ++i) {
    const double left = weight_[2 * i], right = weight_[2 * i + 1];
    // By the smaller half: 1 - p would lose what a tiny weight has.
    const bool by_left = left <= right;
    const std::int64_t smaller = count_[i] > 0 ? binomial(count_[i], (by_left ? left : right) / weight_[i], stream) : 0;
    count_[2 * i + (by_left ? 0 : 1)] = smaller;
    count_[2 * i + (by_left ? 1 : 0)] = count_[i] - smaller;
  }
  std::copy_n(count_.begin() + static_cast<std::ptrdiff_t>(leaves_), counts.size(), counts.begin());
}

}  // namespace tacit
