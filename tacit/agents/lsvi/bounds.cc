#include "tacit/agents/lsvi/bounds.h"

#include <cmath>
#include <utility>

namespace tacit {

TheorySize theory_size(double dimension, double horizon, double episodes, bool rewards_learned) {
  return {dimension, horizon, episodes, std::sqrt(dimension), rewards_learned};
}

TheorySize theory_size(const Problem& problem, std::int64_t episodes) {
  return {static_cast<double>(problem.dimension), static_cast<double>(problem.horizon), static_cast<double>(episodes),
          problem.measure_norm, !problem.rewards_known()};
}

// |G| <= s (2 sqrt(d) + t) but for probability 2 exp(-t^2/4): E |G| <= 2 s sqrt(d), and G = s (Z + Z')/sqrt(2) is
// s sqrt(2)-Lipschitz in Z. For `count` matrices t = 2 sqrt(log(2 count/p)).
double eta(double scale, double dimension, double count, double failure) {
  return scale * (2 * std::sqrt(dimension) + 2 * std::sqrt(std::log(2 * count / failure)));
}

// The product over stages of det Lam_h starts at ridge^(dH), ends at most at (ridge + K/d)^(dH) (the trace, and the
// inequality of means), and doubles with every switch, since no stage's determinant falls.
double doubling_bound(const TheorySize& size, double ridge) {
  return size.dimension * size.horizon * std::log1p(size.episodes / (size.dimension * ridge)) / std::log(2.0);
}

RegretBound regret_bound(std::string name, std::string form, const TheorySize& size,
                         const std::function<double(const TheorySize&)>& bound) {
  const auto informative = [&](double log10_episodes) {
    TheorySize other = size;
    other.episodes = std::pow(10, log10_episodes);
    return bound(other) < other.trivial_bound();
  };
  RegretBound result{std::move(name), std::move(form), bound(size), std::nullopt};
  double low = 0, high = 100;
  if (!informative(high)) return result;
  for (int i = 0; i < 60 && !informative(low); ++i) {
    const double middle = (low + high) / 2;
    if (informative(middle)) {
      high = middle;
    } else {
      low = middle;
    }
  }
  result.informative_from = std::pow(10, informative(low) ? low : high);
  return result;
}

// A unit phi has phi' Lam^-1 phi >= 1/(phi' Lam phi) >= 1/(ridge + sum of w |phi|^2). And the least eigenvalue of a sum
// of matrices w phi phi' is at most its trace over d.
FinalBonus final_bonus(const TheorySize& size, double radius, double ridge, double weight) {
  FinalBonus f;
  f.norm = 1 / std::sqrt(ridge + weight);
  f.spread_norm = 1 / std::sqrt(ridge + weight / size.dimension);
  f.bonus = radius * f.norm;
  f.spread_bonus = radius * f.spread_norm;
  return f;
}

}  // namespace tacit
