// How far one user can move each statistic of a task by itself (vault.h has the statistics).
//
// Proof: docs/privacy.md, "Sensitivities"; stacked_sensitivity.h bounds all of them together.
#pragma once

#include "tacit/privacy/accounting/budget.h"
#include "tacit/privacy/billboard.h"
#include "tacit/privacy/vault_shape.h"

namespace tacit {

/// L2 sensitivity of the sums of one task to one user, Frobenius for the Gram matrix.
struct Sensitivities {
  double gram, response, outcomes;

  /// With |phi| <= 1, w >= 0 and w |phi| <= 1, for two users (w, x, y, psi) and (v, z, .., ..), x and z their features.
  /// Each alone: |w x x'|_F = w |x|^2 <= |x| <= 1, |w x| <= 1 and |w x psi'|_F <= 1. Apart:
  ///   gram      |w x x' - v z z'|_F^2 = w^2 |x|^4 + v^2 |z|^4 - 2 w v (x.z)^2 <= 2; one alone: 1
  ///   response  each has length at most m = max(centre, 1 - centre); opposite ones are 2m apart; one alone: m.
  ///             Non-negative features: sqrt(2) m apart for responses on one side of the centre, and for responses on
  ///             both sides centre + (1 - centre) = 1 apart: the larger of the two
  ///   outcomes  both psi of length at most 1 and non-negative: the square is at most 2 - 2 w v (x.z)(psi.psi), so at
  ///             most 4: 2; with non-negative features at most 2: sqrt(2); one alone: 1
  static Sensitivities of(Adjacency adjacency, bool non_negative_features, double response_centre);
  /// The same for the sums of this shape. With cells the weights of a user have squares that add up to at most 1, so
  /// its Gram matrix and its outcomes are at most 1 long and not negative: two are 2^1/2 apart. Its responses are at
  /// most m long: two are (2 (centre^2 + (1 - centre)^2))^1/2 apart, as in stacked_sensitivity.h without the others.
  static Sensitivities of(const VaultShape& shape, Adjacency adjacency);

  double of(Statistic part) const {
    return part == Statistic::gram ? gram : part == Statistic::response ? response : outcomes;
  }
};

}  // namespace tacit
