// What whoever asks for a budget should be told, though it is allowed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tacit {

/// Above it a promise protects next to nothing.
inline constexpr double kLargestUsefulEpsilon = 20;

/// Sentences without an end: an epsilon that is large, a delta above one over the number of users.
std::vector<std::string> budget_warnings(const std::optional<double>& epsilon, const std::optional<double>& delta,
                                         std::int64_t episodes);

}  // namespace tacit
