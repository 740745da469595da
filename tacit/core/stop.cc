#include "tacit/core/stop.h"

namespace tacit {
namespace {

thread_local const std::atomic<bool>* current = nullptr;

}  // namespace

StopScope::StopScope(const std::atomic<bool>* flag) : outer_(current) { current = flag; }
StopScope::~StopScope() { current = outer_; }

void obey_stop() {
  if (current && current->load(std::memory_order_relaxed)) throw Stopped();
}

const std::atomic<bool>* stop_flag() { return current; }

}  // namespace tacit
