// cliff: walk around a cliff, or along its edge; after CliffWalking of Gymnasium's toy text (Sutton and Barto, example
// 6.6).
//
// Four rows of twelve cells; the start is the lower left corner, the goal the lower right one, the cliff what lies
// between. Four actions: left, down, right, up, labels permuted in each cell; one goes where one wants, and walls keep
// whoever would leave the map. A step costs 1, one into the cliff 100 and leads back to the start; who steps on the
// goal has ended. So rewards are from -100 to 0 (LinearMdp::reward_range): a step counts as 0.99, a fall as 0, and
// those who ended get 1 in every stage that is left. Rewards are not drawn: they are their means. The best way has 13
// steps.
//
// The states are the 37 cells in which one can be, in the order of reading, and last `ended` (Problem::ended). One-hot
// features, but all actions of `ended` share one: d = 149. measure_norm sqrt(d), rewards learned, horizon 20. All
// stages are alike, and declared so unless stages=unsaid.
#pragma once

#include "tacit/envs/environment.h"

namespace tacit {

EnvironmentEntry cliff();

}  // namespace tacit
