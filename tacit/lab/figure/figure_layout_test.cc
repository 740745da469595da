#include "tacit/lab/figure/figure_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tacit {
namespace {

constexpr Canvas kCanvas = {720, 17, 300};

Figure figure_of(std::vector<Series> series) {
  Figure figure;
  figure.title = "Title";
  figure.x.label = "x";
  figure.series = std::move(series);
  return figure;
}

FigureLayout layout_of(const Figure& figure) { return lay_out(figure, x_axis(figure), y_axis(figure), kCanvas); }

TEST(FigureAxes, AreLogarithmicForGrowth) {
  const Figure figure = figure_of({{"a", Role::is_private, {1, 100}, {1, 1000}, {0, 900}, {2, 1100}}});
  EXPECT_TRUE(x_axis(figure).logarithmic);
  EXPECT_TRUE(y_axis(figure).logarithmic);
  EXPECT_FALSE(y_axis(figure).clips);  // The mean has no zero; its band may end on the edge.
}

TEST(FigureAxes, ShowBandsThatReachBelowZero) {
  const Figure figure = figure_of({{"a", Role::is_private, {1, 100}, {1, 1000}, {-500, 900}, {2, 1100}}});
  EXPECT_FALSE(y_axis(figure).logarithmic);
  EXPECT_LT(y_axis(figure).low, -500);
}

TEST(FigureLayout, KeepsEverythingOnTheCanvas) {
  const Figure figure = figure_of({{"one", Role::is_private, {1, 2}, {1, 2}, {}, {}},
                                   {"two", Role::not_private, {1, 2}, {1, 2}, {}, {}},
                                   {"three", Role::control, {1, 2}, {0, 0}, {}, {}}});
  const FigureLayout layout = layout_of(figure);
  EXPECT_LT(0, layout.left);
  EXPECT_LT(layout.left, layout.right);
  EXPECT_LT(layout.right, 720);
  EXPECT_NEAR(layout.bottom - layout.top, 300, 1e-9);
  ASSERT_EQ(layout.names.size(), 3u);
  for (const NameTag& name : layout.names) EXPECT_TRUE(name.x > layout.right && name.y > 0 && name.y < layout.height);
  for (const TextLine& text : layout.texts) EXPECT_TRUE(text.x >= 0 && text.y > 0 && text.y < layout.height);
}

TEST(FigureLayout, SetsNamesApartAndLeadsToThem) {
  const FigureLayout layout = layout_of(figure_of(
      {{"one", Role::is_private, {1, 2}, {1, 2}, {}, {}}, {"two", Role::is_private, {1, 2}, {0, 2}, {}, {}}}));
  ASSERT_EQ(layout.leaders.size(), 2u);
  EXPECT_EQ(layout.leaders[0].end_y, layout.leaders[1].end_y);
  EXPECT_GE(layout.leaders[1].name_y - layout.leaders[0].name_y, 17);
  EXPECT_FALSE(layout.legend);
}

TEST(FigureLayout, HasALegendWhereNamesDoNotFit) {
  std::vector<Series> many(13, Series{"a", Role::is_private, {1}, {1}, {}, {}});
  EXPECT_TRUE(layout_of(figure_of(many)).legend);
  many.resize(12);
  EXPECT_FALSE(layout_of(figure_of(many)).legend);
  many[0].label = "a name that is longer than a third of the width";
  EXPECT_TRUE(layout_of(figure_of(many)).legend);
}

TEST(FigureLayout, SetsPointsOverNamesBesideEachOther) {
  Figure figure = figure_of({{"a", Role::is_private, {0}, {1}, {}, {}}, {"b", Role::is_private, {0}, {1}, {}, {}}});
  EXPECT_EQ(sideways(figure, 0), 0);
  figure.names = {"x", "y"};
  EXPECT_LT(sideways(figure, 0), 0);
  EXPECT_EQ(sideways(figure, 0), -sideways(figure, 1));
}

}  // namespace
}  // namespace tacit
