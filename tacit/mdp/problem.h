// What a learner may know before it meets its first user.
//
// Episodic linear MDP: P_h(.|s,a) = <phi(s,a), measures_h(.)>, r_h(s,a) = <phi(s,a), theta_h> in [0,1], |phi| <= 1,
// H stages that each have a model of their own unless stages are declared alike, A actions. The features are public;
// the measures are not here, and theta is here only where the rewards are known. Stages and episodes count from 0.
#pragma once

#include "tacit/core/linear_algebra.h"

namespace tacit {

/// A state as a learner sees it: one row of `dimension` features per action and, where it is one of the public points
/// of the problem, its number. The features are borrowed.
struct State {
  const double* features = nullptr;
  Index point = -1;
};

/// Which parts of the model are the same in every stage: declared by whoever states the problem, and public. What is
/// not declared may still be so.
struct Alike {
  bool transitions = false, rewards = false;

  bool operator==(const Alike&) const = default;
};

struct Problem {
  int horizon = 0;
  int actions = 0;
  int dimension = 0;
  bool finite = true;
  /// Feature blocks of the public points, row p * actions + a: every state where the state space is finite, otherwise a
  /// fixed cover of it (chosen without looking at any user).
  Matrix points;
  /// theta, one row per stage, where the rewards are known; otherwise empty.
  Matrix known_rewards;
  /// Bound on |measures_h(S)| and |theta_h|; the radii of the theory use it (the papers have sqrt(d)).
  double measure_norm = 0;
  Alike alike;
  /// The state of those who stopped early, where it is one of the states: absorbing, and paid the same in every stage.
  Index ended = -1;
  /// What those who stopped early get in every stage that is left, in [0,1]; 0 where there is no such state.
  double ended_reward = 0;

  Index point_count() const { return actions == 0 ? 0 : points.rows() / actions; }
  bool rewards_known() const { return known_rewards.size() > 0; }
  /// Whether this is a state of the problem, as far as a learner can see.
  bool knows(const State& state) const {
    if (finite) return state.point >= 0 && state.point < point_count();
    return state.features != nullptr &&
           ConstRow(state.features, static_cast<Index>(actions) * dimension).array().isFinite().all();
  }
  /// Whether a user in this state has stopped.
  bool is_over(const State& state) const { return ended >= 0 && state.point == ended; }
  /// What is still to come, from stage h on, for those who stopped: known, not learned. 0 after the last stage.
  double ended_value(int h) const { return (horizon - h) * ended_reward; }
  State point(Index p) const { return {points.data() + p * actions * dimension, p}; }
  ConstRow feature(const State& state, int action) const {
    return {state.features + static_cast<Index>(action) * dimension, dimension};
  }
};

}  // namespace tacit
