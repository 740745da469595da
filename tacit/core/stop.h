// Work that can be told to stop: long computations ask now and then whether they are still wanted.
//
// Whoever starts work on a thread may say which flag stops it (StopScope); whatever runs on that thread calls
// obey_stop() where it has just done a tenth of a second of work or less. Without a scope nothing ever stops. Plans of
// hundreds of dimensions take many seconds, and Ctrl-C must not.
#pragma once

#include <atomic>
#include <exception>

namespace tacit {

/// Thrown by obey_stop. What was being made is incomplete and must be let go.
class Stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped on request"; }
};

/// While it lives, work on this thread stops when the flag is set; nullptr: it does not. Scopes nest; the inner one
/// counts.
class StopScope {
 public:
  explicit StopScope(const std::atomic<bool>* flag);
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  const std::atomic<bool>* outer_;
};

/// Throws Stopped if the work on this thread was told to stop.
void obey_stop();

/// What stops the work on this thread, for a thread that takes over a part of it; nullptr: nothing does.
const std::atomic<bool>* stop_flag();

}  // namespace tacit
