#include "tacit/lab/figure/inline_svg.h"

#include <algorithm>

#include "tacit/core/error.h"
#include "tacit/lab/figure/figure_palette.h"
#include "tacit/lab/figure/xml.h"

namespace tacit {

namespace {

constexpr std::string_view kSpace = " \t\r\n";

[[noreturn]] void refuse(const std::string& problem) { throw Error("svg", problem); }

/// Copies one SVG document, tag by tag.
class Copy {
 public:
  Copy(std::string_view rest, const std::string& prefix, const std::string& alt)
      : rest_(rest), prefix_(prefix), alt_(alt) {}

  std::string make() {
    const auto start = rest_.find("<svg");
    if (start == std::string_view::npos) refuse("there is no <svg> element");
    rest_.remove_prefix(start);
    while (!rest_.empty()) {
      const auto open = rest_.find('<');
      text(rest_.substr(0, open));
      if (open == std::string_view::npos) break;
      rest_.remove_prefix(open);
      if (rest_.starts_with("<!--")) {
        skip_past("-->");
      } else if (rest_.starts_with("<!") || rest_.starts_with("<?")) {
        refuse("declarations inside the picture");
      } else {
        tag();
      }
    }
    if (!ended_) refuse("the <svg> element has no end");
    return std::move(out_);
  }

 private:
  void skip_past(std::string_view end) {
    const auto at = rest_.find(end);
    if (at == std::string_view::npos) refuse("it breaks off");
    rest_.remove_prefix(at + end.size());
  }

  void text(std::string_view piece) {
    if (!muted_) out_ += piece;
  }

  // Browsers show the title of a picture as a tooltip over all of it; what it shows is said by its label.
  void tag() {
    const std::string_view whole = take_tag();
    const bool closing = whole.starts_with("</");
    std::string_view inside = whole.substr(closing ? 2 : 1, whole.size() - (closing ? 3 : 2));
    const std::string name(inside.substr(0, std::min(inside.find_first_of(" \t\r\n/"), inside.size())));
    for (const char* forbidden : {"script", "foreignObject", "iframe", "image", "style", "a"})
      if (name == forbidden) refuse("it holds a <" + name + ">");
    if (name == "title" || name == "desc") {
      muted_ = !closing;
      return;
    }
    if (closing) {
      out_ += "</" + name + ">";
      ended_ = ended_ || name == "svg";
      return;
    }
    const bool empty = inside.ends_with('/');
    if (empty) inside.remove_suffix(1);
    out_ += "<" + name;
    if (name == "svg") out_ += R"( role="img" aria-label=")" + xml_escaped(alt_) + '"';
    attributes(inside.substr(name.size()));
    out_ += empty ? "/>" : ">";
  }

  /// Up to the '>' that is not in quotes.
  std::string_view take_tag() {
    char quote = 0;
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      const char c = rest_[i];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        const std::string_view whole = rest_.substr(0, i + 1);
        rest_.remove_prefix(i + 1);
        return whole;
      }
    }
    refuse("it breaks off");
  }

  void attributes(std::string_view list) {
    for (;;) {
      list.remove_prefix(std::min(list.find_first_not_of(kSpace), list.size()));
      if (list.empty()) return;
      const auto equals = std::min(list.find('='), list.size());
      const auto open = list.find_first_not_of(kSpace, equals + 1);
      if (open == std::string_view::npos) refuse("an attribute has no value");
      const char quote = list[open];
      const auto end = list.find(quote, open + 1);
      if ((quote != '"' && quote != '\'') || end == std::string_view::npos) refuse("an attribute has no quotes");
      std::string_view name = list.substr(0, equals);
      name = name.substr(0, std::min(name.find_first_of(kSpace), name.size()));
      attribute(std::string(name), std::string(list.substr(open + 1, end - open - 1)), quote);
      list.remove_prefix(end + 1);
    }
  }

  void attribute(std::string name, std::string value, char quote) {
    if (name.starts_with("on")) refuse("it holds an event handler");
    if (name.starts_with("xmlns")) return;  // HTML knows what <svg> is.
    if (name == "xlink:href") name = "href";
    if (name == "href") {
      if (!value.starts_with('#')) return;
      value.insert(1, prefix_);
    }
    if (name == "id") value.insert(0, prefix_);
    for (std::size_t at = 0; (at = value.find("url(", at)) != std::string::npos; at += 5) {
      if (value.compare(at, 5, "url(#") != 0) return;
      value.insert(at + 5, prefix_);
    }
    if (name == "fill" || name == "stroke" || name == "color") value = themed(value);
    out_ += ' ' + name + '=' + quote + value + quote;
  }

  std::string_view rest_;
  const std::string &prefix_, &alt_;
  std::string out_;
  bool muted_ = false, ended_ = false;
};

}  // namespace

std::string inline_svg(std::string_view svg, const std::string& prefix, const std::string& alt) {
  return Copy(svg, prefix, alt).make();
}

}  // namespace tacit
