#include "python/bindings/long_call.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "tacit/core/stop.h"

namespace tacit::python {
namespace {

constexpr std::chrono::milliseconds kWake{50};

/// The thread of the work, which is over before this is.
class Worker {
 public:
  explicit Worker(const std::function<void()>& work) : thread_([this, &work] { do_it(work); }) {}
  ~Worker() {
    const nb::gil_scoped_release released;  // The work may need the GIL to come to its end.
    thread_.join();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Waits, for a while.
  bool over() {
    const nb::gil_scoped_release released;
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kWake, [this] { return over_; });
  }
  const std::exception_ptr& failure() const { return failure_; }

 private:
  void do_it(const std::function<void()>& work) {
    std::exception_ptr failure;
    try {
      // The thread stays known to Python, so that taking the GIL again, where the work calls Python, is cheap.
      const nb::gil_scoped_acquire known;
      const nb::gil_scoped_release released;
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    failure_ = failure;
    over_ = true;
    changed_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  ///< Last: it uses the others.
};

}  // namespace

void LongCall::look_up() {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  const std::int64_t done = done_.load(), total = total_.load();
  if (progress_.is_none() || total == 0 || done == shown_) return;
  shown_ = done;
  progress_(done, total);
}

bool LongCall::run(const std::function<void()>& work) {
  std::optional<nb::python_error> raised;
  std::exception_ptr failure;
  const auto attend = [&] {
    if (raised) return;
    try {
      look_up();
    } catch (nb::python_error& error) {
      raised.emplace(std::move(error));
      stop_ = true;
    }
  };
  {
    Worker worker(work);
    while (!worker.over()) attend();
    failure = worker.failure();
  }
  attend();  // The last step of the progress, and a signal that came meanwhile.
  if (raised && !raised->matches(PyExc_KeyboardInterrupt)) throw nb::python_error(std::move(*raised));
  if (failure) {
    try {
      std::rethrow_exception(failure);
    } catch (const Stopped&) {
      return true;  // Nothing of it was finished.
    }
  }
  return raised.has_value();
}

}  // namespace tacit::python
