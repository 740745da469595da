// Where to write the names of lines so that they do not overlap.
#pragma once

#include <span>
#include <vector>

namespace tacit {

/// Places at least `spacing` apart and within [low, high], as near to the wanted ones as that allows (least squares).
/// Keeps their order; equal ones are taken in theirs. If there is no room, they start at `low` and leave at the top.
std::vector<double> spread(std::span<const double> wanted, double spacing, double low, double high);

}  // namespace tacit
