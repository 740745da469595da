// The binary mechanism: a prefix is a few sums over dyadic ranges of blocks.
//
// Level l has nodes of 2^l blocks; n = t+1 blocks are the nodes at the ones of n, largest first. Block 0 is in a node
// of each of the L = ceil(log2(T+1)) levels, so each node gets noise of variance L/mu^2, and prefix t has std sqrt(L
// popcount(t+1))/mu (Dwork, Naor, Pitassi, Rothblum 2010; Chan, Shi, Song 2011). One draw per release: of the nodes
// completed by block t only the largest enters a prefix, and the others are neither measured nor charged.
//
// With Honaker's refinement (2015, "Efficient use of differentially private binary trees", estimation from below) all
// nodes are measured and a node of level l is estimated from itself and from the estimates of its two halves, with
// inverse-variance weights: v_0 = 1, v_l = 2 v_{l-1}/(1 + 2 v_{l-1}) = 1/(2 - 2^-l), and prefix t has variance
// L/mu^2 times the sum of v_l over the ones of t+1. Two draws per release on average, for almost half the variance.
#pragma once

#include "tacit/privacy/release/strategy.h"

namespace tacit {

/// L: the nodes that hold block 0.
Index tree_levels(Index releases);

enum class Refinement { kNone, kHonaker };
Strategy tree_strategy(Index releases, Refinement refinement = Refinement::kNone);

}  // namespace tacit
