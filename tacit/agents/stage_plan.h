// One stage of one plan: action values as a function of the features.
//
// With n = |phi| in the norm of gram^-1 (for the reward it may be another matrix), for the optimistic and for the
// pessimistic side:
//   r = clip(reward_centre + reward'phi + side.reward_radius n + side.reward_bias u + side.reward_noise m,
//            reward_low, reward_high)
//   v = clip(side.centre + side.weights'phi + side.radius n + side.bias u + side.noise m, side.low, side.high)
//   Q = clip(r + v + side.outer_radius n, side.q_low, side.q_high)
// where u = ridge n^2 / |phi|^2 is the share of the prediction at phi that the ridge keeps at the centre (1 where
// nothing was seen, ridge / (ridge + visits) for one-hot features). The published planners use only the outer radius
// and clip little; the practical ones use the inner radii and clip to the range of the next value.
#pragma once

#include <limits>
#include <span>

#include "tacit/core/linear_algebra.h"

namespace tacit {

struct StagePlan {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  struct Side {
    Vector weights;
    double centre = 0, low = -kInfinity, high = kInfinity;
    double radius = 0, bias = 0, noise = 0, reward_radius = 0, reward_bias = 0, reward_noise = 0, outer_radius = 0;
    double q_low = -kInfinity, q_high = kInfinity;
  };

  Matrix gram;              ///< Regularised: what is inverted.
  Matrix whitening;         ///< Lower triangular W with |W phi|^2 = phi' gram^-1 phi.
  Matrix reward_whitening;  ///< The same for n of the reward, where it is another one; else empty.
  double ridge = 0;
  Vector reward;  ///< Known theta, or the regression of the reward.
  double reward_centre = 0, reward_low = -kInfinity, reward_high = kInfinity;
  Side optimistic, pessimistic;
  bool two_sided = false;  ///< Whether `pessimistic` is used.

  // For the variance weights: regression of the squared value of the next state, and the span of that value.
  Vector second;
  double second_centre = 0, span = 0;

  /// Sets gram and whitening from the regularised Gram matrix. Throws Defect unless it is positive definite.
  void set_gram(Matrix regularised);
  /// The matrix in whose inverse's norm n of the reward is measured.
  void set_reward_gram(const Matrix& regularised);
  Vector solve(const Vector& moment) const;
  /// phi' gram^-1 phi.
  double squared_norm(const double* phi) const;

  struct Values {
    double optimistic, pessimistic;
  };
  /// Action values of both sides for one feature vector (pessimistic 0 unless two_sided).
  Values evaluate(const double* phi) const;
  /// The same for rows of features (pessimistic untouched unless two_sided).
  void evaluate(const ConstMatrixView& features, double* optimistic_q, double* pessimistic_q) const;
  bool noisy() const { return optimistic.noise != 0 || optimistic.reward_noise != 0; }
};

/// The least optimistic action values of all these plans, and where they are two-sided the greatest pessimistic ones
/// (untouched otherwise), for rows of features. As matrix products, which `threads` threads share where that pays; the
/// numbers do not depend on how many.
void extreme_values(std::span<const StagePlan> plans, const ConstMatrixView& features, int threads,
                    double* optimistic_q, double* pessimistic_q);

}  // namespace tacit
