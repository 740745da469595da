// Made-up users, who live in a learned model of cells: how much the steps of real ones may count, and what to expect of
// them. Post-processing: nobody real is in it.
//
// A user has one cap for a whole episode (privacy/episode_meter.h), so a step should count as much as it tells. The
// public limit of a cell is
//   limit = scale min(1, doubt of the cell / usual doubt),
// where the doubt of a cell is the deviation of its action value (cell_planner.h), and the usual one its root mean
// square over the first visits of made-up users. The scale is such that the squared limits of an episode add up to
// 1/kRoom on average: few reach the cap.
#pragma once

#include <vector>

#include "tacit/agents/block/block_plan.h"
#include "tacit/agents/block/cell_map.h"
#include "tacit/agents/block/cell_model.h"
#include "tacit/agents/block/cell_planner.h"
#include "tacit/core/rng.h"
#include "tacit/mdp/problem.h"

namespace tacit {

/// Of one model, for as many policies as there are. Keeps references to the problem and the map.
class MadeUpUsers {
 public:
  MadeUpUsers(const Problem& problem, const CellMap& map, const CellModel& model);

  /// Limits for users of this policy and what these users are expected to add. `doubt`: per cell.
  StepLimits limits(const PolicyTable& policy, const Vector& doubt, Stream coins) const;
  /// Lowers `novelty` (cell_planner.h) to what it is among users of this policy, wherever they go.
  void find_repeats(const PolicyTable& policy, Stream coins, Novelty& novelty) const;

 private:
  /// Of one user: the cells in their order, each once.
  struct Visits {
    std::vector<Index> cells;
    bool last = false;  ///< Whether the last of them is one of the last stage.
  };
  std::vector<Visits> first_visits(const PolicyTable& policy, Stream& coins) const;
  /// How many stages tell something: the last one leads nowhere.
  int stages() const { return problem_.rewards_known() ? problem_.horizon - 1 : problem_.horizon; }
  Index next(Index cell, Stream& coins) const;

  const Problem& problem_;
  const CellMap& map_;
  Matrix chances_;  ///< Cells x states: that the next state is this or one before it.
};

/// How often a step may count before anything is known: for the noise of a schedule (block_schedule.h).
double first_limit(const Problem& problem, const CellMap& map);

}  // namespace tacit
