// From how many coordinates on plans are computed in the ways that are fast for many.
//
// Few coordinates are cheap in any way, and what is computed for them stays as it was to the last bit. With many, a
// spectrum costs some twenty times a Cholesky factor, and what is far below the noise costs more than it tells.
#pragma once

#include "tacit/core/linear_algebra.h"

namespace tacit {

constexpr Index kManyCoordinates = 24;

}  // namespace tacit
