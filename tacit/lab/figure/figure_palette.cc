#include "tacit/lab/figure/figure_palette.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdio>
#include <map>

namespace tacit {
namespace {

std::string lower(std::string_view text) {
  std::string result;
  for (const char c : text) result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// Colours on a dark ground by those on a light one, as six lower-case digits without '#'.
const std::map<std::string, std::string>& themes() {
  static const std::map<std::string, std::string> all = [] {
    std::map<std::string, std::string> made;
    const auto add = [&made](const ThemeColour& colour) { made.emplace(lower(colour.light).substr(1), colour.dark); };
    for (const Hue& hue : kHues) add(hue.line), add(hue.ink);
    for (const ThemeColour& colour : {kGround, kInk, kSecondaryInk, kTickInk, kFrame, kGridLine}) add(colour);
    return made;
  }();
  return all;
}

/// Six digits from "#RRGGBB" or "rgb( R, G, B)"; empty where it is no colour.
std::string digits_of(std::string_view value) {
  const std::string text = lower(value);
  if (text.size() == 7 && text[0] == '#') return text.substr(1);
  unsigned red = 0, green = 0, blue = 0;
  int end = 0;
  if (std::sscanf(text.c_str(), "rgb( %u , %u , %u )%n", &red, &green, &blue, &end) != 3) return {};
  if (end != static_cast<int>(text.size()) || red > 255 || green > 255 || blue > 255) return {};
  return fmt::format("{:02x}{:02x}{:02x}", red, green, blue);
}

}  // namespace

std::string themed(std::string_view value) {
  const std::string digits = digits_of(value);
  return themes().contains(digits) ? "var(--figure-" + digits + ")" : std::string(value);
}

std::string figure_variables(bool dark) {
  std::string text;
  for (const auto& [light, other] : themes())
    text += fmt::format(" --figure-{}: {};", light, dark ? lower(other) : "#" + light);
  return text;
}

}  // namespace tacit
