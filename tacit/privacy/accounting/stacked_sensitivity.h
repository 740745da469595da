// How far one user can move all statistics of a task at once.
//
// The Gram matrix, the response and the outcomes of a task (vault.h) are released together, each with noise of its own.
// Two users who are as far apart as can be in one of them cannot be so in the others: orthogonal features are farthest
// apart as Gram matrices, equal ones with opposite responses as response moments. What counts is the length of
// everything stacked, each part divided by its noise:
//   S^2 = max over pairs of users of p_g |D gram|_F^2 + p_r |D response|^2 + p_o |D outcomes|_F^2,   p = 1/noise^2.
//
// Any features. A user is a length xi <= 1 and a direction x of phi, alpha = w |phi| <= 1, a response r - centre and an
// outcome psi; the other user zeta, z, beta, s, chi; a = x'z the cosine. Then
//   |D gram|^2     = (alpha xi)^2 + (beta zeta)^2 - 2 alpha xi beta zeta a^2
//   |D response|^2 = (alpha r)^2 + (beta s)^2 - 2 alpha beta r s a
//   |D outcomes|^2 = |alpha psi|^2 + |beta chi|^2 - 2 alpha beta a psi'chi
// and the weighted sum is convex in each of alpha, beta, xi, zeta, r, s, psi, chi with the rest fixed, so its maximum
// is at the ends of their ranges. With m = max(centre, 1 - centre) >= n = min(centre, 1 - centre), what is left is
//   max over a of  p_g max(1, 2 - 2 a^2) + p_r max(2 m^2 (1-a), m^2 + n^2 + 2 m n a, m^2) + p_o max(2, 2 - 2a),
// of which every choice of branches is concave in a: its maximum over the cosines that are possible ([-1, 1], or [0, 1]
// for features that are not negative) is at its vertex or at an end. A user who adds nothing is nearer to any other.
//
// Public rows. Where users can only have one of finitely many features, with weight 1/|phi| (VaultShape::rows), a, xi
// and zeta are those of pairs of rows and alpha = beta = 1: the maximum over all pairs, one row with itself included.
// The rows are those that users contribute: where features are declared non-negative the vault projects them, and so is
// done here. With too many rows for that the bound for any features is taken.
//
// One user alone (add-remove): p_g + m^2 p_r + p_o.
//
// Cells (VaultShape::cells). A user Y has steps in different cells with weights w, sum w^2 <= 1, so that
//   |Y|^2 = sum w^2 (p_g + p_r (r - c)^2 + p_o) <= L = p_g + m^2 p_r + p_o,   |Y - Y'|^2 = |Y|^2 + |Y'|^2 - 2 <Y, Y'>.
// A cell that both were in, with weights w and v, responses r and s, and outcomes o and o', adds to <Y, Y'>
//   w v (p_g + p_r (r - c)(s - c) + p_o [o = o']) >= -w v D,   D = max(0, p_r c (1 - c) - p_g).
// Where D = 0, |Y - Y'|^2 <= 2 L. Else users are farthest apart who say the opposite in cells that both were in, more
// of the weight of each where its response is the longer one, and altogether
//   S^2 = 2 (p_g + p_o) + p_r (m^2 + n^2) + (p_r^2 (m^2 - n^2)^2 + 4 D^2)^1/2,
// which is 2 L at D = 0 and is attained wherever there are two cells and two outcomes. One user alone: L, as before.
// Proof: docs/privacy.md, "Whole episodes".
#pragma once

#include "tacit/privacy/accounting/promise.h"
#include "tacit/privacy/vault_shape.h"

namespace tacit {

/// One over the squared noise of each statistic, in the Frobenius norm for matrices; 0: not released.
struct Precisions {
  double gram = 0, response = 0, outcomes = 0;

  bool operator==(const Precisions&) const = default;
};

/// With more public rows than that the bound for any features is taken.
inline constexpr Index kMostComparedRows = 4000;

/// S^2. Proof: docs/privacy.md, "All parts together".
double stacked_sensitivity(const VaultShape& shape, Adjacency adjacency, const Precisions& precisions);

}  // namespace tacit
