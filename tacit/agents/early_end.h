// Users who stop before the last stage, as a learner takes them in.
//
// Every user contributes to every stage, where the problem has a state for those who stopped (Problem::ended): what a
// learner knows about its users (how many there are, which policies they followed) speaks of all of them, so sums that
// leave some out would be read as sums of others. From the step on after which nothing is known of a user, that user
// is in `ended`, where everybody gets ended_reward. Where the problem has no such state, stages that were not reached
// contribute nothing.
#pragma once

#include "tacit/agents/episode.h"
#include "tacit/mdp/problem.h"

namespace tacit {

/// The state itself where the problem knows it, else that of those who stopped, if there is one.
inline State known_or_ended(const Problem& problem, const State& state) {
  return problem.ended < 0 || problem.knows(state) ? state : problem.point(problem.ended);
}

/// The mean value of all states, but for that of those who stopped.
inline double mean_of_others(const Problem& problem, const Vector& values) {
  if (problem.ended < 0 || values.size() == 1) return values.mean();
  return (values.sum() - values[problem.ended]) / static_cast<double>(values.size() - 1);
}

/// What a user who stopped does in stage h.
inline Step ended_step(const Problem& problem, int h) {
  const State ended = problem.point(problem.ended);
  return {h, ended, 0, problem.ended_reward, ended};
}

/// Calls use(step) for the stages that a user did not reach after so many steps, if `ended` is a state.
template <typename Use>
void each_step_after_end(const Problem& problem, int steps, const Use& use) {
  if (problem.ended < 0) return;
  for (int h = steps; h < problem.horizon; ++h) use(ended_step(problem, h));
}

}  // namespace tacit
