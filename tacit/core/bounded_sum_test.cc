#include "tacit/core/bounded_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tacit {
namespace {

TEST(BoundedSum, ProjectsEachNumberAsItComes) {
  BoundedSum sum;
  sum.add(5);
  sum.add(-4);
  sum.add(std::nan(""));
  sum.add(0.25, 2);
  EXPECT_EQ(sum.sum(), 1.5);
  EXPECT_EQ(sum.count(), 5);
}

TEST(BoundedSum, TakesInAnother) {
  BoundedSum one, other;
  one.add(1, 3);
  other.add(0.5, 2);
  one.add(other);
  EXPECT_EQ(one.sum(), 4);
  EXPECT_EQ(one.count(), 5);
}

TEST(BoundedSum, CountsWithoutOverflow) {
  BoundedSum sum;
  sum.add(0, std::numeric_limits<std::int64_t>::max());
  EXPECT_THROW(sum.add(0), Defect);
  EXPECT_THROW(BoundedSum().add(1, -1), Defect);
}

}  // namespace
}  // namespace tacit
