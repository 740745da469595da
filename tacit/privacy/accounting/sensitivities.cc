#include "tacit/privacy/accounting/sensitivities.h"

#include <algorithm>
#include <cmath>

namespace tacit {

Sensitivities Sensitivities::of(Adjacency adjacency, bool non_negative_features, double response_centre) {
  const double longest = std::max(response_centre, 1 - response_centre), root2 = std::sqrt(2.0);
  if (adjacency == Adjacency::add_remove) return {1, longest, 1};
  if (non_negative_features) return {root2, std::max(1.0, root2 * longest), root2};
  return {root2, 2 * longest, 2};
}

Sensitivities Sensitivities::of(const VaultShape& shape, Adjacency adjacency) {
  const double c = shape.response_centre, root2 = std::sqrt(2.0);
  if (shape.cells && adjacency == Adjacency::replace_one)
    return {root2, std::sqrt(2 * (c * c + (1 - c) * (1 - c))), root2};
  return of(adjacency, shape.non_negative_features, c);
}

}  // namespace tacit
