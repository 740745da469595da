#include "tacit/agents/farthest_points.h"

#include <algorithm>
#include <limits>

namespace tacit {

std::vector<Index> farthest_points(const ConstMatrixView& rows, Index count) {
  std::vector<double> nearest(rows.rows(), std::numeric_limits<double>::infinity());
  std::vector<Index> found;
  for (Index next = 0; static_cast<Index>(found.size()) < count;) {
    found.push_back(next);
    for (Index row = 0; row < rows.rows(); ++row)
      nearest[row] = std::min(nearest[row], (rows.row(row) - rows.row(next)).squaredNorm());
    next = std::max_element(nearest.begin(), nearest.end()) - nearest.begin();
    if (nearest[next] == 0) break;
  }
  return found;
}

}  // namespace tacit
