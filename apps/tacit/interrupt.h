// Ctrl-C and SIGTERM: asked to stop, a command finishes what it can keep.
#pragma once

#include <atomic>

namespace tacit::program {

/// From now on signals are noted instead of ending the program.
void catch_signals();
/// Whether one came.
const std::atomic<bool>& interrupted();

}  // namespace tacit::program
