// Stages that may be alike: what one stage tells about another, without assuming that it tells anything.
//
// Stages come in groups, as weekdays and weekends do, and nobody says how many there are. In a group stage j's weights
// are w_j = common + own_j with common ~ N(0, (1-kappa) C0) and own_j ~ N(0, kappa C0): kappa = 1 is a stage that has
// nothing to do with others, kappa near 0 one model for all. What was seen at stage j is a Gaussian likelihood,
// exp(b_j'w_j - w_j'L_j w_j / 2). In units where C0 = I:
//   integrating own_j out leaves a likelihood of `common` with precision L_j (I + kappa L_j)^-1 and information
//   (I + kappa L_j)^-1 b_j, and the factor det(I + kappa L_j)^-1/2 exp(kappa b_j' (I + kappa L_j)^-1 b_j / 2);
//   with L and b the sums of these over a group, integrating `common` out leaves
//   det(I + (1-kappa) L)^-1/2 exp((1-kappa) b' (I + (1-kappa) L)^-1 b / 2).
// Groups and their kappas are the likeliest that are found by joining groups, two at a time, from each stage by itself
// on (empirical Bayes). Before data large groups are likelier: a group of n counts ((n-1)!)^1/2, the root of what a
// Chinese restaurant has it (Pitman 2006).
//
// A stage that stays by itself still learns from the largest group, with a large kappa, and tells it nothing. Else
// a stage that differs in what it saw, or seems to, would forget what others know about what it never saw.
#pragma once

#include <vector>

#include "tacit/core/linear_algebra.h"

namespace tacit {

/// exp(information'w - w'precision w / 2); several columns are several targets with one precision.
struct LinearEvidence {
  Matrix precision;
  Eigen::MatrixXd information;
};

struct Posterior {
  Eigen::MatrixXd mean;  ///< A column per target.
  Matrix covariance;     ///< The covariance of each.
};

class StagePool {
 public:
  /// `root`: L with L L' = C0. `pooled` false: stages have nothing to do with each other. `threads`: that share the
  /// work; no result depends on how many.
  StagePool(std::vector<LinearEvidence> stages, const Matrix& root, bool pooled, int threads = 1);

  /// What is known of the weights of a stage.
  Posterior posterior(std::size_t stage) const;
  /// The logarithm of how likely what was seen is, with the groups as they are; up to what does not depend on C0.
  double likelihood() const;

 private:
  struct Group {
    double kappa;
    LinearEvidence sum;  ///< What its stages say of `common`, summed.
  };
  struct Place {
    std::size_t group = 0;
    double kappa = 1;
    LinearEvidence told = {};  ///< What the stage says of `common`.
  };
  Matrix root_;
  std::vector<LinearEvidence> stages_;  ///< What was seen, in units where C0 = I, as all that follows.
  std::vector<Place> places_;           ///< Where each stage is; empty: all are by themselves.
  std::vector<Group> groups_;
  double grouped_ = 0;  ///< The likelihood, where there are groups.
};

}  // namespace tacit
