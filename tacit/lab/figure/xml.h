// Text as it stands in XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace tacit {

/// Means just this text, in an element as well as in a quoted attribute. Made valid UTF-8 first.
std::string xml_escaped(std::string_view text);

}  // namespace tacit
