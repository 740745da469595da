// Sums of blocks in which earlier blocks count less, each with noise of its own.
//
// Measured is u_t = f u_(t-1) + (1-f^2)^(1/2) x_t, with independent noise on every u_t: C is lower triangular with
// entries (1-f^2)^(1/2) f^(t-b), and its columns have length at most 1. For blocks that grow by a factor r, f = 1/r
// makes the sum of squared signal-to-noise ratios of all measurements largest: by Cauchy and Schwarz the newest
// measurement holds (1 - r^-2)^(-1/2) times what the newest block alone would. f = 0: each block once.
//
// On the integers the entries of C are rounded to multiples of 2^-10 (factorised.h). That is a mechanism by itself: it
// costs its own largest column norm, which is computed from the rounded entries, and decodes with its own inverse.
//
// Whoever knows f takes the measurements back from two prefixes: u_t = f u_(t-1) + (1-f^2)^(1/2) (prefix_t -
// prefix_(t-1)); rounded, these are measurements whose noise is that of z but for parts in 1000 up to f = 0.9, and
// parts in 100 above (docs/privacy.md, "Rounded coefficients").
#pragma once

#include "tacit/privacy/release/strategy.h"

namespace tacit {

/// 0 <= fading < 1. At most as many releases as a factorisation may have.
Strategy fading_strategy(Index releases, double fading);

/// Its largest column norm, by f alone; `rounded`: on the integers.
double fading_column_norm(Index releases, double fading, bool rounded);

}  // namespace tacit
