// A specimen: the noise of the paper's Algorithm 1, as printed.
//
// One draw z is made before the first user and added anew at every step, so that prefix t carries (t + 1) z. The
// difference of two prefixes is the data in between plus a known multiple of z, and the second difference of three is
// exact data: no user is protected. It claims what fresh noise would cost. Doors refuse it unless they are told that
// they hold a specimen (door.h); the auditor is measured by whether it catches it.
#pragma once

#include "tacit/privacy/strategy.h"

namespace tacit {

Strategy printed_strategy(Index releases);

}  // namespace tacit
