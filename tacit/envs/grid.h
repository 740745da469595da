// A rectangle of cells in which one walks in four directions, and walls keep whoever would leave it.
#pragma once

#include <algorithm>

#include "tacit/core/linear_algebra.h"

namespace tacit {

inline constexpr int kDirections = 4;

struct Grid {
  Index rows, columns;

  Index cells() const { return rows * columns; }
  Index cell(Index row, Index column) const { return row * columns + column; }
  /// Directions 0 to 3 are left, down, right and up: neighbours in this circle are perpendicular.
  Index moved(Index from, int direction) const {
    const Index row = from / columns + (direction == 1) - (direction == 3);
    const Index column = from % columns + (direction == 2) - (direction == 0);
    return cell(std::clamp<Index>(row, 0, rows - 1), std::clamp<Index>(column, 0, columns - 1));
  }
};

}  // namespace tacit
