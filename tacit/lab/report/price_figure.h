// The picture that a page begins with: what privacy costs, by environment and agent.
#pragma once

#include <vector>

#include "tacit/lab/report/comparison_figures.h"

namespace tacit {

/// One row per environment, one dot per private agent at the budget at which most of them were run: its regret as a
/// multiple of that of the best agent without privacy, ours or the literature's. The best one of the literature has a
/// mark of its own, and so has choosing at random. None where no environment has both kinds of agents.
std::vector<NamedFigure> price_figures(const std::vector<Arena>& arenas);

}  // namespace tacit
