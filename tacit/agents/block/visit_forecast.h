// Where users of known policies go, as far as the model that was learned can tell.
//
// The Gram matrix of a block is known up to how often each state was visited; policies and numbers of users are public.
// With estimates of the start distribution and of the measures of the linear MDP the visits of every policy follow by
// pushing states forward: next(s') = (sum_s visits(s) phi(s, policy(s)))'measure(s'). For directions of the features
// that few users visit this is far nearer to the truth than a noisy Gram matrix, and it costs no privacy: it is
// post-processing.
//
// An estimated measure is pulled towards uniform and has errors of its own, so that a few users seem to reach states
// that nobody reaches; rewards that were never seen there would then count as seen and be taken for average. A share x
// that is small beside the deviation s of its error is mostly error: it becomes x^3/(x^2 + s^2/4), before shares are
// scaled to add up to all users. Those who stopped are where they are, whatever the model says: they are not pushed.
// How many join them is forecast by itself, with the error of that, and the shares of the others add up to the others.
#pragma once

#include <vector>

#include "tacit/agents/block/block_plan.h"
#include "tacit/core/linear_algebra.h"
#include "tacit/mdp/problem.h"

namespace tacit {

struct LearnedModel {
  Vector start;                       ///< The distribution of first states.
  std::vector<Matrix> measures;       ///< Per stage but the last, states x dimension.
  std::vector<Matrix> covariances;    ///< The covariance of the error in each row of them.
  std::vector<Matrix> stopping = {};  ///< The same in the row of Problem::ended, where there is such a state.
};

/// Expected visits per stage and public row.
std::vector<Vector> expected_visits(const Problem& problem, const LearnedModel& model,
                                    const std::vector<Audience>& audiences);

}  // namespace tacit
