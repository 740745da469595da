// Features as a learner would choose them: a public change of basis before the first user.
//
// What a user adds is bounded by the length of phi, but what it tells depends on the directions in which the public
// rows differ. So the rows are rotated to an orthonormal basis of their span (null directions are dropped) and mapped
// by the inverse root of their D-optimal design, which makes the smallest ellipsoid around them a ball (Kiefer and
// Wolfowitz 1960; multiplicative updates, Titterington 1976), then scaled so that the longest has length 1. Linear in
// phi, so a linear MDP stays one; a function of public rows alone.
//
// In every linear MDP some c has phi'c = 1 for all rows, since probabilities add up to 1.
#pragma once

#include "tacit/core/linear_algebra.h"
#include "tacit/mdp/problem.h"

namespace tacit {

/// The same problem in mapped features. Finite state spaces only; keeps what is known of the rewards.
struct MappedProblem {
  Problem problem;
  Vector constant;  ///< c.
  Matrix corners;   ///< Rows that the design is made of, at most 4d of them: about all others are mixtures of these.
};

MappedProblem mapped(const Problem& problem);

/// The mean of phi phi' over all rows.
Matrix mean_square(const Matrix& rows);

}  // namespace tacit
