// Contributions as integers, so that what is summed, noised and released has no low bits to leak.
//
// A feature vector x in the unit ball becomes p = trunc(2^b x) and a weight w in [0, 1] becomes q = floor(2^c w): both
// are rounded toward zero, FIRST, and then multiplied as integers. That order is what carries the bounds over to the
// lattice (docs/privacy.md, "Sensitivities"):
//
//   Gram, q p p' in steps of 2^-(2b+c). With M = 2^(2b+c): |q p p'|_F = q |p|^2 <= M, and for two users
//     |q1 p1 p1' - q2 p2 p2'|_F^2 = (q1|p1|^2)^2 + (q2|p2|^2)^2 - 2 q1 q2 (p1.p2)^2 <= 2 M^2,
//   because the cross term is a square. Rounding the products instead would leave matrices that are not of rank one;
//   the cross term could then be negative and the factor sqrt2 would not hold. In the norm of a symmetric layout, which
//   is Frobenius over sqrt2: M for replace-one, M/sqrt2 for add-remove.
//
//   Moments, q p r' with r an integer vector, |r| <= R, in steps of 2^-(b+c) times that of r. With M = 2^(b+c) R:
//     |q1 p1 r1' - q2 p2 r2'|_F^2 <= M^2 + M^2 - 2 q1 q2 (p1.p2)(r1.r2) <= 4 M^2, or 2 M^2 if no entry is negative.
//   So 2 M for replace-one (sqrt2 M where all p and r are >= 0), M for add-remove. Centred next states r = S e_s - 1,
//   in steps of 1/S, have R = (S(S-1))^(1/2); a centred reward r = trunc(2^v (reward - 1/2)) has R = 2^(v-1).
//
// The norm |p| <= 2^b is checked on the integers. Sums are in 64 bits: entries are at most users * M in size, and the
// lattice is refused unless that, with spare bits for a factorisation, stays below 2^61. The number of users is public;
// within it no sum can overflow whatever the data, and beyond it `checked_sum` stops the run.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tacit/core/linear_algebra.h"

namespace tacit {

/// In lattice steps and in the norm of the layout.
struct LatticeSensitivity {
  double replace_one, add_remove;
};

class Lattice {
 public:
  /// b and c from 1 to 30, for at most `users` users. `spare_bits`: 10 where `factorised` is to release the sums.
  Lattice(int vector_bits, int weight_bits, std::int64_t users, int spare_bits = 0);

  /// p for x, projected on the unit ball first. What is not finite counts as the zero vector. Never throws on a value.
  std::vector<std::int64_t> unit_vector(std::span<const double> x) const;
  /// q for w, clamped to [0, 1]; 0 for what is not a number.
  std::int64_t weight(double w) const;
  /// trunc(2^v x) for x clamped to [-1/2, 1/2]; 0 for what is not a number.
  static std::int64_t centred(double x, int value_bits);
  /// S e_s - 1.
  static std::vector<std::int64_t> centred_state(Index states, Index s);

  /// Adds q p p' to the upper triangle `sum`, in the order of Layout::symmetric.
  void add_square(std::int64_t q, std::span<const std::int64_t> p, std::span<std::int64_t> sum) const;
  /// Adds q p r', row by row. `r_bound` is R: a Defect if |r| exceeds it.
  void add_product(std::int64_t q, std::span<const std::int64_t> p, std::span<const std::int64_t> r, double r_bound,
                   std::span<std::int64_t> sum) const;

  double square_step() const;   ///< 2^-(2b+c).
  double product_step() const;  ///< 2^-(b+c), to be multiplied by the step of r.
  LatticeSensitivity square_sensitivity() const;
  /// `non_negative`: no entry of any p and r is negative; the caller answers for it.
  LatticeSensitivity product_sensitivity(double r_bound, bool non_negative = false) const;

 private:
  void require_unit(std::span<const std::int64_t> p, std::int64_t q) const;
  void require_room(double bound) const;

  int vector_bits_, weight_bits_, spare_bits_;
  std::int64_t users_;
};

}  // namespace tacit
