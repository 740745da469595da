// Any factorisation of prefix sums, and the best one for what each prefix is worth.
//
// C is lower triangular and invertible, one row and column per release. Measured is C x + z, prefixes are decoded with
// A C^-1 (A the lower-triangular ones), so prefix t has std |row t of A C^-1| times the largest column norm of C, over
// mu. Draws are kept: T numbers per coordinate.
//
// The optimiser minimises sum_t w_t |row t of A C^-1|^2 over C with unit columns. With V = A' diag(w) A and X = C'C
// that is min tr(V X^-1) subject to X_ii = 1, convex; stationarity gives X diag(l) X = V, and l is the fixed point of
//   l <- diag((diag(l)^(1/2) V diag(l)^(1/2))^(1/2))
// (Denisov, McMahan, Rush, Smith, Thakurta 2022, "Improved differential privacy for SGD via optimal private linear
// operators on adaptive streams"; Li et al. 2015). Any C is private: the sensitivity is computed from the C used.
//
// On the integers C is rounded to multiples of 2^-10; 2^10 C x + z is released as integers and decoded afterwards. The
// rounded C is a factorisation like any other: its largest column norm is computed from what is used, and prefixes are
// decoded with A times ITS inverse, so that rounding costs some accuracy, never privacy or bias. Proof:
// docs/privacy.md, "Rounded coefficients".
#pragma once

#include <span>
#include <string>

#include "tacit/privacy/release/strategy.h"

namespace tacit {

/// The largest column norm of C.
double largest_column_norm(const Matrix& C);

/// Lower-triangular C with unit columns that minimises the weighted sum of prefix variances. 1 to 400 weights, none
/// negative, not all zero; a weight below 10^-6 of the largest counts as that, so that C is invertible.
Matrix optimal_factorisation(std::span<const double> weights);
/// The same for the worst prefix: the weights are themselves raised where the variance is large.
Matrix worst_case_factorisation(Index releases);

/// C with every entry rounded to the nearest multiple of 2^-10; an entry on the diagonal not to zero.
Matrix rounded_factorisation(const Matrix& C);

/// One entry of it.
double rounded_coefficient(double c, bool diagonal);

/// Throws Error unless C is finite, square, lower triangular and invertible. Has a form on the integers if every entry
/// is a multiple of 2^-10.
Strategy factorised_strategy(const Matrix& C);

/// The factorisation of the lower-triangular Toeplitz matrix with these coefficients, rounded, under another name.
Strategy rounded_toeplitz(const std::string& name, std::span<const double> coefficients);

}  // namespace tacit
