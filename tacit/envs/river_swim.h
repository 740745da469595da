// river-swim: swim against the current for a reward far upstream.
//
// A chain of S states, two actions, one-hot features. Left always moves one state down. Right moves up with
// probability 0.35, stays with 0.6 and is washed back with 0.05; in state 0 it moves up with 0.6 and otherwise stays;
// in state S-1 it stays with 0.6 and otherwise falls back. Reward 0.005 for left in state 0, 1 for right in state S-1.
// Start in state 0, rewards learned, the same in every stage (declared with stages=alike); labels permuted per state.
// measure_norm sqrt(d).
#pragma once

#include "tacit/envs/environment.h"

namespace tacit {

EnvironmentEntry river_swim();

}  // namespace tacit
