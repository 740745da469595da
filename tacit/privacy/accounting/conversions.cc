#include "tacit/privacy/accounting/conversions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "tacit/core/error.h"

namespace tacit {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kUlp = std::numeric_limits<double>::epsilon();
constexpr double kUp = 1 + 8 * kUlp, kDown = 1 - 8 * kUlp;

// Between `good`, where a claim holds, and `bad`, where it does not: the last point towards `bad` seen to hold.
template <typename Claim>
double last_good(double good, double bad, const Claim& holds) {
  for (;;) {
    const double middle = good + (bad - good) / 2;
    if (std::abs(bad - good) <= kUlp * std::max(good, bad) || middle == good || middle == bad) return good;
    (holds(middle) ? good : bad) = middle;
  }
}

double log_inverse(Delta delta) { return -std::log(delta.value()) * kUp; }

// The integral over t > 0 of e^(-a t - t^2/2) (1 - e^(-mu t)), for a >= -1: equation (1) without phi(a); Mills' ratio
// of a for mu = infinity. Trapezium rule after the double-exponential substitution t = s exp(u - e^-u) (Takahasi and
// Mori 1974); the decay length s makes one grid do for every a. Step 1/16 gives all digits, 1/12 would.
double upper_tail(double a, double mu) {
  struct Node {
    double t, weight;
  };
  static const auto grid = [] {
    std::array<Node, 165> nodes{};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const double u = -4.25 + 0.0625 * static_cast<double>(i), e = std::exp(-u), t = std::exp(u - e);
      nodes[i] = {t, 0.0625 * t * (1 + e)};
    }
    return nodes;
  }();
  const double s = 1 / std::max(1.0, a);
  double sum = 0;
  for (const Node& node : grid) {
    const double t = s * node.t;
    sum += node.weight * std::exp(-t * (a + t / 2)) * -std::expm1(-mu * t);
  }
  return s * sum;
}

// M(a) - M(a + mu). Where mu is large the integrand of the difference bends too sharply for the grid, but then the
// difference loses no digits.
double mills_drop(double a, double mu) {
  if (mu < 4 * std::max(1.0, a)) return upper_tail(a, mu);
  return upper_tail(a, kInfinity) - upper_tail(a + mu, kInfinity);
}

// ln delta of equation (1), mu > 0, with its evaluation error added. The remainder of epsilon/mu keeps a accurate where
// epsilon/mu and mu/2 nearly cancel.
double log_delta_above(double mu, double epsilon) {
  const double quotient = epsilon / mu;
  if (quotient > 1e150) return -kInfinity;
  const double a = (quotient - mu / 2) + std::fma(-quotient, mu, epsilon) / mu;
  const double log_density = -a * a / 2 - 0.5 * std::log(2 * std::numbers::pi);
  double log_delta;
  if (a < -1) {  // delta is near 1: subtract from 1 what is missing.
    const double missing = 0.5 * std::erfc(-a / std::numbers::sqrt2) +
                           (log_density < -740 ? 0 : std::exp(log_density)) * upper_tail(a + mu, kInfinity);
    log_delta = std::log1p(-missing);
  } else {
    log_delta = log_density + std::log(mills_drop(a, mu));
  }
  return log_delta + 1e-12 + 8 * kUlp * std::abs(log_delta);
}

// g(x) of equation (2), with its evaluation error added.
double tight_epsilon_above(double x, double rho, double l) {
  const double order = (1 + x) * rho, entropy = std::log1p(1 / x), log_order = std::log1p(x);
  const double value = order - entropy + (l - log_order) / x;
  return value + 4 * kUlp * (order + entropy + (l + log_order) / x);
}

// The rho for which g(x) = epsilon, with its evaluation error taken off.
double tight_rho_below(double x, double epsilon, double l) {
  const double entropy = std::log1p(1 / x), log_order = std::log1p(x);
  const double value = epsilon + entropy - (l - log_order) / x;
  return std::max(0.0, (value - 4 * kUlp * (epsilon + entropy + (l + log_order) / x)) / (1 + x) * kDown);
}

}  // namespace

double gdp_delta(Mu mu, Epsilon epsilon) {
  if (mu.value() == 0) return 0;
  // One step up, since the exponential may have been rounded down among the subnormal numbers.
  return std::min(1.0, std::nextafter(std::exp(log_delta_above(mu.value(), epsilon.value())), 2.0));
}

Epsilon gdp_epsilon(Mu mu, Delta delta) {
  if (mu.value() == 0) return Epsilon(0);
  const double target = std::log(delta.value());
  const auto holds = [&](double epsilon) { return log_delta_above(mu.value(), epsilon) <= target; };
  if (holds(0)) return Epsilon(0);
  double good = mu.value() * (mu.value() / 2 + std::sqrt(2 * log_inverse(delta)));  // The simple zCDP bound.
  while (std::isfinite(good) && !holds(good)) good *= 2;
  return Epsilon(last_good(good, 0, holds));
}

