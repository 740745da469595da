// Runs a sweep and tells on standard error how it goes: a bar with the time left on a terminal, else a line per cell.
#pragma once

#include "tacit/lab/sweep/sweep.h"

namespace tacit::program {

/// Says at its end what failed, and that it was interrupted: Ctrl-C and SIGTERM, where they are caught (interrupt.h),
/// stop it soon, and what is finished stays.
SweepOutcome run_visibly(const SweepSpec& sweep, const SweepOptions& options);

}  // namespace tacit::program
