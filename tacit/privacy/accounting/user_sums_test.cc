#include "tacit/privacy/accounting/user_sums.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tacit/core/error.h"
#include "tacit/core/rng.h"

namespace tacit {
namespace {

// gtest cannot print 128-bit integers.
std::uint64_t largest(const UserSums& sums, std::int64_t first, std::int64_t last) {
  return static_cast<std::uint64_t>(sums.largest(first, last));
}

TEST(UserSums, AgreeWithOneCounterPerUser) {
  Stream random(1, "user-sums");
  UserSums sums;
  std::vector<std::uint64_t> counters(97);
  const auto range = [&] {
    const auto a = static_cast<std::int64_t>(random.below(97)), b = static_cast<std::int64_t>(random.below(97));
    return std::pair(std::min(a, b), std::max(a, b) + 1);
  };
  for (int i = 0; i < 5000; ++i) {
    const auto [first, last] = range();
    const std::uint64_t amount = random.below(4);
    sums.add(first, last, amount);
    for (auto user = first; user < last; ++user) counters[user] += amount;
    const auto [from, to] = range();
    ASSERT_EQ(largest(sums, from, to), *std::max_element(counters.begin() + from, counters.begin() + to));
  }
  EXPECT_EQ(static_cast<std::uint64_t>(sums.largest()), *std::max_element(counters.begin(), counters.end()));
}

TEST(UserSums, ReachAMillionMillionUsers) {
  const std::int64_t far = 1'000'000'000'000;
  UserSums sums;
  sums.add(0, far, 1);
  sums.add(far - 1, far, 1);
  EXPECT_EQ(largest(sums, 0, far), 2u);
  EXPECT_EQ(largest(sums, 0, far - 1), 1u);
  EXPECT_EQ(largest(sums, far, UserSums::kUsers), 0u);
}

TEST(UserSums, FoldUsersWhoSpentTheSame) {
  UserSums sums;
  for (std::int64_t level = 1; level <= 1024; level *= 2)
    for (std::int64_t first = 0; first < 1 << 16; first += level) sums.add(first, first + level, 7);
  EXPECT_EQ(largest(sums, 0, 1 << 16), 77u);
  EXPECT_LT(sums.size(), 100u);
}

TEST(UserSums, RefuseMoreGroupsThanTheyCanHold) {
  UserSums sums(10000);
  const auto scatter = [&] {
    for (std::int64_t i = 0; i < 1 << 22; ++i) {
      sums.make_room();
      sums.add(i << 18, (i << 18) + 1, 1);
    }
  };
  EXPECT_THROW(scatter(), Error);
  EXPECT_LE(sums.size(), 10000u);
  EXPECT_GT(sums.size(), 9000u);
}

TEST(UserSums, RefuseRoomForMoreThanTheyCanHold) {
  UserSums sums(10000);
  EXPECT_NO_THROW(sums.make_room(50));
  EXPECT_THROW(sums.make_room(100), Error);
  EXPECT_EQ(sums.size(), 2u);
}

}  // namespace
}  // namespace tacit
