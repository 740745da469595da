// A sum of numbers of which each is in [0, 1] by construction.
//
// How far one user can move a sum of responses depends on each user's response, not on the sum: two users with
// responses 5 and -4 have an innocent-looking sum of 1. So whoever sums for many users at once adds numbers to this,
// which projects each of them as it comes and counts them; a sum alone cannot be turned into one.
#pragma once

#include <cstdint>

#include "tacit/core/error.h"

namespace tacit {

class BoundedSum {
 public:
  /// `times` numbers equal to `value`, projected on [0, 1]; what is not a number counts as 0.
  void add(double value, std::int64_t times = 1) {
    check(times >= 0 && !__builtin_add_overflow(count_, times, &count_), "so many numbers can be counted");
    sum_ += static_cast<double>(times) * (value > 0 ? value < 1 ? value : 1.0 : 0.0);
  }
  /// The numbers of another one besides.
  void add(const BoundedSum& other) {
    check(!__builtin_add_overflow(count_, other.count_, &count_), "so many numbers can be counted");
    sum_ += other.sum_;
  }

  double sum() const { return sum_; }
  std::int64_t count() const { return count_; }

 private:
  double sum_ = 0;
  std::int64_t count_ = 0;
};

}  // namespace tacit
