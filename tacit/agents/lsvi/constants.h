// The constants of the planners: ridge, confidence radii and their multipliers.
//
// Radii are kept per unit of span, for weights that are at most 1: a bonus is span * radius * |phi| in the norm of the
// inverse Gram matrix, where the span is the length of the interval that the value of the next state lies in. With the
// span H that the papers use this is their bonus. In their scale (weights sb^-2 <= 1/H) |phi| is sqrt(H) times ours and
// lambda is ours / H; so LSVI-UCB++'s radius / H * sqrt(H) stands here.
//
//   theory     the published formulas with 1 inside every O(.): nothing centred, nothing clipped beyond the papers.
//   practical  targets centred on the middle of their range, predictions clipped to it, bonuses scaled by it, and the
//              multipliers below. Privacy never depends on any of them.
#pragma once

#include <cstdint>

#include "tacit/mdp/problem.h"

namespace tacit {

enum class Family {
  lsvi_ucb,           ///< Jin, Yang, Wang and Jordan 2020
  lsvi_ucb_plus_plus  ///< He, Zhao, Zhou and Gu 2023
};
enum class Bonus { bernstein, hoeffding };

/// Whose radii and ridge: the family's own for exact sums, or those of a private algorithm, whose ridge outweighs the
/// noise on its Gram matrices.
enum class Confidence {
  family,
  luyo,  ///< Luyo, Garcelon, Lazaric and Pirotta 2021
  ngo,   ///< Ngo, Vietri and Wu 2022
  paper  ///< Sahu 2025; with the LSVI-UCB++ family and weights at most 1/H
};

/// Noise on released Gram matrices.
struct GramNoise {
  double scale = 0;     ///< The largest scale s of the Gaussian orthogonal ensemble.
  double matrices = 1;  ///< How many are released.
  double rho = 1;       ///< What everything that is released costs.
};

/// Failure probability of the radii.
inline constexpr double kFailure = 0.05;

/// What multiplies the published radii in the practical planners; see docs/algorithms.md for how they were chosen.
struct Multipliers {
  double beta = 1;  ///< Bonus.
  double bias =
      0;  ///< Optimism of a ridge that shrinks to the middle of the range: 1 reaches its end where nothing was seen.
  double e = 1;      ///< Error of the variance estimate (E).
  double d = 1;      ///< Distance of the optimistic from the pessimistic value (D).
  double floor = 1;  ///< The term 4 d^6 H^4 |phi|.
  // For released sums with noise:
  double shift = 1;  ///< Ridge added, in spectral norms 2 sqrt(d) s of the noise on the Gram matrix.
  double eigen = 0;  ///< Eigenvalues of the shifted matrix are raised to this part of its ridge.
  double noise = 0;  ///< Bonus for the noise of the moments, in standard deviations.
};

/// What the planner that weighs noise (noisy_regression.h) believes before any data, and how far it trusts the rest.
/// In units of the range of the target: 1 for a reward, that of the next value otherwise. 0 deviations: not used.
struct NoiseWeighing {
  double bonus = 0;            ///< In standard deviations of the prediction.
  double deviation = 0;        ///< The deviation of each weight of the regression before data.
  double reward_variance = 0;  ///< The variance of a reward given the features.
  double value_variance = 0;   ///< The variance of the next value given the features.
  bool used() const { return deviation > 0; }
};

struct Constants {
  bool practical = true;
  /// LSVI-UCB++: action values are the extremes over all plans, not those of the newest plan.
  bool keep_extremes = false;
  double weight_scale = 1;    ///< Weights that a regression sees are so many times those of the formulas.
  bool joint_reward = false;  ///< LSVI-UCB: a learned reward is regressed together with the value, not by itself.
  double ridge = 1;
  Multipliers multipliers = {};
  NoiseWeighing weighing = {};
  /// Per unit of span, multipliers included.
  double optimistic = 0, pessimistic = 0, reward = 0;
  /// Per unit of span (or its square), without multipliers; used by the variance weights.
  double hoeffding = 0, second = 0;
};

struct ConstantsChoice {
  Family family = Family::lsvi_ucb;
  Bonus bonus = Bonus::bernstein;
  Confidence confidence = Confidence::family;
  bool practical = true;
  bool joint_reward = false;
  /// Weights that a regression sees are so many times those that the formulas mean.
  double weight_scale = 1;
  // The rest is used with practical constants only.
  bool keep_extremes = false;
  Multipliers multipliers = {};
  NoiseWeighing weighing = {};
  double ridge = 1;
};

/// `noise`: that of the Gram matrices, where the confidence is that of a private algorithm.
Constants make_constants(const Problem& problem, const ConstantsChoice& choice, std::int64_t episodes,
                         const GramNoise& noise = {});

}  // namespace tacit
