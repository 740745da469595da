// How well scores tell two worlds apart, as a lower bound on mu.
//
// An attack gives every run of either world a score and guesses "replaced" above a threshold. With a the chance of a
// false alarm and b that of a miss, whatever is mu-GDP has (Dong, Roth and Su 2022)
//     mu >= Phi^-1(1 - a) - Phi^-1(b),        and hence, with p the chance of a right guess in a world chosen by a
//     coin, mu >= 2 Phi^-1(p).
// So an upper bound on both error rates, or a lower bound on the chance of a right guess, is a lower bound on mu. Both
// are exact (clopper_pearson.h): they assume nothing about the law of the scores. Which of several scores is used,
// which threshold and which of the two inequalities is chosen on the first half of the runs; the errors are counted on
// the second half, which had no say. So one statement is made, and it needs no correction for what was tried.
//
// Beside it stands what a Gaussian fit to the second half says: sharper, and true only as far as scores are Gaussian.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tacit/privacy/accounting/budget.h"

namespace tacit {

/// Score of a world that is certain, and the largest there is.
inline constexpr double kCertain = 1e12;

/// One score per run and world.
struct Scores {
  std::vector<double> original, replaced;
};

/// What is decided on the first half.
struct Guess {
  int statistic = 0;      ///< Which score.
  double threshold = 0;   ///< Above it: "replaced".
  bool by_total = false;  ///< The second inequality, not the first.
};

struct MuBound {
  Guess guess;
  std::int64_t trials = 0;  ///< Per world: the second half.
  std::int64_t false_alarms = 0, misses = 0;
  double lower = 0;  ///< The exact lower bound on mu; not below 0.
  /// At any noise, from the error rates alone: the largest epsilon that some threshold shows at delta.
  double epsilon_any_noise = 0;
  std::optional<double> fitted, fitted_lower;  ///< Mu by the Gaussian fit; none where scores are certain.
};

/// The bound that holds with probability `confidence`. At least four runs per world, as many in both, and at least one
/// statistic.
MuBound bound_mu(const std::vector<Scores>& statistics, double confidence, Delta delta);

/// What the bound would be if the attack were as good as any on a mechanism of this mu, with `trials` per world
/// counted.
double expected_bound(double mu, std::int64_t trials, double confidence);

/// False alarms and hits of a score, as the threshold falls, and a band that holds the whole true curve at once.
struct RocPoint {
  double false_alarms, hits;
  double low, high;  ///< Bounds on the true share of hits at this share of false alarms.
};
/// At most `points` of them, from (0, 0) to (1, 1). Shares of n runs stray from chances by at most d at every threshold
/// and in both worlds, d^2 = log(4/(1 - confidence))/(2n) (Dvoretzky, Kiefer, Wolfowitz, Massart): so the true curve at
/// x lies between the seen one at x - d, less d, and the seen one at x + d, plus d.
std::vector<RocPoint> roc(const Scores& scores, int points, double confidence);

}  // namespace tacit
