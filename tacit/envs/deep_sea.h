// deep-sea: a combination lock; who does not explore on purpose finds nothing.
//
// N columns, two actions, one-hot features. Right moves one column towards N-1, left one towards 0; every left pays
// 0.01/N. Right in column N-1 at the last stage pays 1, and nothing else pays. With H = N, the default, only the
// sequence of N rights from column 0 finds it: V* = 1, and a uniform policy meets it once in 2^N episodes. Labels are
// permuted in each column separately, so no single label is the lock's key. Transitions and rewards are deterministic,
// rewards learned. measure_norm sqrt(d).
//
// With stages=alike transitions are declared to be the same in every stage; rewards too where H is at most N. They are
// made so: the treasure pays in every stage, and only in the last one can anybody be there.
//
// A longer horizon leaves H-N stages to spare for lefts (V* = 1 + 0.01 (H-N)/N); a shorter one cannot reach the
// treasure.
#pragma once

#include "tacit/envs/environment.h"

namespace tacit {

EnvironmentEntry deep_sea();

}  // namespace tacit
