#include "tacit/privacy/episode_meter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "tacit/core/rng.h"

namespace tacit {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

struct Step {
  Index cell;
  double limit;
};

// Cells that are visited again, some that do not exist, and limits of every kind.
std::vector<Step> random_episode(Index cells, Stream& stream) {
  const double kinds[] = {
      1,    kInfinity, 1 / std::sqrt(static_cast<double>(cells)), 0.3, stream.uniform(), 1e-9, 5.0, kNaN, -kInfinity, 0,
      -0.5, 1e-300};
  std::vector<Step> episode(stream.below(3 * static_cast<std::uint64_t>(cells)) + 1);
  for (Step& step : episode)
    step = {static_cast<Index>(stream.below(static_cast<std::uint64_t>(cells) + 2)) - 1, kinds[stream.below(12)]};
  return episode;
}

// Calls see(user, step, weight) for all steps of 200 users, with few cells and with many.
template <typename See>
void walk(const See& see) {
  Stream stream(1, "episodes");
  for (const Index cells : {Index{1}, Index{2}, Index{7}, Index{60}}) {
    EpisodeMeter meter(cells);
    for (int user = 0; user < 200; ++user) {
      for (const Step& step : random_episode(cells, stream)) see(user, cells, step, meter.weigh(step.cell, step.limit));
      meter.end_user();
    }
  }
}

bool counts(Index cells, const Step& step) { return step.cell >= 0 && step.cell < cells && step.limit > 0; }

TEST(EpisodeMeter, KeepsTheSquaresOfAUserWithinOne) {
  int present = -1;
  long double squares = 0, most = 0;
  walk([&](int user, Index, const Step&, double weight) {
    if (user != std::exchange(present, user)) squares = 0;
    squares += static_cast<long double>(weight) * weight;
    most = std::max(most, squares);
    ASSERT_LE(squares, 1 + 0x1p-52L);
  });
  EXPECT_GT(most, 1 - 1e-12L);  // And gives all of it to those who ask for it.
}

TEST(EpisodeMeter, WeighsAsMuchAsTheLimitAndWhatIsLeftAllow) {
  int present = -1;
  double left = 1;
  std::set<Index> seen;
  walk([&](int user, Index cells, const Step& step, double weight) {
    if (user != std::exchange(present, user)) left = 1, seen.clear();
    if (!counts(cells, step) || !seen.insert(step.cell).second) {
      ASSERT_EQ(weight, 0);
      return;
    }
    ASSERT_LE(weight, step.limit);
    ASSERT_NEAR(weight * weight, std::min(step.limit * step.limit, left), 1e-13);
    left -= weight * weight;
  });
}

TEST(EpisodeMeter, GivesAFirstStepItsWholeLimit) {
  EpisodeMeter meter(3);
  EXPECT_EQ(meter.weigh(2, 0.25), 0.25);
  meter.end_user();
  EXPECT_EQ(meter.weigh(2, 1), 1);
  EXPECT_EQ(meter.weigh(0, 1), 0);
  meter.end_user();
  EXPECT_EQ(meter.weigh(0, kInfinity), 1);
}

TEST(EpisodeMeter, CountsTheFirstVisitOfEveryUser) {
  EpisodeMeter meter(2);
  for (int user = 0; user < 3; ++user) {
    EXPECT_EQ(meter.weigh(1, 0.5), 0.5);
    EXPECT_EQ(meter.weigh(1, 0.5), 0);
    EXPECT_EQ(meter.weigh(0, 0.5), 0.5);
    EXPECT_EQ(meter.weigh(1, 1), 0);
    meter.end_user();
  }
}

TEST(EpisodeMeter, TakesWhatIsNoLimitOrNoCellForNothing) {
  EpisodeMeter meter(2);
  for (const double limit : {kNaN, 0.0, -1.0, -kInfinity}) EXPECT_EQ(meter.weigh(0, limit), 0);
  for (const Index cell : {Index{-1}, Index{2}, std::numeric_limits<Index>::max(), std::numeric_limits<Index>::min()})
    EXPECT_EQ(meter.weigh(cell, 1), 0);
  EXPECT_EQ(meter.weigh(0, 1), 1);  // None of that used up a visit, or anything of what is left.
}

// Subtracted from 1, squares of 2^-27 change nothing in a double: without rounding down they would come for free.
TEST(EpisodeMeter, ChargesForSquaresThatAreTooSmallToBeSeen) {
  constexpr Index kCells = 200'000;
  ASSERT_EQ(1 - 0x1p-27 * 0x1p-27, 1);
  EpisodeMeter meter(kCells);
  long double squares = 0;
  for (Index cell = 0; cell < kCells; ++cell) {
    const double weight = meter.weigh(cell, cell + 1 < kCells ? 0x1p-27 : 1);
    squares += static_cast<long double>(weight) * weight;
  }
  EXPECT_LE(squares, 1 + 0x1p-52L);
  EXPECT_GT(squares, 1 - 1e-9L);
}

}  // namespace
}  // namespace tacit
