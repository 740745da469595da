// Features as a learner would choose them: a public change of basis before the first user.
//
// What a user adds is bounded by the length of phi, but what it tells depends on the directions in which the public
// rows differ. So the rows are rotated to an orthonormal basis of their span (null directions are dropped) and mapped
// by the inverse root of their D-optimal design, which makes the smallest ellipsoid around them a ball (Kiefer and
// Wolfowitz 1960; multiplicative updates, Titterington 1976), then scaled so that the longest has length 1. Linear in
// phi, so a linear MDP stays one; a function of public rows alone.
//
// In every linear MDP some c has phi'c = 1 for all rows, since probabilities add up to 1.
//
// What happens in Problem::ended is known, so its rows are left out of all that, whatever their features are, and get
// one coordinate of their own, the last: 1 there and 0 elsewhere. That is a linear MDP again (the measure in that
// coordinate is certain of `ended`) and the same ellipsoid: where a row shares no direction with others, the optimal
// design gives its direction the share of one and the others what they have among themselves. The coordinates before
// it are those in which something is to be learned.
#pragma once

#include "tacit/core/linear_algebra.h"
#include "tacit/mdp/problem.h"

namespace tacit {

/// The same problem in mapped features; keeps what is known of the rewards.
struct MappedProblem {
  Problem problem;
  // All of these in the coordinates that are learned.
  Vector constant;  ///< c.
  Matrix corners;   ///< Rows that the design is made of, at most 4d of them: about all others are mixtures of these.
  /// The precision of weights before data, in units in which that of a prediction is 1/d on average over rows: the mean
  /// of phi phi' over all rows but those of `ended`; with infinitely many states a smoother one (state_cover.h).
  Matrix prior;

  /// How many coordinates are learned: all, or all but the last.
  Index learned() const { return constant.size(); }
};

/// Finite state spaces only.
MappedProblem mapped(const Problem& problem);

}  // namespace tacit
