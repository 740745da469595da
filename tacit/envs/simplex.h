// simplex: a random linear MDP, of any size.
//
// Every feature row is a point of the simplex, phi ~ Dirichlet(0.3) over d anchors; every anchor has, in each stage, a
// measure ~ Dirichlet(0.2) over the states and a mean reward theta_{h,i} = U^3, so that good anchors are rare. Start
// uniform, rewards learned. Rows are drawn independently for every state and action, so labels carry no information
// and need no permutation. measure_norm sqrt(d).
#pragma once

#include "tacit/envs/environment.h"

namespace tacit {

EnvironmentEntry simplex();

}  // namespace tacit
