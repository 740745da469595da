// Agents that learn nothing that shows, each with the reason.
#pragma once

#include <string>
#include <vector>

#include "tacit/lab/report/comparison.h"

namespace tacit {

/// Learners whose regret is not significantly below that of `uniform` in the same environment. None where that was not
/// run, and none of those with a single run.
std::vector<const Contender*> failing(const Arena& arena);

/// One sentence or two about each of them: what was measured, and why.
std::vector<std::string> failures(const Arena& arena);

}  // namespace tacit
