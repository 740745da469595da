// Features that are cells: every pair of state and action has one feature that is not 0, so that a regression on them
// is a table. It is a property of the public rows, found once. Pairs with the same row share a cell.
//
// An episode begins in one cell more, the last, from which the first state follows: where users begin is then learned
// as everything else is. The last step of an episode leads nowhere: its outcome is one more than there are states, so
// that what a cell pays can be learned there too.
#pragma once

#include <optional>
#include <vector>

#include "tacit/mdp/problem.h"

namespace tacit {

class CellMap {
 public:
  /// Nothing unless the features are cells.
  static std::optional<CellMap> of(const Problem& problem);

  /// How many there are, the beginning included.
  Index count() const { return count_; }
  Index beginning() const { return count_ - 1; }
  /// Where a step may lead: a state, or nowhere. Where rewards are known the last step tells nothing, and is not there.
  Index outcomes() const { return nowhere() + (last_tells_ ? 1 : 0); }
  Index nowhere() const { return static_cast<Index>(cells_.size()) / actions_; }
  Index cell(Index state, int action) const { return cells_[state * actions_ + action]; }
  /// The cells of all pairs, row state * actions + action.
  const std::vector<Index>& cells() const { return cells_; }

 private:
  CellMap() = default;

  int actions_ = 0;
  bool last_tells_ = true;
  Index count_ = 0;
  std::vector<Index> cells_;
};

}  // namespace tacit
