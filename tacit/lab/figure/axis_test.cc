#include "tacit/lab/figure/axis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tacit/core/error.h"

namespace tacit {
namespace {

using testing::ElementsAre;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Axis axis(const std::vector<double>& values, Scale scale = Scale::automatic, Margin margin = Margin::none) {
  return make_axis(values, scale, margin, "figure.y");
}

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> result;
  for (const Tick& tick : axis.ticks) result.push_back(tick.label);
  return result;
}

TEST(Axis, IsLogarithmicWhereDataSpanMoreThanOneAndAHalfDecades) {
  EXPECT_TRUE(axis({1, 40}).logarithmic);
  EXPECT_FALSE(axis({1, 30}).logarithmic);
  EXPECT_FALSE(axis({-1, 1000}).logarithmic);
  EXPECT_FALSE(axis({0, 0}).logarithmic);
  EXPECT_TRUE(axis({0, 1, 1000}).logarithmic);
  EXPECT_FALSE(axis({1, 1000}, Scale::linear).logarithmic);
}

TEST(Axis, LabelsDecades) {
  EXPECT_THAT(labels(axis({1, 100000})), ElementsAre("1", "10", "100", "1k", "10k", "100k"));
  EXPECT_THAT(labels(axis({0.5, 2e6})), ElementsAre("1", "10", "100", "1k", "10k", "100k", "1M"));
  EXPECT_THAT(labels(axis({1, 1e11})), ElementsAre("1", "100", "10⁴", "10⁶", "10⁸", "10¹⁰"));
  EXPECT_THAT(labels(axis({0.1, 10})), ElementsAre("0.1", "0.2", "0.5", "1", "2", "5", "10"));
}

TEST(Axis, LabelsRoundNumbers) {
  EXPECT_THAT(labels(axis({0, 10})), ElementsAre("0", "2", "4", "6", "8", "10"));
  EXPECT_THAT(labels(axis({-1500, 1500})), ElementsAre("−1.5k", "−1k", "−500", "0", "500", "1k", "1.5k"));
  EXPECT_THAT(labels(axis({12345670, 12345680})),
              ElementsAre("12.34567M", "12.345672M", "12.345674M", "12.345676M", "12.345678M", "12.34568M"));
  EXPECT_THAT(labels(axis({2, 3}, Scale::logarithmic)), ElementsAre("2", "2.2", "2.4", "2.6", "2.8", "3"));
}

TEST(Axis, PutsZerosOnTheLowerEdge) {
  const Axis with = axis({0, 1, 1000});
  EXPECT_TRUE(with.clips);
  EXPECT_LT(with.low, 1);
  EXPECT_EQ(with.place(0), 0);
  EXPECT_GT(with.place(1), 0);
  EXPECT_FALSE(axis({1, 1000}).clips);
}

TEST(Axis, TakesWhatIsFarBelowForRounding) {
  const Axis wide = axis({1e-15, 1e-11, 1, 1e5});
  EXPECT_TRUE(wide.clips);
  EXPECT_GT(wide.low, 0.1);
  EXPECT_FALSE(axis({1e-13, 10, 20}).logarithmic);
  EXPECT_FALSE(axis({1e-15, 1e5}, Scale::logarithmic).clips);
}

TEST(Axis, HasItsTicksOnTheDataWhereThatCanBeRead) {
  const std::vector<double> few = {0.1, 0.3, 1, 3, 3, 10}, close = {1, 1.1, 100};
  Axis a = axis(few);
  put_ticks_on(a, few);
  EXPECT_THAT(labels(a), ElementsAre("0.1", "0.3", "1", "3", "10"));
  Axis b = axis(close);
  put_ticks_on(b, close);
  EXPECT_EQ(labels(b), labels(axis(close)));
}

TEST(Axis, RefusesALogarithmThatThereIsNot) {
  EXPECT_THROW(axis({-1, 1}, Scale::logarithmic), Error);
  EXPECT_THROW(axis({0, 0}, Scale::logarithmic), Error);
  EXPECT_THROW(axis({}, Scale::logarithmic), Error);
}

TEST(Axis, HasARangeAndTicksForAnyData) {
  const std::vector<double> cases[] = {{},
                                       {5},
                                       {0},
                                       {-3, -3},
                                       {1e300, 1e-300},
                                       {-1.7e308, 1.7e308},
                                       {1e-320},
                                       {1e-5, 1.00001e-5},
                                       {kInfinity, 1, std::nan("")},
                                       {1e15, 1e15 + 1}};
  for (const auto& values : cases) {
    for (const Margin margin : {Margin::none, Margin::some}) {
      const Axis a = axis(values, Scale::automatic, margin);
      EXPECT_LT(a.low, a.high);
      EXPECT_TRUE(std::isfinite(a.low) && std::isfinite(a.high));
      EXPECT_LE(a.ticks.size(), 12u);
      for (const double v : values) EXPECT_TRUE(a.place(v) >= 0 && a.place(v) <= 1);
    }
  }
}

TEST(Axis, ShowsZeroWhereItIsNear) {
  EXPECT_EQ(axis({4, 10}, Scale::automatic, Margin::some).low, 0);
  EXPECT_GT(axis({9, 10}, Scale::automatic, Margin::some).low, 8);
}

TEST(Axis, DoesNotCrowdHundredsOfDecades) {
  const Axis a = axis({1e-10, 1e300}, Scale::logarithmic, Margin::some);
  EXPECT_GT(a.low, 1e-30);
  EXPECT_TRUE(a.minor.empty());
  EXPECT_THAT(labels(a), ElementsAre("1", "10⁵⁰", "10¹⁰⁰", "10¹⁵⁰", "10²⁰⁰", "10²⁵⁰", "10³⁰⁰"));
}

TEST(ShortNumber, HasFewDigits) {
  EXPECT_EQ(short_number(0), "0");
  EXPECT_EQ(short_number(0.25), "0.25");
  EXPECT_EQ(short_number(999), "999");
  EXPECT_EQ(short_number(10000), "10k");
  EXPECT_EQ(short_number(-2500000), "−2.5M");
  EXPECT_EQ(short_number(999999), "1M");
  EXPECT_EQ(short_number(1e9), "10⁹");
  EXPECT_EQ(short_number(3e-7), "3·10⁻⁷");
  EXPECT_EQ(short_number(2.5e300), "2.5·10³⁰⁰");
  EXPECT_EQ(short_number(kInfinity), "∞");
}

}  // namespace
}  // namespace tacit
