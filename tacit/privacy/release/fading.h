// Sums of blocks in which earlier blocks count less, each with noise of its own.
//
// Measured is u_t = f u_(t-1) + (1-f^2)^(1/2) x_t, with independent noise on every u_t: C is lower triangular with
// entries (1-f^2)^(1/2) f^(t-b), and its columns have length at most 1. For blocks that grow by a factor r, f = 1/r
// makes the sum of squared signal-to-noise ratios of all measurements largest: by Cauchy and Schwarz the newest
// measurement holds (1 - r^-2)^(-1/2) times what the newest block alone would. f = 0: each block once.
//
// Whoever knows f takes the measurements back from two prefixes: u_t = f u_(t-1) + (1-f^2)^(1/2) (prefix_t -
// prefix_(t-1)).
#pragma once

#include "tacit/privacy/release/strategy.h"

namespace tacit {

/// 0 <= fading < 1. At most as many releases as a factorisation may have.
Strategy fading_strategy(Index releases, double fading);

}  // namespace tacit
