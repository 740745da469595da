// A sum of numbers of which each is in [0, 1] by construction.
//
// How far one user can move a sum of responses depends on each user's response, not on the sum: two users with
// responses 5 and -4 have an innocent-looking sum of 1. So whoever sums for many users at once adds numbers to this,
// which projects each of them as it comes and counts them; a sum alone cannot be turned into one.
//
// Beside the sum of doubles stands the sum in whole steps of 2^-16, each number rounded down before it is added: what a
// lattice needs (privacy/lattice_vault.h), where rounding the sum of many would let one user move it by more than its
// own number. Numbers 0 and 1 are exact in both.
#pragma once

#include <cstdint>

#include "tacit/core/error.h"

namespace tacit {

class BoundedSum {
 public:
  /// `times` numbers equal to `value`, projected on [0, 1]; what is not a number counts as 0.
  void add(double value, std::int64_t times = 1) {
    check(times >= 0 && !__builtin_add_overflow(count_, times, &count_), "so many numbers can be counted");
    const double projected = value > 0 ? value < 1 ? value : 1.0 : 0.0;
    sum_ += static_cast<double>(times) * projected;
    steps_ += static_cast<Steps>(times) * steps_of(projected);
  }
  /// The numbers of another one besides.
  void add(const BoundedSum& other) {
    check(!__builtin_add_overflow(count_, other.count_, &count_), "so many numbers can be counted");
    sum_ += other.sum_;
    steps_ += other.steps_;
  }

  double sum() const { return sum_; }
  std::int64_t count() const { return count_; }

  __extension__ using Steps = __int128;  ///< Of as many numbers as can be counted.
  static constexpr int kStepBits = 16;
  /// In steps of 2^-kStepBits.
  Steps steps() const { return steps_; }
  /// The steps of a number in [0, 1], rounded down.
  static std::int64_t steps_of(double projected) {
    return static_cast<std::int64_t>(projected * static_cast<double>(std::int64_t{1} << kStepBits));
  }

 private:
  double sum_ = 0;
  Steps steps_ = 0;
  std::int64_t count_ = 0;
};

}  // namespace tacit
