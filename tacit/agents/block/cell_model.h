// A model of cells (cell_map.h), as it is learned: where each leads and what it pays.
#pragma once

#include "tacit/core/linear_algebra.h"

namespace tacit {

struct CellModel {
  Matrix next;           ///< Cells x states: the chance of each next state.
  Vector next_variance;  ///< Per cell, of the error in each of them.
  Vector reward;         ///< Expected.
  Vector reward_variance;
};

}  // namespace tacit
