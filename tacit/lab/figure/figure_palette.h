// The colours of figures, each for a light and for a dark ground.
//
// A figure is drawn in the colours for a light ground. In a page its colours are variables, named after them, so that
// ground, ink and lines follow the reader's choice. Lines have a contrast of at least 3 with their ground and text of
// at least 4.5 (WCAG 2, level AA), on both grounds. The hues are those of Okabe and Ito (2008), which people with any
// common colour vision tell apart, made darker where white would swallow them, and some more for agents that are not
// known.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace tacit {

struct ThemeColour {
  const char *light, *dark;  ///< #RRGGBB.
};

/// A series has two: for its lines and marks, and for its name.
struct Hue {
  ThemeColour line, ink;
};

inline constexpr Hue kVermillion = {{"#D55E00", "#FF8C4A"}, {"#AD4C00", "#FF8C4A"}},
                     kPurple = {{"#B8578F", "#E79AC8"}, {"#9F4A7B", "#E79AC8"}},
                     kBlue = {{"#0072B2", "#5CB3F0"}, {"#00659E", "#5CB3F0"}},
                     kGreen = {{"#009268", "#2CC79A"}, {"#00795A", "#2CC79A"}},
                     kAmber = {{"#AE7A00", "#EFB632"}, {"#866000", "#EFB632"}},
                     kBlack = {{"#222222", "#E6E9ED"}, {"#222222", "#E6E9ED"}},
                     kTeal = {{"#0B8793", "#45C6D3"}, {"#08727C", "#45C6D3"}},
                     kBrown = {{"#8C5A3C", "#C99472"}, {"#8C5A3C", "#C99472"}},
                     kIndigo = {{"#5B5BD6", "#A3A3FF"}, {"#5050C8", "#A3A3FF"}},
                     kOlive = {{"#758500", "#BCCB45"}, {"#606D00", "#BCCB45"}},
                     kRose = {{"#D6336C", "#FF7FA8"}, {"#BF2A5F", "#FF7FA8"}},
                     kSlate = {{"#66788A", "#9DB0C3"}, {"#566675", "#9DB0C3"}},
                     kGrey = {{"#808080", "#A0A0A0"}, {"#636363", "#A0A0A0"}},
                     kPale = {{"#8F8F8F", "#8C8C8C"}, {"#6B6B6B", "#8C8C8C"}};

inline constexpr std::array kHues = {kVermillion, kPurple, kBlue,  kGreen, kAmber, kBlack, kTeal,
                                     kBrown,      kIndigo, kOlive, kRose,  kSlate, kGrey,  kPale};

inline constexpr ThemeColour kGround = {"#FFFFFF", "#171B20"}, kInk = {"#222222", "#E6E9ED"},
                             kSecondaryInk = {"#555555", "#AAB2BB"}, kTickInk = {"#444444", "#C3C9D0"},
                             kFrame = {"#8C8C8C", "#7D868F"}, kGridLine = {"#E3E3E3", "#2F363E"};

/// The value of an attribute of a drawn figure, with a variable in the place of a colour of this palette: "rgb(34, 34,
/// 34)" and "#222222" become "var(--figure-222222)". Anything else stays as it is.
std::string themed(std::string_view value);

/// The variables, as declarations of a style sheet, for a light or a dark ground.
std::string figure_variables(bool dark);

}  // namespace tacit
