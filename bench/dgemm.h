// What the machine can do: the rate of one large product of dense matrices, on one core.
#pragma once

#include <algorithm>
#include <chrono>

#include "tacit/core/linear_algebra.h"

namespace tacit {

/// Floating-point operations per second, the best of several; measured on the first call.
inline double dgemm_rate() {
  static const double rate = [] {
    constexpr Index kSize = 1024;
    const Matrix a = Matrix::Random(kSize, kSize), b = Matrix::Random(kSize, kSize);
    Matrix c(kSize, kSize);
    double best = 0;
    for (int i = 0; i < 8; ++i) {
      const auto began = std::chrono::steady_clock::now();
      c.noalias() = a * b;
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
      best = std::max(best, 2.0 * kSize * kSize * kSize / took.count());
    }
    return best;
  }();
  return rate;
}

/// Operations that |W phi|^2 with a triangular W takes, for so many rows: half of those of a full product.
inline double evaluation_operations(Index rows, Index dimension) {
  return static_cast<double>(rows) * static_cast<double>(dimension) * static_cast<double>(dimension + 1);
}

}  // namespace tacit
