// frozen-lake: cross the ice to the goal without falling through a hole; after FrozenLake of Gymnasium's toy text.
//
// A square of cells (size 4x4 or 8x8, the usual maps), four actions: left, down, right, up, labels permuted in each
// cell. On slippery ice one goes where one wants with probability 1/3 and to either side of it with 1/3 each; otherwise
// always where one wants. Walls keep whoever would leave the map. Stepping on the goal pays 1 and ends the episode, a
// hole ends it, and nothing else pays: the mean reward of a cell and an action is the probability to step on the goal,
// and rewards are drawn with that mean. Start in the upper left corner, rewards learned.
//
// The states are the cells in which one can be, in the order of reading, and last `ended` (Problem::ended, reward 0):
// 12 and 54. One-hot features, but all actions of `ended` share one: d = 45 and 213. measure_norm sqrt(d). The default
// horizon is Gymnasium's limit on steps, 100 and 200. All stages are alike, and declared so unless stages=unsaid.
#pragma once

#include "tacit/envs/environment.h"

namespace tacit {

EnvironmentEntry frozen_lake();

}  // namespace tacit
