// Runs a sweep and tells on standard error how it goes: a bar with the time left on a terminal, else a line per cell.
#pragma once

#include "tacit/lab/sweep/sweep.h"

namespace tacit::program {

/// From now on Ctrl-C and SIGTERM stop sweeps soon, and what is finished stays.
void catch_signals();

/// Says at its end what failed, and that it was interrupted.
SweepOutcome run_visibly(const SweepSpec& sweep, const SweepOptions& options);

}  // namespace tacit::program
