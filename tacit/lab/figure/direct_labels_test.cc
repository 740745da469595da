#include "tacit/lab/figure/direct_labels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tacit {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

std::vector<double> places(const std::vector<double>& wanted) { return spread(wanted, 1, 0, 10); }

TEST(DirectLabels, StayWhereThereIsRoom) { EXPECT_THAT(places({5, 2, 8}), ElementsAre(5, 2, 8)); }

TEST(DirectLabels, MoveApartEvenly) {
  EXPECT_THAT(places({5, 5}), ElementsAre(DoubleEq(4.5), DoubleEq(5.5)));
  EXPECT_THAT(places({5.2, 5, 9}), ElementsAre(DoubleEq(5.6), DoubleEq(4.6), DoubleEq(9)));
}

TEST(DirectLabels, PushTheirNeighboursOn) {
  EXPECT_THAT(places({4, 4, 4, 5}), ElementsAre(DoubleEq(2.75), DoubleEq(3.75), DoubleEq(4.75), DoubleEq(5.75)));
}

TEST(DirectLabels, StayWithinTheRange) {
  EXPECT_THAT(places({0, 0}), ElementsAre(0, 1));
  EXPECT_THAT(places({10, 10, 10}), ElementsAre(8, 9, 10));
}

TEST(DirectLabels, KeepTheirDistanceWhereThereIsNoRoom) {
  EXPECT_THAT(spread(std::vector<double>{1, 1, 1}, 1, 0, 1), ElementsAre(0, 1, 2));
  EXPECT_TRUE(places({}).empty());
}

}  // namespace
}  // namespace tacit
