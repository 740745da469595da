#include "tacit/agents/lsvi/state_basis.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tacit/agents/farthest_points.h"

namespace tacit {

StateBasis::StateBasis(const Problem& problem, Index anchors)
    : problem_(problem), anchors_(farthest_points(feature_blocks(problem), anchors)) {
  const Index points = problem.point_count();
  Matrix psi(points, size());
  for (Index p = 0; p < points; ++p) weights(problem.point(p), psi.row(p).data());
  fit_ = psi.completeOrthogonalDecomposition().pseudoInverse();
}

double StateBasis::squared_distance(const double* features, Index anchor) const {
  const Index size = static_cast<Index>(problem_.actions) * problem_.dimension;
  return (ConstVectorView(features, size) - ConstVectorView(problem_.point(anchors_[anchor]).features, size))
      .squaredNorm();
}

void StateBasis::weights(const State& state, double* psi) const {
  std::fill_n(psi, size(), 0.0);
  Index first = 0, second = -1;
  double d1 = std::numeric_limits<double>::infinity(), d2 = d1;
  for (Index i = 0; i < size(); ++i) {
    const double d = squared_distance(state.features, i);
    if (d < d1) {
      d2 = d1, second = first, d1 = d, first = i;
    } else if (d < d2) {
      d2 = d, second = i;
    }
  }
  d1 = std::sqrt(d1), d2 = std::sqrt(d2);
  if (!(d1 + d2 < std::numeric_limits<double>::infinity()) || d1 + d2 == 0) {
    psi[first] = 1;
    return;
  }
  psi[first] = d2 / (d1 + d2);
  psi[second] = d1 / (d1 + d2);
}

}  // namespace tacit
