// two-state: the benchmark of the private linear MDP literature, with unit features.
//
// Two states, A actions. Behind every label is an action with an 8-bit code in {-1,+1}; match(s,a) = 1 iff
// (s == 0) == (a == 0). phi = (code, match, 1-match) / 3, so |phi| = 1; without the division the norm would be 3 and
// every sensitivity computed for unit features would be wrong. Reward 0.99 where it matches and 0.01 where not. The
// next state is 0 with probability alpha_{h,1} after a match and alpha_{h,2} after none:
//   variant=random   the alphas are uniform on [0,1];
//   variant=binary   alpha_h is 0 or 1, and the next state is 0 iff match XOR alpha_h: nothing is random but the start.
// Rewards are the same in every stage (declared with stages=alike). Start uniform, rewards known, V* = 0.99 H,
// measure_norm 3 sqrt 2.
//
// Up to 128 actions have one constant bit, so the features have rank 9 at most, not 10: nothing may rely on full rank.
#pragma once

#include "tacit/envs/environment.h"

namespace tacit {

EnvironmentEntry two_state();

}  // namespace tacit
