// Tables of one environment, with the number of runs in each row.
#pragma once

#include <string>
#include <vector>

#include "tacit/lab/report/comparison.h"
#include "tacit/lab/report/html_report.h"

namespace tacit {

/// Final regret, final gap, policy updates.
Table final_table(const Arena& arena);

/// Differences run by run to the reference, a label (`counterpart`). No rows where there is nothing to compare.
Table difference_table(const Arena& arena, const std::string& reference);

/// What the agents with a budget claim and spend. No rows where there are none.
Table privacy_table(const Arena& arena);

/// Regret of private agents as a multiple of that of the best agents without privacy, ours and the literature's, over
/// all environments that have both kinds.
Table price_table(const std::vector<Arena>& arenas);

}  // namespace tacit
