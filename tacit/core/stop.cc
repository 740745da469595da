#include "tacit/core/stop.h"

namespace tacit {
namespace {

thread_local const std::atomic<bool>* stop_flag = nullptr;

}  // namespace

StopScope::StopScope(const std::atomic<bool>* flag) : outer_(stop_flag) { stop_flag = flag; }
StopScope::~StopScope() { stop_flag = outer_; }

void obey_stop() {
  if (stop_flag && stop_flag->load(std::memory_order_relaxed)) throw Stopped();
}

}  // namespace tacit
