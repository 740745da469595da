// The bound on the length of measures and rewards that a problem has where nobody states another one.
#pragma once

#include <algorithm>
#include <cmath>

#include "tacit/mdp/linear_mdp.h"

namespace tacit {

/// sqrt(dimension), as in the papers, or what is there where that is longer. Finite environments only.
inline double usual_measure_norm(const LinearMdp& mdp) {
  double longest = std::sqrt(static_cast<double>(mdp.problem.dimension));
  constexpr double kRounding = 1e-9;  // As validate allows.
  const auto cover = [&](double length) {
    if (length > longest + kRounding) longest = length;
  };
  for (const Matrix& measures : mdp.finite()->measures) cover(measures.rowwise().sum().norm());
  cover(mdp.rewards.rowwise().norm().maxCoeff());
  return longest;
}

}  // namespace tacit
