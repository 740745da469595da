// Exact bounds on a chance from a count (Clopper and Pearson 1934).
//
// In `trials` independent trials with the same chance p, `successes` succeeded. The bounds hold whatever p is: the
// chance that p lies beyond the bound returned is at most `doubt`. They are quantiles of the Beta distribution.
// Where the chances of the trials differ, p is their mean and the bounds still hold as long as doubt is below 1/2 and
// the bound is at least one trial away from the share seen: sums of such trials are less spread (Hoeffding 1956).
#pragma once

#include <cstdint>

namespace tacit {

/// p is above this with chance at most `doubt`. Throws Error unless 0 <= successes <= trials, trials >= 1, 0 < doubt
/// < 1.
double highest_chance(std::int64_t successes, std::int64_t trials, double doubt);
/// p is below this with chance at most `doubt`.
double lowest_chance(std::int64_t successes, std::int64_t trials, double doubt);

}  // namespace tacit
