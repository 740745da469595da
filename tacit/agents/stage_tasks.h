// The regressions of a learner as tasks of a vault: task h is the regression of stage h, its response is the reward,
// its outcome the next state. After the last stage comes nothing, so it has no outcome.
#pragma once

#include <vector>

#include "tacit/mdp/problem.h"
#include "tacit/privacy/accounting/mechanism.h"

namespace tacit {

/// With so many outcomes; 0: records are kept instead.
VaultShape stage_tasks(const Problem& problem, Index outcomes);

/// Shares of the budget for every stage, in proportion to `split`: nothing for rewards that are known or for successors
/// of the last stage, and together with `besides`, in the same units, they add up to 1.
std::vector<Split> stage_splits(const Problem& problem, const Split& split, double besides = 0);
/// The same where all stages are one task (VaultShape::cells).
std::vector<Split> episode_splits(const Problem& problem, const Split& split);

}  // namespace tacit
