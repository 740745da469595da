#include "tacit/lab/figure/xml.h"

#include "tacit/lab/figure/plain_text.h"

namespace tacit {

std::string xml_escaped(std::string_view text) {
  std::string result;
  for (const char c : valid_text(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace tacit
