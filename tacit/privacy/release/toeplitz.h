// The square-root factorisation of prefix sums: A = C C with C the lower-triangular Toeplitz matrix of f.
//
// f_0 = 1, f_k = f_{k-1} (1 - 1/(2k)) are the coefficients of (1-x)^(-1/2). Measuring C x + z and decoding with A C^-1
// = C puts sum_{j<=k} f_j z_{k-j} on prefix k. The largest column norm of C is the first, (sum_{k<T} f_k^2)^(1/2), so
// prefix t has std
//   (sum_{k<T} f_k^2)^(1/2) (sum_{k<=t} f_k^2)^(1/2) / mu,   at worst (ln T/pi + 1.066)/mu
// (Bennett 1977; Fichtenberger, Henzinger, Upadhyay 2022; Henzinger, Upadhyay, Upadhyay 2023). Every draw is kept: T
// numbers per coordinate and O(t) time for release t. For many releases use `blt`.
#pragma once

#include <vector>

#include "tacit/privacy/release/strategy.h"

namespace tacit {

/// f_0, ..., f_{n-1}.
std::vector<double> square_root_coefficients(Index n);

/// At most 10^5 releases.
inline constexpr Index kMostToeplitzReleases = 100'000;
Strategy toeplitz_strategy(Index releases);

}  // namespace tacit
