#include "tacit/lab/figure/plain_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace tacit {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

/// Length of the well-formed character at the start of `text` (Unicode 15, table 3-7), and its number; 0 if there is
/// none.
std::size_t decode(std::string_view text, std::uint32_t& code) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) {
    code = lead;
    return 1;
  }
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  code = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  return overlong || surrogate || code > 0x10FFFF ? 0 : length;
}

/// Not allowed in XML, or invisible.
bool is_control(std::uint32_t code) {
  return (code < 0x20 && code != '\t' && code != '\n') || (code >= 0x7F && code < 0xA0) || code == 0xFFFE ||
         code == 0xFFFF;
}

// The widths of the characters from space to tilde, in hundredths of the font size.
constexpr std::array<unsigned char, 95> kWidths = {
    32, 40, 46, 84, 64, 95, 78, 27, 39,  39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79,
    60, 79, 69, 63, 61, 73, 68, 99, 69,  61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63,
    63, 28, 28, 58, 28, 97, 63, 61, 63,  63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84};

double width_of(std::uint32_t code) {
  if (code >= ' ' && code <= '~') return kWidths[code - ' '] / 100.0;
  if (code >= 0x300 && code < 0x370) return 0;      // Combining marks.
  if (code >= 0x2E80) return 1.05;                  // East Asian, pictures.
  if (code >= 0x2070 && code < 0x20A0) return 0.5;  // Superscripts.
  if (code >= 0x2190) return 0.84;                  // Mathematical signs.
  return code < 0x400 ? 0.65 : 0.8;
}

}  // namespace

std::string valid_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    std::uint32_t code = 0;
    const std::size_t length = decode(text, code);
    result += length == 0 || is_control(code) ? kReplacement : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

std::string one_line(std::string_view text) {
  std::string result(text);
  std::replace_if(
      result.begin(), result.end(), [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
  return valid_text(result);
}

std::string common_text(std::string_view text) {
  const auto common = [](std::uint32_t code) {
    return code < 0x530 || (code >= 0x1E00 && code < 0x2C00) || code == 0xFFFD;
  };
  std::string result;
  while (!text.empty()) {
    std::uint32_t code = 0;
    const std::size_t length = std::max<std::size_t>(decode(text, code), 1);
    result += common(code) ? text.substr(0, length) : std::string_view("\u25A1");
    text.remove_prefix(length);
  }
  return result;
}

double text_width(std::string_view text) {
  double width = 0;
  while (!text.empty()) {
    std::uint32_t code = 0;
    const std::size_t length = std::max<std::size_t>(decode(text, code), 1);
    width += width_of(code);
    text.remove_prefix(length);
  }
  return width;
}

std::string shortened(const std::string& text, double width) {
  if (text_width(text) <= width) return text;
  std::string_view rest = text;
  std::string result;
  for (double used = 1; !rest.empty();) {  // The ellipsis is one wide.
    std::uint32_t code = 0;
    const std::size_t length = std::max<std::size_t>(decode(rest, code), 1);
    used += width_of(code);
    if (used > width) break;
    result += rest.substr(0, length);
    rest.remove_prefix(length);
  }
  return result + "\u2026";
}

std::vector<std::string> wrapped(const std::string& text, double width, int lines) {
  std::vector<std::string> result;
  std::string line;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    std::string longer = line;
    if (!line.empty()) longer += ' ';
    longer += word;
    if (line.empty() || text_width(longer) <= width) {
      line = longer;
    } else {
      if (static_cast<int>(result.size()) + 1 == lines) {
        line += text.substr(at - 1);
        break;
      }
      result.push_back(shortened(line, width));
      line = word;
    }
    at = end + 1;
  }
  if (!line.empty()) result.push_back(shortened(line, width));
  return result;
}

}  // namespace tacit
