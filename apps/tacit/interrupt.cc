#include "apps/tacit/interrupt.h"

#include <csignal>

namespace tacit::program {
namespace {

std::atomic<bool> signalled{false};

}  // namespace

void catch_signals() {
  std::signal(SIGINT, [](int) { signalled = true; });
  std::signal(SIGTERM, [](int) { signalled = true; });
}

const std::atomic<bool>& interrupted() { return signalled; }

}  // namespace tacit::program
