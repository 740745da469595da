#include "tacit/lab/figure/figure_palette.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tacit {
namespace {

/// Relative luminance (WCAG 2) of "#RRGGBB".
double luminance(const std::string& colour) {
  double result = 0;
  const double weights[] = {0.2126, 0.7152, 0.0722};
  for (std::size_t i = 0; i < 3; ++i) {
    const double c = std::stoi(colour.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    result += weights[i] * (c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
  }
  return result;
}

double contrast(const char* a, const char* b) {
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

double least_contrast(const ThemeColour& colour) {
  return std::min(contrast(colour.light, kGround.light), contrast(colour.dark, kGround.dark));
}

TEST(FigurePalette, HasLinesThatAreSeenOnBothGrounds) {
  for (const Hue& hue : kHues) EXPECT_GE(least_contrast(hue.line), 3) << hue.line.light;
  EXPECT_GE(least_contrast(kFrame), 3);
}

TEST(FigurePalette, HasTextThatIsReadOnBothGrounds) {
  for (const Hue& hue : kHues) EXPECT_GE(least_contrast(hue.ink), 4.5) << hue.ink.light;
  for (const ThemeColour& ink : {kInk, kSecondaryInk, kTickInk}) EXPECT_GE(least_contrast(ink), 4.5) << ink.light;
}

TEST(FigurePalette, TurnsItsColoursIntoVariables) {
  EXPECT_EQ(themed("rgb( 34,  34,  34)"), "var(--figure-222222)");
  EXPECT_EQ(themed("rgb(213,94,0)"), "var(--figure-d55e00)");
  EXPECT_EQ(themed("#ffffff"), "var(--figure-ffffff)");
  for (const char* other : {"none", "currentColor", "rgb(1,2,3)", "#123456", "rgb(34,34,34) x", "url(#a)", ""})
    EXPECT_EQ(themed(other), other);
}

TEST(FigurePalette, DeclaresEveryVariableForBothGrounds) {
  for (const Hue& hue : kHues) {
    const std::string name = themed(hue.line.light).substr(4, 15);  // Without var( ).
    EXPECT_THAT(figure_variables(false), testing::HasSubstr(name + ": #"));
    EXPECT_THAT(figure_variables(true), testing::HasSubstr(name + ": #"));
  }
  EXPECT_THAT(figure_variables(true), testing::HasSubstr("--figure-ffffff: #171b20;"));
}

}  // namespace
}  // namespace tacit
