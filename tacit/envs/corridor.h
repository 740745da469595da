// corridor: a continuous state, to keep everybody honest about what needs a finite state space.
//
// The state is x in [0,1]. Action a moves it by its shift (equally spaced in [-0.2, 0.2], labels permuted), clamped to
// [0,1]; phi(x,a) are the hat-function weights of the moved x on d equally spaced anchors i/(d-1). Anchor i leads to
// x' ~ Beta(1 + kappa m, 1 + kappa (1-m)), kappa = 30, with m the anchor moved by a drift that swings slowly through
// the stages (by up to 0.12, clamped to [0,1]). theta_h is a bump over the anchors whose peak wanders within [0.2,
// 0.8]: the agent has to follow a moving target in a changing current. Periods and phases of both depend on the seed.
// Start Beta(2,2), rewards learned, measure_norm sqrt(d). The public cover has 2049 points.
//
// With few anchors the bump is as wide as the anchors are apart, since nothing narrower could be represented.
#pragma once

#include "tacit/envs/environment.h"

namespace tacit {

EnvironmentEntry corridor();

}  // namespace tacit
