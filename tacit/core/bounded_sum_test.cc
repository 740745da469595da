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

TEST(BoundedSum, CountsStepsOfEachNumberRoundedDown) {
  constexpr std::int64_t kOne = std::int64_t{1} << BoundedSum::kStepBits;
  const double below = 0.5 + 0.9 / static_cast<double>(kOne);
  BoundedSum one_by_one, ones;
  one_by_one.add(below), one_by_one.add(below);
  EXPECT_EQ(static_cast<std::int64_t>(one_by_one.steps()), kOne);  // Their sum, rounded once, has a step more.
  ones.add(1, std::numeric_limits<std::int64_t>::max());
  EXPECT_TRUE(ones.steps() == BoundedSum::Steps{std::numeric_limits<std::int64_t>::max()} * kOne);
}

}  // namespace
}  // namespace tacit
