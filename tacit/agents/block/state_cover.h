// Finitely many states that stand for infinitely many.
//
// Anchors are points of the public cover, spread over it by the features of all their actions. A state is a mixture psi
// of two of them, its nearest and the one with which it is nearest to a mixture:
//   psi = argmin |F(x) - psi_i F(i) - psi_j F(j)|^2,   psi >= 0, psi_i + psi_j = 1,   F(x) the features of all actions.
// The chance of anchor i after phi, the expected psi_i, is linear in phi as all expectations are in a linear MDP: so
// the anchors are the states of a linear MDP in the same features, whose values at anchors differ from those of the
// true one only as far as a value is not linear between anchors. What that misses is a bias of the learner, never a
// matter of privacy: anchors are public, and psi is a function of the user's own next state.
//
// Features stay as they are, unlike those of finitely many states (feature_map.h): that they are not negative makes
// the noise smaller (privacy/accounting/stacked_sensitivity.h), and a rotation would hide it.
//
// Before data. States that are near each other share features, and what shares features is likely to be alike: with
// M = mean phi phi' over the cover and N = D^-1/2 M D^-1/2, D its diagonal, weights have covariances in proportion to
// N^4, each feature alike with those up to four steps of sharing away. For one-hot features that says nothing.
#pragma once

#include "tacit/agents/block/feature_map.h"
#include "tacit/core/linear_algebra.h"
#include "tacit/mdp/problem.h"

namespace tacit {

class StateCover {
 public:
  /// Of four anchors per dimension, and one. Keeps a reference.
  explicit StateCover(const Problem& problem);

  const Problem& problem() const { return problem_; }
  /// The problem whose states are the anchors. Throws Error where the features of the cover do not span all directions.
  MappedProblem surrogate() const;
  /// Writes psi of a state that the problem knows: a number per anchor.
  void mixture(const State& state, double* psi) const;

 private:
  const Problem& problem_;
  Matrix anchors_;    ///< F of each.
  Matrix distances_;  ///< Squared, between them.
};

}  // namespace tacit
