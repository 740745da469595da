// Stages that may be alike: what one stage tells about another, without assuming that it tells anything.
//
// Stage j's weights are w_j = common + own_j with common ~ N(0, (1-kappa) C0) and own_j ~ N(0, kappa C0): kappa = 1 is
// stages that have nothing to do with each other, kappa near 0 one model for all. What was seen at stage j is a
// Gaussian likelihood, exp(b_j'w_j - w_j'L_j w_j / 2). kappa is the one of a few under which all that was seen is most
// likely (empirical Bayes), and a stage that is likelier by itself leaves the pool. In units where C0 = I:
//   integrating own_j out leaves a likelihood of `common` with precision L_j (I + kappa L_j)^-1 and information
//   (I + kappa L_j)^-1 b_j, and the factor det(I + kappa L_j)^-1/2 exp(kappa b_j' (I + kappa L_j)^-1 b_j / 2).
#pragma once

#include <vector>

#include "tacit/core/linear_algebra.h"

namespace tacit {

/// exp(information'w - w'precision w / 2); several columns are several targets with one precision.
struct Evidence {
  Matrix precision;
  Eigen::MatrixXd information;
};

struct Posterior {
  Eigen::MatrixXd mean;  ///< A column per target.
  Matrix covariance;     ///< Of each.
};

class StagePool {
 public:
  /// In units where C0 = I. `pooled` false: stages have nothing to do with each other.
  StagePool(std::vector<Evidence> stages, bool pooled);

  /// Of the weights of a stage.
  Posterior posterior(std::size_t stage) const;

 private:
  std::vector<Evidence> stages_, of_common_;  ///< What was seen; what a stage of the pool says of `common`.
  std::vector<bool> inside_;
  double kappa_ = 1;
  Evidence sum_;  ///< Of `of_common_` inside.
};

}  // namespace tacit
