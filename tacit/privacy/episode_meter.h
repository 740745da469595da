// How much each step of an episode may count, so that a whole episode is bounded however long it is.
//
// A step is in a cell: one of finitely many pairs of state and action. The first step of a user in a cell counts with
// the weight
//   w = min(limit, (1 - sum of the squares of this user's weights so far)^1/2),
// later steps in that cell with 0. `limit` is public and may differ from step to step. So the squares of a user's
// weights add up to at most 1 by induction, whatever the user does and however many steps there are, and two steps of
// one user are never in the same cell. A step whose limit is 0 is not there: a later one in its cell is the first. In
// floating point what is left is rounded down, however small a weight is, and the squares add up to at most 1 + 2^-52:
// far below the slack of a promise (promise.h).
//
// A weight depends on the public limit and on the cells that this user was in until now, the present one included, and
// on nothing that comes after: not on the reward of the step, nor on where it leads. Hence for any function y of both
//   E[w (y - E[y | cell]) | past] = 0,
// and regressions on weighted sums are not biased. A weight that looked at the reward would be.
//
// Proof of what follows for privacy: docs/privacy.md, "Whole episodes".
#pragma once

#include <cstdint>
#include <vector>

#include "tacit/core/linear_algebra.h"

namespace tacit {

class EpisodeMeter {
 public:
  explicit EpisodeMeter(Index cells) : newest_(cells, -1) {}

  /// The weight of the present user's next step. A cell out of range and a limit that is not a positive number count
  /// as nothing.
  double weigh(Index cell, double limit);
  void end_user() { ++user_, left_ = 1; }

 private:
  std::vector<std::int64_t> newest_;  ///< Who was in each cell last.
  std::int64_t user_ = 0;
  double left_ = 1;  ///< Of the squares.
};

}  // namespace tacit
