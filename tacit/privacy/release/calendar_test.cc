#include "tacit/privacy/release/calendar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tacit/core/error.h"
#include "tacit/core/rng.h"
#include "tacit/privacy/release/release_catalog.h"

namespace tacit {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

void pass(Calendar& calendar, std::int64_t users) {
  calendar.begin(users);
  calendar.end();
}

TEST(Calendar, TurnsBlocksIntoUsers) {
  Calendar calendar({{0, 0, 1, 0.1}, {1, 1, 2, 0.2}, {2, 0, 3, 0.3}, {2, 1, 2, 0.4}}, 100);
  EXPECT_THAT(calendar.due(5), ElementsAre(UserTouch{0, 5, 0.1}));
  pass(calendar, 5);
  EXPECT_THAT(calendar.due(7), ElementsAre(UserTouch{5, 7, 0.2}));
  pass(calendar, 7);
  EXPECT_THAT(calendar.due(20), ElementsAre(UserTouch{0, 20, 0.3}, UserTouch{5, 7, 0.4}));
}

TEST(Calendar, HasNothingDueAfterTheLastTouch) {
  Calendar calendar({{0, 0, 1, 1}}, 100);
  pass(calendar, 5);
  EXPECT_THAT(calendar.due(9), IsEmpty());
  EXPECT_THAT(Calendar({}, 100).due(9), IsEmpty());
}

TEST(Calendar, TouchesOfBlocksToComeAreOfAllWhoMayCome) {
  const Calendar all({{0, 0, 6, 1}}, 100);
  EXPECT_THAT(all.due(5), ElementsAre(UserTouch{0, 100, 1}));
  EXPECT_THAT(all.due(0), ElementsAre(UserTouch{0, 100, 1}));
  EXPECT_THAT(all.due(100), ElementsAre(UserTouch{0, 100, 1}));

  Calendar later({{1, 1, 3, 0.25}, {1, 2, 3, 0.5}, {1, 4, 5, 0.75}}, 100);
  EXPECT_THAT(later.due(5), IsEmpty());
  pass(later, 5);
  EXPECT_THAT(later.due(9), ElementsAre(UserTouch{5, 100, 0.25}, UserTouch{9, 100, 0.5}, UserTouch{9, 100, 0.75}));
  EXPECT_THAT(later.due(100), ElementsAre(UserTouch{5, 100, 0.25}));  // Nobody may come any more.
}

TEST(Calendar, TheOnlyBlockIsOfThoseWhoCame) {
  EXPECT_THAT(Calendar({{0, 0, 1, 1}}, 100).due(5), ElementsAre(UserTouch{0, 5, 1}));
}

TEST(Calendar, WhereNobodyCameNobodyIsTouched) {
  Calendar calendar({{0, 0, 1, 1}, {1, 1, 2, 1}, {2, 1, 2, 1}, {2, 0, 3, 1}, {3, 2, 4, 1}}, 100);
  EXPECT_THAT(calendar.due(0), IsEmpty());
  pass(calendar, 0);
  EXPECT_THAT(calendar.due(0), IsEmpty());
  pass(calendar, 0);
  EXPECT_THAT(calendar.due(3), ElementsAre(UserTouch{0, 3, 1}));
  pass(calendar, 3);
  EXPECT_THAT(calendar.due(3), ElementsAre(UserTouch{0, 3, 1}));  // The empty block is the last of two.
  EXPECT_EQ(calendar.releases(), 3);
}

TEST(Calendar, TakesTouchesInAnyOrderAndKeepsThatOfARelease) {
  Calendar calendar({{1, 0, 1, 0.4}, {0, 0, 1, 0.1}, {1, 1, 2, 0.3}, {0, 0, 1, 0.2}}, 100);
  EXPECT_THAT(calendar.due(5), ElementsAre(UserTouch{0, 5, 0.1}, UserTouch{0, 5, 0.2}));
  pass(calendar, 5);
  EXPECT_THAT(calendar.due(6), ElementsAre(UserTouch{0, 5, 0.4}, UserTouch{5, 6, 0.3}));
}

TEST(Calendar, AskingChangesNothing) {
  // A release that the ledger refused is asked for again: nobody who came in between is forgotten.
  Calendar calendar({{0, 0, 1, 0.1}, {0, 0, 1, 0.2}, {1, 1, 2, 0.3}}, 100);
  EXPECT_EQ(calendar.due(5), calendar.due(5));
  EXPECT_THAT(calendar.due(8), ElementsAre(UserTouch{0, 8, 0.1}, UserTouch{0, 8, 0.2}));
  EXPECT_EQ(calendar.releases(), 0);
  pass(calendar, 8);
  EXPECT_THAT(calendar.due(9), ElementsAre(UserTouch{8, 9, 0.3}));
}

TEST(Calendar, RefusesMoreUsersThanDeclared) {
  Calendar calendar({{0, 0, 6, 1}}, 10);
  EXPECT_NO_THROW(calendar.due(10));
  EXPECT_THROW(calendar.due(11), Error);
  EXPECT_THROW(calendar.begin(11), Error);
  EXPECT_NO_THROW(pass(calendar, 10));
}

TEST(Calendar, StaysShutUntilAReleaseEnds) {
  Calendar calendar({{0, 0, 1, 1}, {1, 1, 2, 1}}, 100);
  EXPECT_NO_THROW(calendar.require_open());
  calendar.begin(5);
  EXPECT_THROW(calendar.require_open(), Error);
  EXPECT_THROW(calendar.due(6), Error);
  EXPECT_THROW(calendar.begin(6), Error);
  calendar.end();
  EXPECT_THAT(calendar.due(6), ElementsAre(UserTouch{5, 6, 1}));
}

TEST(Calendar, UsersDoNotLeave) {
  Calendar calendar({{0, 0, 1, 1}, {1, 1, 2, 1}}, 100);
  pass(calendar, 5);
  EXPECT_THROW(calendar.due(4), Defect);
  EXPECT_THROW(calendar.begin(4), Defect);
  EXPECT_THAT(calendar.due(5), IsEmpty());
}

constexpr std::int64_t kMostUsers = 60;

// What each user who may come is charged when blocks of these sizes come.
std::vector<double> charged(const Strategy& strategy, const std::vector<std::int64_t>& sizes) {
  Calendar calendar(strategy.touches, kMostUsers);
  std::vector<double> shares(kMostUsers);
  std::int64_t users = 0;
  for (const std::int64_t size : sizes) {
    users += size;
    for (const UserTouch& touch : calendar.due(users)) {
      EXPECT_LT(touch.first_user, touch.end_user);
      for (std::int64_t u = touch.first_user; u < touch.end_user; ++u) shares[u] += touch.share;
    }
    pass(calendar, users);
  }
  return shares;
}

// The same from the definition, user by user; a user who never came is in the block after the last.
std::vector<double> charged_one_by_one(const Strategy& strategy, const std::vector<std::int64_t>& sizes) {
  std::vector<double> shares;
  for (Index block = 0; block <= static_cast<Index>(sizes.size()); ++block) {
    const bool came = block < static_cast<Index>(sizes.size());
    const std::int64_t end = came ? static_cast<std::int64_t>(shares.size()) + sizes[block] : kMostUsers;
    double share = 0;
    for (const Touch& touch : strategy.touches) {
      const bool here = block <= touch.release, touches_future = touch.end_block > touch.release + 1;
      if (here ? touch.first_block <= block && block < touch.end_block : touches_future) share += touch.share;
    }
    shares.resize(end, share);
  }
  return shares;
}

// Blocks for all releases, some of them empty, of at most kMostUsers users together.
std::vector<std::int64_t> random_sizes(Index releases, Stream& random) {
  std::vector<std::int64_t> sizes;
  std::int64_t left = kMostUsers;
  for (Index t = 0; t < releases; ++t) {
    const auto most = static_cast<std::uint64_t>(std::min<std::int64_t>(left, 12));
    sizes.push_back(random.below(3) == 0 ? 0 : static_cast<std::int64_t>(random.below(most + 1)));
    left -= sizes.back();
  }
  return sizes;
}

TEST(Calendar, ChargesEveryUserOfEveryStrategyOnceForAll) {
  const std::vector<std::pair<std::string, Assignments>> strategies = {{"fresh", {}},
                                                                       {"fresh", {{"window", "3"}}},
                                                                       {"fresh", {{"discount", "0.8"}}},
                                                                       {"tree", {}},
                                                                       {"tree", {{"refinement", "honaker"}}},
                                                                       {"toeplitz", {}},
                                                                       {"blt", {}},
                                                                       {"factorised", {}},
                                                                       {"factorised", {{"coefficients", "rounded"}}},
                                                                       {"blocks", {}},
                                                                       {"blocks", {{"window", "5"}}}};
  for (const std::string& name : release_names())
    EXPECT_TRUE(name == "exact" || std::any_of(strategies.begin(), strategies.end(),
                                               [&](const auto& strategy) { return strategy.first == name; }))
        << name;
  Stream random(1, "calendar");
  for (const auto& [name, options] : strategies)
    for (const Index releases : {1, 2, 3, 7, 8, 13}) {
      const Strategy strategy = make_strategy(name, releases, options);
      for (int run = 0; run < 20; ++run) {
        const std::vector<std::int64_t> sizes = random_sizes(releases, random);
        const std::vector<double> shares = charged(strategy, sizes);
        ASSERT_EQ(shares, charged_one_by_one(strategy, sizes)) << name << " " << releases;
        ASSERT_LE(*std::max_element(shares.begin(), shares.end()), 1 + 1e-12) << name << " " << releases;
      }
      const std::vector<std::int64_t> even(releases, 4);
      EXPECT_NEAR(charged(strategy, even)[0], strategy.largest_share(), 1e-12) << name << " " << releases;
    }
}

TEST(Calendar, ChargesEveryUserOfRandomTouches) {
  // Touches of past blocks, blocks to come and both, in any order. Shares are whole numbers, so that sums are exact.
  Stream random(2, "calendar");
  for (int run = 0; run < 500; ++run) {
    constexpr Index kReleases = 6;
    Strategy strategy;
    for (std::uint64_t i = 0, count = random.below(12); i < count; ++i) {
      const auto first = static_cast<Index>(random.below(kReleases));
      const auto end = first + 1 + static_cast<Index>(random.below(kReleases - first));
      strategy.touches.push_back(
          {static_cast<Index>(random.below(kReleases)), first, end, static_cast<double>(random.below(9))});
    }
    const std::vector<std::int64_t> sizes = random_sizes(kReleases, random);
    ASSERT_EQ(charged(strategy, sizes), charged_one_by_one(strategy, sizes)) << run;
  }
}

TEST(KnownBad, AStrategyThatTouchesABlockTwiceChargesItsUsersTwice) {
  Strategy strategy = make_strategy("blocks", 5);
  strategy.touches.push_back({3, 2, 3, 1.0});
  const std::vector<double> shares = charged(strategy, {4, 4, 4, 4, 4});
  EXPECT_EQ(std::count(shares.begin(), shares.end(), 2.0), 4);
  EXPECT_EQ(shares[8], 2);
  EXPECT_EQ(shares[11], 2);
}

}  // namespace
}  // namespace tacit
