// Plans from a model of cells: backward induction with a bonus for what is not known.
//
// With C the variance of each chance of a cell, C_r that of its reward, and V the values of the next stage,
//   Q = reward + sum_s next_s V_s + hope novelty (C_r + |V - mean V|^2 C)^1/2.
// A user tells something on the first visit of a cell alone (privacy/episode_meter.h). Where a bonus is paid for every
// visit, users run in circles between two cells that are known a little less than others, instead of going to one that
// is not known at all. So explorers get it once: their plan is made several times, and `novelty` is the share of the
// visits in a stage that were first ones under the plans before (cell_forecast.h).
// Q is not cut off at what the stages left can pay. Where most of that is paid anyway (a step costs 1 of 100) a bonus
// that is cut off there would send nobody to what is unknown. It stays finite: at most kMost times as much.
#pragma once

#include <vector>

#include "tacit/agents/block/cell_map.h"
#include "tacit/agents/block/cell_model.h"
#include "tacit/mdp/problem.h"

namespace tacit {

struct CellPlan {
  std::vector<Vector> values;  ///< Per stage, row state * actions + action.
  Vector doubt;                ///< Per cell: the largest deviation of its action value in any stage.
};

/// Per stage and cell: the share of visits that are a user's first in the cell.
using Novelty = std::vector<Vector>;

/// `novelty`: 1 everywhere where it is empty.
CellPlan plan_cells(const Problem& problem, const CellMap& map, const CellModel& model, double hope,
                    const Novelty& novelty = {});

}  // namespace tacit
