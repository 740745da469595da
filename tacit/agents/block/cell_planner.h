// Plans from a model of cells: backward induction with a bonus for what is not known.
//
// With C the variance of each chance of a cell, C_r that of its reward, and V the values of the next stage,
//   Q = reward + sum_s next_s V_s + hope (C_r + |V - mean V|^2 C)^1/2.
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

CellPlan plan_cells(const Problem& problem, const CellMap& map, const CellModel& model, double hope);

}  // namespace tacit
