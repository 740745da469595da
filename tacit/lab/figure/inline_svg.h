// A picture as part of a page.
#pragma once

#include <string>
#include <string_view>

namespace tacit {

/// The <svg> element of an SVG file, fit to stand in an HTML page beside others: every id has `prefix` before it,
/// references follow, colours of figures become variables of the page (figure_palette.h), what points outside the file
/// is dropped, and `alt` says in words what is seen. Throws Error if this is not SVG, or if it holds scripts or foreign
/// content.
std::string inline_svg(std::string_view svg, const std::string& prefix, const std::string& alt);

}  // namespace tacit
