// The words in which theorems are stated: the size of a problem, a bound on switches, on regret, on noise, and what is
// left of a bonus at the end. agents/lsvi/theory.h has what each paper says.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "tacit/mdp/problem.h"

namespace tacit {

/// A problem as the theorems see it. K is a real number: bounds are looked up beyond what can be run.
struct TheorySize {
  double dimension = 1, horizon = 1, episodes = 1;
  double measure_norm = 1;  ///< sqrt(dimension) in the papers.
  bool rewards_learned = false;

  /// The most that any agent can lose: H K.
  double trivial_bound() const { return horizon * episodes; }
};
/// With the papers' measure_norm.
TheorySize theory_size(double dimension, double horizon, double episodes, bool rewards_learned);
TheorySize theory_size(const Problem& problem, std::int64_t episodes);

/// eta: with probability 1 - failure none of `count` noise matrices of the GOE of scale s has a spectral norm above it.
double eta(double scale, double dimension, double count, double failure);
/// d H log2(1 + K/(d ridge)): how often some stage's determinant can double, with exact matrices that start at ridge I
/// and weights at most 1.
double doubling_bound(const TheorySize& size, double ridge);

/// A bound on the regret, as its authors state it.
struct RegretBound {
  std::string name;  ///< Which statement: "theorem", "proof", ...
  std::string form;
  double value = 0;
  /// The number of episodes from which on it is below H K; none where it is not at K = 1e100.
  std::optional<double> informative_from;
};
/// The bound at size.episodes, and where it crosses H K (bisection: the bounds here cross it once or never).
RegretBound regret_bound(std::string name, std::string form, const TheorySize& size,
                         const std::function<double(const TheorySize&)>& bound);

/// What is left of a bonus at the end. Q is capped at H: a bonus above H says nothing about an action.
struct FinalBonus {
  double norm = 0;         ///< Least |phi| in Lam^-1 of a unit phi: all K users showed phi, with the largest weights.
  double bonus = 0;        ///< radius * norm.
  double spread_norm = 0;  ///< However users behave, some unit phi keeps at least this: they share d directions.
  double spread_bonus = 0;
};
/// `ridge` bounds the ridge with its noise from above, `weight` the sum of w |phi|^2 over all K users.
FinalBonus final_bonus(const TheorySize& size, double radius, double ridge, double weight);

}  // namespace tacit
