// Finitely many functions of the state that stand for infinitely many states.
//
// Where the state space is infinite, a private learner cannot keep a successor matrix with a row per state. It keeps
// one with a row per anchor: m public points, spread over the public cover (farthest-point insertion on the feature
// blocks, Gonzalez 1985). A state belongs to its two nearest anchors, in proportion to the nearness of each:
//   psi_i = d_j / (d_i + d_j),   psi_j = d_i / (d_i + d_j),   so psi >= 0, sum psi = 1 and |psi| <= 1,
// which on a line are hat functions wherever the two nearest anchors lie on both sides. A function V of the state
// becomes coefficients: the least-squares fit of V by sum_i coefficient_i psi_i on the cover. What the fit misses is a
// bias of the learner, never a matter of privacy: the anchors are public, and psi is a function of the user's own next
// state.
#pragma once

#include <vector>

#include "tacit/core/linear_algebra.h"
#include "tacit/mdp/problem.h"

namespace tacit {

class StateBasis {
 public:
  /// At most `anchors` of them. Keeps a reference to `problem`.
  StateBasis(const Problem& problem, Index anchors);

  Index size() const { return static_cast<Index>(anchors_.size()); }
  /// Writes psi of a state.
  void weights(const State& state, double* psi) const;
  /// anchors x points: coefficients = fit * values at the public points.
  const Matrix& fit() const { return fit_; }

 private:
  double squared_distance(const double* features, Index anchor) const;

  const Problem& problem_;
  std::vector<Index> anchors_;  ///< Public points.
  Matrix fit_;
};

}  // namespace tacit
