// Text from outside, made fit for a figure or a page: always valid UTF-8, and never wider than its place.
//
// How wide a text is drawn is known only where it is drawn. The widths here are those of DejaVu Sans, which is wider
// than its relatives, so what fits here fits there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tacit {

/// With U+FFFD in place of what is not UTF-8, and of control characters other than tab and line feed.
std::string valid_text(std::string_view text);

/// The same as one line: tabs and line ends become spaces.
std::string one_line(std::string_view text);

/// With a white square in place of each character that the fonts of a bare machine may lack: what is left is Latin,
/// Greek, Cyrillic and mathematics.
std::string common_text(std::string_view text);

/// In units of the font size. Of valid text in one line.
double text_width(std::string_view text);

/// Cut at the end, with an ellipsis, so as not to be wider than `width`.
std::string shortened(const std::string& text, double width);

/// Broken at spaces into lines not wider than `width`, at most `lines` of them; what is left over is cut.
std::vector<std::string> wrapped(const std::string& text, double width, int lines);

}  // namespace tacit
