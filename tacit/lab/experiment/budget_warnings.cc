#include "tacit/lab/experiment/budget_warnings.h"

#include <fmt/format.h>

namespace tacit {

std::vector<std::string> budget_warnings(const std::optional<double>& epsilon, const std::optional<double>& delta,
                                         std::int64_t episodes) {
  std::vector<std::string> warnings;
  if (delta && *delta * static_cast<double>(episodes) > 1)
    warnings.push_back(fmt::format("delta {} is above 1/K: it allows some user's data to be shown outright", *delta));
  if (epsilon && *epsilon > kLargestUsefulEpsilon)
    warnings.push_back(fmt::format("epsilon {} is above {}: a promise that weak protects next to nothing", *epsilon,
                                   kLargestUsefulEpsilon));
  return warnings;
}

}  // namespace tacit
