#include "tacit/lab/report/html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include "tacit/core/atomic_file.h"
#include "tacit/core/error.h"
#include "tacit/lab/figure/figure_palette.h"
#include "tacit/lab/figure/inline_svg.h"
#include "tacit/lab/figure/xml.h"

namespace tacit {

namespace {

// Contrast of every text with its ground is at least 4.5 (WCAG 2, level AA). The colours of pictures are variables, too
// (figure_palette.h).
constexpr const char* kStyle = R"css(
:root { color-scheme: light dark;
  --ground: #ffffff; --ink: #1d2126; --soft: #565d66; --line: #d9dde2; --well: #f4f6f8; --accent: #00639b; }
@media (prefers-color-scheme: dark) { :root {
  --ground: #14171b; --ink: #e4e7eb; --soft: #a3abb5; --line: #333a43; --well: #1d2228; --accent: #7cc4f2; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: break-word;
  font: 1.0625rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Helvetica, Arial, sans-serif; }
body > * { max-width: 1016px; margin: 0 auto; padding: 0 16px; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 1.5rem 0 .75rem; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 3rem 0 .75rem; padding-top: 1rem; border-top: 1px solid var(--line); }
p { margin: .75rem 0; }
p, .findings, figcaption, .picture { max-width: 752px; }
header figure { margin: .75rem 0; }
@media (min-width: 1100px) {
  body > * { max-width: 1336px; }
  .head { display: grid; grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); gap: 1.5rem; align-items: start; }
  .head .findings { margin-top: .75rem; } }
a { color: var(--accent); }
.findings { background: var(--well); border-left: 4px solid var(--accent); border-radius: 0 6px 6px 0;
  margin: 1.25rem 0; padding: .75rem 1rem .75rem 2.25rem; }
.findings li { margin: .3rem 0; }
nav ol { margin: 1rem 0; padding-left: 1.5rem; }
figure { margin: 1.5rem 0; }
figcaption, footer { color: var(--soft); font-size: .92rem; line-height: 1.45; }
figcaption { margin-top: .5rem; }
.scroll { overflow-x: auto; }
.picture { background: var(--figure-ffffff); border: 1px solid var(--line); border-radius: 6px; padding: 4px; }
.picture svg { display: block; width: 100%; height: auto; }
.picture.scroll svg { min-width: 440px; }
.narrow { display: none; }
@media (max-width: 600px) { .narrow { display: block; max-width: 480px; } .wide { display: none; }
  body { font-size: 1rem; } h1 { font-size: 1.35rem; margin-top: 1rem; } .picture { padding: 0; } }
.name { white-space: nowrap; }
code { font: .9em ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
table { border-collapse: collapse; min-width: 100%; font-size: .95rem; line-height: 1.4;
  font-variant-numeric: tabular-nums; overflow-wrap: normal; }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th + th, th + td, td + td { padding-left: .75rem; }
thead th { min-width: 4.5rem; border-bottom: 2px solid var(--soft); vertical-align: bottom; }
tbody th { font-weight: 500; }
.right { text-align: right; }
tbody th, tbody td { white-space: nowrap; }
tbody .prose { white-space: normal; min-width: 11rem; }
pre { background: var(--well); border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; margin: 0;
  overflow-x: auto; font: .86rem/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
details { margin: 1.5rem 0; }
summary { cursor: pointer; color: var(--accent); margin-bottom: .5rem; }
details details { margin: .5rem 0 .5rem 1rem; }
.above figcaption { margin: 0 0 .5rem; }
footer { border-top: 1px solid var(--line); margin-top: 3.5rem; padding-top: 1rem; padding-bottom: 2rem; }
@media print {
  :root { --ground: #ffffff; --ink: #000000; --soft: #444444; --line: #bbbbbb; --well: #ffffff; --accent: #000000; }
  body { font-size: 10pt; }
  nav { display: none; }
  figure, table, .findings { break-inside: avoid; }
  h2 { break-after: avoid; }
  pre { white-space: pre-wrap; }
  pre, .scroll { overflow: visible; }
  table, figcaption { font-size: 8.5pt; }
  tbody th, tbody td { white-space: normal; }
  .head { display: block; }
  .picture { border: 0; padding: 0; max-width: 15cm; }
  .picture.scroll svg { min-width: 0; }
  details::details-content { content-visibility: visible; }
}
)css";

/// Ink and ground of pictures follow the reader's choice; on paper they are those for a light ground.
std::string figure_style() {
  return fmt::format("\n:root {{{}}}\n@media screen and (prefers-color-scheme: dark) {{ :root {{{}}} }}",
                     figure_variables(false), figure_variables(true));
}

/// Text in HTML, in which neither names with hyphens nor "ε = 1" are broken into lines.
std::string prose(std::string text) {
  constexpr std::size_t kLongestName = 30;
  const std::string equation = "ε = ", unbroken = "ε\u00A0=\u00A0";
  for (std::size_t at = 0; (at = text.find(equation, at)) != std::string::npos; at += unbroken.size())
    text.replace(at, equation.size(), unbroken);
  std::string result;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    const std::size_t hyphen = std::min(word.find('-', 1), word.size());
    const bool name = word.size() <= kLongestName && hyphen + 1 < word.size();
    result += name ? "<span class=\"name\">" + xml_escaped(word) + "</span>" : xml_escaped(word);
    if (end < text.size()) result += ' ';
    at = end + 1;
  }
  return result;
}

/// A sentence in HTML: what stands between back quotes is code.
std::string sentence(const std::string& text) {
  std::string result;
  std::size_t at = 0;
  for (;;) {
    const std::size_t open = text.find('`', at);
    const std::size_t close = open == std::string::npos ? open : text.find('`', open + 1);
    if (close == std::string::npos) return result + prose(text.substr(at));
    result +=
        prose(text.substr(at, open - at)) + "<code>" + xml_escaped(text.substr(open + 1, close - open - 1)) + "</code>";
    at = close + 1;
  }
}

class Page {
 public:
  std::string write(const Report& report) {
    line("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">");
    line("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    line("<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>", xml_escaped(report.title), figure_style(), kStyle);
    head(report);
    line("<main>");
    for (std::size_t i = 0; i < report.sections.size(); ++i) section(report.sections[i], i + 1);
    line("</main>");
    if (!report.footer.empty()) line("<footer><p>{}</p></footer>", xml_escaped(report.footer));
    line("</body>\n</html>");
    return std::move(html_);
  }

 private:
  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(html_), format, std::forward<Arguments>(arguments)...);
    html_ += '\n';
  }

  void head(const Report& report) {
    line("<header>\n<h1>{}</h1>\n<div class=\"head\">", xml_escaped(report.title));
    if (!report.picture.empty()) figure(report.picture.front());
    findings(report.findings);
    line("</div>\n</header>");
    if (!report.summary.empty()) {
      line("<div>");
      paragraphs(report.summary);
      line("</div>");
    }
    if (report.sections.size() < 3) return;
    line("<nav aria-label=\"Contents\">\n<ol>");
    for (std::size_t i = 0; i < report.sections.size(); ++i)
      line("<li><a href=\"#section-{}\">{}</a></li>", i + 1, xml_escaped(report.sections[i].heading));
    line("</ol>\n</nav>");
  }

  void section(const Section& section, std::size_t number) {
    line("<section id=\"section-{0}\" aria-labelledby=\"heading-{0}\">", number);
    line("<h2 id=\"heading-{}\">{}</h2>", number, xml_escaped(section.heading));
    paragraphs(section.paragraphs);
    findings(section.findings);
    for (const Picture& picture : section.figures) figure(picture);
    for (const Table& one : section.tables) table(one);
    if (!section.fold.empty()) line("<details>\n<summary>{}</summary>", xml_escaped(section.fold));
    for (const Preformatted& text : section.preformatted) preformatted(text);
    if (!section.fold.empty()) line("</details>");
    line("</section>");
  }

  void paragraphs(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) line("<p>{}</p>", sentence(text));
  }

  void findings(const std::vector<std::string>& points) {
    if (points.empty()) return;
    line("<ul class=\"findings\">");
    for (const std::string& point : points) line("<li>{}</li>", sentence(point));
    line("</ul>");
  }

  // The width of the screen decides which of two pictures is shown, and read aloud. Where there is one for all widths
  // it scrolls sideways on a narrow screen, within reach of the keyboard.
  void figure(const Picture& picture) {
    const std::string prefix = fmt::format("figure-{}-", ++pictures_);
    line("<figure>");
    if (picture.narrow.empty()) {
      line("<div class=\"picture scroll\" tabindex=\"0\">{}</div>", inline_svg(picture.svg, prefix, picture.alt));
    } else {
      line("<div class=\"picture wide\">{}</div>", inline_svg(picture.svg, prefix, picture.alt));
      line("<div class=\"picture narrow\">{}</div>", inline_svg(picture.narrow, prefix + "narrow-", picture.alt));
    }
    if (!picture.caption.empty()) line("<figcaption>{}</figcaption>", sentence(picture.caption));
    line("</figure>");
  }

  static const char* class_of(const Table::Column& column) {
    if (column.align == Table::Align::prose) return " class=\"prose\"";
    return column.align == Table::Align::right ? " class=\"right\"" : "";
  }

  void table(const Table& table) {
    line("<figure class=\"above\">\n<figcaption id=\"table-{}\">{}</figcaption>", ++tables_,
         xml_escaped(table.caption));
    line("<div class=\"scroll\" tabindex=\"0\">\n<table aria-labelledby=\"table-{}\">", tables_);
    line("<thead>\n<tr>");
    for (const Table::Column& column : table.columns)
      line("<th scope=\"col\"{}>{}</th>", class_of(column), xml_escaped(column.header));
    line("</tr>\n</thead>\n<tbody>");
    for (const auto& row : table.rows) {
      if (row.empty() || row.size() != table.columns.size())
        throw Error("report.table", "a row of '" + table.caption + "' has not one cell per column");
      line("<tr>");
      line("<th scope=\"row\"{}>{}</th>", class_of(table.columns[0]), xml_escaped(row[0]));
      for (std::size_t c = 1; c < row.size(); ++c)
        line("<td{}>{}</td>", class_of(table.columns[c]), xml_escaped(row[c]));
      line("</tr>");
    }
    line("</tbody>\n</table>\n</div>\n</figure>");
  }

  void preformatted(const Preformatted& text) {
    const std::string title = xml_escaped(text.title), body = xml_escaped(text.text);
    // A line feed right after <pre> is not part of it.
    if (text.folded) {
      line("<details>\n<summary>{}</summary>\n<pre tabindex=\"0\">\n{}</pre>\n</details>", title, body);
    } else {
      line("<figure class=\"above\">\n<figcaption>{}</figcaption>\n<pre tabindex=\"0\">\n{}</pre>\n</figure>", title,
           body);
    }
  }

  std::string html_;
  int pictures_ = 0, tables_ = 0;
};

}  // namespace

std::string to_html(const Report& report) { return Page().write(report); }

void write_html(const Report& report, const std::filesystem::path& path) {
  const std::string html = to_html(report);
  AtomicFile file(path, "report");
  file.stream() << html;
  file.commit();
}

Picture read_picture(const std::filesystem::path& svg, std::string alt, std::string caption,
                     const std::filesystem::path& narrow) {
  const auto read = [](const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw Error("svg", "cannot read '" + path.string() + "'");
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  return {read(svg), std::move(alt), std::move(caption), narrow.empty() ? "" : read(narrow)};
}

}  // namespace tacit
