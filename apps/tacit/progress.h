// A progress bar on standard error, shown only where that is a terminal.
#pragma once

#include <chrono>
#include <cstdint>

namespace tacit::program {

class ProgressBar {
 public:
  explicit ProgressBar(std::int64_t total);
  ~ProgressBar();  ///< Clears the line.
  void show(std::int64_t done);

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  std::int64_t total_;
  Clock::time_point began_ = Clock::now(), shown_{};
};

}  // namespace tacit::program
