// The promise that a kind of noise can keep.
//
// Integers, seeded or not, are discrete Gaussian: their promise is by a zCDP theorem, the tight one where the agent's
// own is that of continuous noise. Seeded noise protects nobody, so it keeps promises for simulation noise only.
#pragma once

#include "tacit/privacy/accounting/promise.h"
#include "tacit/privacy/release_value.h"

namespace tacit {

/// (epsilon, delta) by `theorem`, or by the tight zCDP one where the noise needs it.
Promise promise_for(Noise noise, Epsilon epsilon, Delta delta, Theorem theorem, Adjacency adjacency);

}  // namespace tacit
