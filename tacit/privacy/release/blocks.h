// The three strategies in which each release reads blocks directly: `exact`, `fresh` and `blocks`.
//
// exact   No noise: the non-private path. Its touch has an infinite share, so no ledger takes it for a free release.
// fresh   Every prefix anew, with its own noise. A user of block t is in the releases t, ..., T-1: T touches at worst,
// so
//         std sqrt(T)/mu on every prefix. Over the newest W blocks a user is in W releases: sqrt(W)/mu. With a discount
//         g, a user of age a is in the sum with weight g^a, and the touches are a geometric series: std
//         ((1-g^2T)/(1-g^2))^(1/2)/mu. What the caller sums anew (old users under a new value function) costs the same.
// blocks  Each block once, with its own noise: a user is touched once. A prefix adds up its n blocks: std sqrt(n)/mu;
// only
//         the newest W: sqrt(min(n, W))/mu; with a discount g: ((1-g^2n)/(1-g^2))^(1/2)/mu.
#pragma once

#include "tacit/privacy/release/running_sum.h"
#include "tacit/privacy/release/strategy.h"

namespace tacit {

Strategy exact_strategy(Index releases, const Memory& memory = {});
/// With a discount there is a touch per release and block: at most 2000 releases.
Strategy fresh_strategy(Index releases, const Memory& memory = {});
Strategy blocks_strategy(Index releases, const Memory& memory = {});

}  // namespace tacit
