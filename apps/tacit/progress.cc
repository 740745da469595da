#include "apps/tacit/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace tacit::program {
namespace {

std::string duration(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.0f} h", seconds / 3600);
}

}  // namespace

ProgressBar::ProgressBar(std::int64_t total) : terminal_(::isatty(STDERR_FILENO) == 1), total_(total) {}

ProgressBar::~ProgressBar() {
  if (terminal_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressBar::show(std::int64_t done) {
  const auto now = Clock::now();
  if (!terminal_ || now - shown_ < std::chrono::milliseconds(100)) return;
  shown_ = now;
  constexpr int kWidth = 30;
  const double fraction = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
  const double elapsed = std::chrono::duration<double>(now - began_).count();
  const double left = fraction > 0 ? elapsed * (1 - fraction) / fraction : 0;
  const int full = static_cast<int>(fraction * kWidth);
  fmt::print(stderr, "\r\x1b[K[{}{}] {:3.0f} %  {} left", std::string(full, '='), std::string(kWidth - full, ' '),
             100 * fraction, duration(left));
  std::fflush(stderr);
}

}  // namespace tacit::program
