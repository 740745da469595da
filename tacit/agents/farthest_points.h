// Some of many points, spread over all of them: each next one is the farthest from those before it, beginning with the
// first (Gonzalez 1985: no other points, as many, cover all with balls of less than half the radius).
#pragma once

#include <vector>

#include "tacit/core/linear_algebra.h"
#include "tacit/mdp/problem.h"

namespace tacit {

/// At most `count` rows, all different, in the order in which they were found.
std::vector<Index> farthest_points(const ConstMatrixView& rows, Index count);

/// The public points of a problem as such rows: the features of all actions.
inline ConstMatrixView feature_blocks(const Problem& problem) {
  return {problem.points.data(), problem.point_count(), static_cast<Index>(problem.actions) * problem.dimension};
}

}  // namespace tacit