Mu gdp_mu(Epsilon epsilon, Delta delta) {
  const double target = std::log(delta.value());
  const auto holds = [&](double mu) { return mu == 0 || log_delta_above(mu, epsilon.value()) <= target; };
  double good = gaussian_mu(zcdp_simple_rho(epsilon, delta)).value();
  if (!holds(good)) good = 0;
  double bad = std::max(2 * good, delta.value());
  while (holds(bad)) good = bad, bad *= 2;
  return Mu(last_good(good, bad, holds));
}

Epsilon zcdp_simple_epsilon(Rho rho, Delta delta) {
  return Epsilon((rho.value() + 2 * std::sqrt(rho.value()) * std::sqrt(log_inverse(delta))) * kUp);
}

Rho zcdp_simple_rho(Epsilon epsilon, Delta delta) {
  const double l = log_inverse(delta);
  const double root = epsilon.value() / (std::sqrt(l + epsilon.value()) + std::sqrt(l));
  return Rho(root * root * kDown);
}

Epsilon zcdp_tight_epsilon(Rho rho, Delta delta) {
  if (rho.value() == 0) return Epsilon(0);
  const double l = log_inverse(delta), r = rho.value();
  const double beyond = std::min(std::sqrt(l) / std::sqrt(r), std::expm1(l));
  const double x = last_good(beyond, 0, [&](double y) { return r * y * y + std::log1p(y) >= l; });
  return Epsilon(std::max(0.0, tight_epsilon_above(x, r, l)));
}

Rho zcdp_tight_rho(Epsilon epsilon, Delta delta) {
  const double l = log_inverse(delta);
  // At the best x, rho = (l - ln(1 + x))/x^2; put into (2), this is an epsilon that falls as x grows.
  const auto above = [&](double x) {
    return (l - std::log1p(x)) / x * ((1 + 2 * x) / x) - std::log1p(1 / x) > epsilon.value();
  };
  double low = 1, high = 1;
  while (!above(low)) low /= 2;
  while (above(high)) high *= 2;
  return Rho(tight_rho_below(last_good(low, high, above), epsilon.value(), l));
}

Rho zcdp_rho(Mu mu) { return Rho(mu.value() * mu.value() / 2 * kUp); }
Mu gaussian_mu(Rho rho) { return Mu(std::sqrt(2 * rho.value()) * kDown); }

Epsilon epsilon_by(Theorem theorem, Mu mu, Delta delta) {
  switch (theorem) {
    case Theorem::gdp_exact:
      return gdp_epsilon(mu, delta);
    case Theorem::zcdp_tight:
      return zcdp_tight_epsilon(zcdp_rho(mu), delta);
    case Theorem::zcdp_simple:
      return zcdp_simple_epsilon(zcdp_rho(mu), delta);
  }
  throw Defect("unknown theorem");
}

Mu mu_by(Theorem theorem, Epsilon epsilon, Delta delta) {
  switch (theorem) {
    case Theorem::gdp_exact:
      return gdp_mu(epsilon, delta);
    case Theorem::zcdp_tight:
      return gaussian_mu(zcdp_tight_rho(epsilon, delta));
    case Theorem::zcdp_simple:
      return gaussian_mu(zcdp_simple_rho(epsilon, delta));
  }
  throw Defect("unknown theorem");
}

std::string to_text(Theorem theorem) {
  return theorem == Theorem::gdp_exact ? "gdp-exact" : theorem == Theorem::zcdp_tight ? "zcdp-tight" : "zcdp-simple";
}

Theorem parse_theorem(const std::string& text, const std::string& field) {
  for (const auto theorem : {Theorem::gdp_exact, Theorem::zcdp_tight, Theorem::zcdp_simple})
    if (text == to_text(theorem)) return theorem;
  throw Error(field, "'" + text.substr(0, 60) + "'", "gdp-exact, zcdp-tight or zcdp-simple");
}

std::string citation(Theorem theorem) {
  switch (theorem) {
    case Theorem::gdp_exact:
      return "Dong, Roth and Su 2022, Corollary 2.13; Balle and Wang 2018, Theorem 8 (continuous Gaussian noise only)";
    case Theorem::zcdp_tight:
      return "Canonne, Kamath and Steinke 2020, Proposition 12 (continuous or discrete Gaussian noise)";
    case Theorem::zcdp_simple:
      return "Bun and Steinke 2016, Proposition 1.3 (continuous or discrete Gaussian noise)";
  }
  throw Defect("unknown theorem");
}

std::vector<CurvePoint> epsilon_curve(Theorem theorem, Mu mu) {
  std::vector<CurvePoint> curve;
  for (const double delta : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12})
    curve.push_back({Delta(delta), epsilon_by(theorem, mu, Delta(delta))});
  return curve;
}

}  // namespace tacit
