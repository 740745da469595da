// Long work, on a thread of its own while the caller's waits without the GIL.
//
// The caller's thread wakes every 50 ms: for signals, so that Ctrl-C is seen at once, and to say how far the work is.
// Either may raise an exception. Then the work is told to stop, and what it had finished by then is kept.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "python/bindings/bindings.h"

namespace tacit::python {

class LongCall {
 public:
  /// `progress`: None, or what is called with (done, total).
  explicit LongCall(nb::object progress) : progress_(std::move(progress)) {}

  /// True where Ctrl-C stopped it. Throws what the work threw, or what a signal handler or `progress` raised.
  bool run(const std::function<void()>& work);

  // For the work.
  const std::atomic<bool>* stop() const { return &stop_; }
  void show(std::int64_t done, std::int64_t total) {
    done_.store(done, std::memory_order_relaxed);
    total_.store(total, std::memory_order_relaxed);
  }

 private:
  void look_up();

  nb::object progress_;
  std::atomic<bool> stop_{false};
  std::atomic<std::int64_t> done_{0}, total_{0};
  std::int64_t shown_ = -1;
};

}  // namespace tacit::python
