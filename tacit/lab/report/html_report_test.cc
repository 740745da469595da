#include "tacit/lab/report/html_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tacit/core/error.h"
#include "tacit/lab/figure/figure.h"
#include "tests/scratch.h"

namespace tacit {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// What is wrong with the tags of a page; empty if each is closed where it should be. Attributes must be quoted.
std::string malformation(const std::string& html) {
  static const std::set<std::string> open_only = {"meta", "br", "link", "img", "hr"};
  static const std::regex tag(
      R"re(<(/?)([A-Za-z][A-Za-z0-9]*)((?:\s+[A-Za-z][-A-Za-z0-9:]*=(?:"[^"<]*"|'[^'<]*'))*)\s*(/?)>)re");
  std::vector<std::string> stack;
  for (std::size_t at = html.find('<', 1); at != std::string::npos; at = html.find('<', at + 1)) {
    std::smatch match;
    const std::string rest = html.substr(at, html.find('>', at) + 1 - at);
    if (!std::regex_match(rest, match, tag)) return "not a tag: " + rest;
    if (match[1] == "/") {
      if (stack.empty() || stack.back() != match[2]) return "unexpected " + rest;
      stack.pop_back();
    } else if (match[4] != "/" && !open_only.contains(match[2])) {
      stack.push_back(match[2]);
    }
  }
  return stack.empty() ? "" : "never closed: " + stack.back();
}

std::vector<std::string> all_of(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> result;
  for (std::sregex_iterator i(text.begin(), text.end(), regex), end; i != end; ++i) result.push_back((*i)[1]);
  return result;
}

Report example() {
  Report report;
  report.title = "Privacy & regret";
  report.summary = {"What was done."};
  report.findings = {"A is better than B in 5 of 5 runs."};
  Section section;
  section.heading = "Results";
  section.paragraphs = {"First.", "Second."};
  section.tables = {{"Regret", {{"agent", Table::Align::left}, {"mean", Table::Align::right}}, {{"uniform", "3"}}}};
  section.preformatted = {{"Commands", "tacit run\n  --env simplex", false}, {"Certificate", "{\"epsilon\": 1}", true}};
  report.sections = {section, section, section};
  report.footer = "Made by tacit.";
  return report;
}

TEST(MalformationOfHtml, IsFound) {
  EXPECT_EQ(malformation("<!DOCTYPE html><p a=\"1\" b='2'>x<br><use/></p>"), "");
  for (const char* html : {"x<p>", "x</p>", "x<p><b></p></b>", "x<p a=1></p>", "x<p a></p>", "x < y"})
    EXPECT_NE(malformation(html), "") << html;
}

TEST(HtmlReport, IsWellFormedAndHoldsEverything) {
  const std::string html = to_html(example());
  EXPECT_EQ(malformation(html), "");
  for (const char* part :
       {"<!DOCTYPE html>", "<html lang=\"en\">", "<title>Privacy &amp; regret</title>", "<p>What was done.</p>",
        "<li>A is better than B in 5 of 5 runs.</li>", "<p>Second.</p>", "<th scope=\"col\" class=\"right\">mean</th>",
        "<th scope=\"row\">uniform</th>", "<td class=\"right\">3</td>", "tacit run\n  --env simplex</pre>",
        "<summary>Certificate</summary>", "{&quot;epsilon&quot;: 1}", "Made by tacit.", "href=\"#section-3\""})
    EXPECT_THAT(html, HasSubstr(part));
}

TEST(HtmlReport, NeedsNothingFromOutside) {
  const std::string html = to_html(example());
  for (const char* reference : {"http", "src=", "<script", "<link", "@import", "url("})
    EXPECT_THAT(html, Not(HasSubstr(reference)));
}

TEST(HtmlReport, ShowsHostileTextAsItStands) {
  const std::string hostile = "</pre></style><script>alert('1')</script>\"&amp; \xFF\x01";
  Report report;
  report.title = hostile;
  report.summary = report.findings = {hostile};
  report.footer = hostile;
  report.sections = {
      {hostile, {hostile}, {hostile}, {}, {{hostile, {{hostile}}, {{hostile}}}}, {{hostile, hostile, true}}}};
  const std::string html = to_html(report);
  EXPECT_EQ(malformation(html), "");
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_EQ(all_of(html, "(&lt;script&gt;alert\\(&#39;1&#39;\\)&lt;/script&gt;&quot;&amp;amp; \uFFFD\uFFFD)").size(),
            13u);
}

TEST(HtmlReport, SetsWhatIsBetweenBackQuotesAsCode) {
  Report report;
  report.summary = {"Type `tacit sweep <file>` & wait.", "One ` alone stands."};
  report.findings = {"`a` and `b`"};
  const std::string html = to_html(report);
  EXPECT_THAT(html, HasSubstr("<p>Type <code>tacit sweep &lt;file&gt;</code> &amp; wait.</p>"));
  EXPECT_THAT(html, HasSubstr("<p>One ` alone stands.</p>"));
  EXPECT_THAT(html, HasSubstr("<li><code>a</code> and <code>b</code></li>"));
}

TEST(HtmlReport, DoesNotBreakNamesAtTheirHyphens) {
  Report report;
  report.findings = {"dp-block-ucb - and -5 or <a-b>.", "At ε = 1."};
  EXPECT_THAT(to_html(report), HasSubstr("<li><span class=\"name\">dp-block-ucb</span> - and -5 or "
                                         "<span class=\"name\">&lt;a-b&gt;.</span></li>"));
  EXPECT_THAT(to_html(report), HasSubstr("<li>At ε\u00A0=\u00A01.</li>"));
}

TEST(HtmlReport, BeginsWithOnePictureAndItsFindings) {
  Report report = example();
  report.picture = {{"<svg><g id='mark'></g></svg>", "Seen.", "", "<svg><g id='mark'></g></svg>"}};
  const std::string html = to_html(report);
  EXPECT_EQ(malformation(html), "");
  EXPECT_LT(html.find("<h1>"), html.find("aria-label=\"Seen.\""));
  EXPECT_LT(html.find("aria-label=\"Seen.\""), html.find("A is better than B"));
  EXPECT_LT(html.find("A is better than B"), html.find("What was done."));
}

TEST(HtmlReport, HasAPictureForEitherWidthOfTheScreen) {
  Report report = example();
  report.sections[0].figures = {{"<svg><g id='mark'></g></svg>", "Seen.", "", "<svg><g id='mark'></g></svg>"}};
  const std::string html = to_html(report);
  EXPECT_THAT(html,
              HasSubstr("<div class=\"picture wide\"><svg role=\"img\" aria-label=\"Seen.\"><g id='figure-1-mark'>"));
  EXPECT_THAT(html, HasSubstr("<div class=\"picture narrow\"><svg role=\"img\" aria-label=\"Seen.\"><g "
                              "id='figure-1-narrow-mark'>"));
}

TEST(HtmlReport, FoldsWhatIsLongBehindOneLine) {
  Report report = example();
  report.sections[0].fold = "2 certificates";
  const std::string html = to_html(report);
  EXPECT_EQ(malformation(html), "");
  EXPECT_THAT(html, HasSubstr("<details>\n<summary>2 certificates</summary>\n<figure class=\"above\">"));
}

TEST(HtmlReport, PicturesFollowTheGroundOfThePage) {
  const std::string html = to_html(example());
  EXPECT_THAT(html, HasSubstr("--figure-ffffff: #ffffff;"));
  EXPECT_THAT(html, HasSubstr("--figure-ffffff: #171b20;"));
}

TEST(HtmlReport, RefusesRowsThatDoNotFit) {
  Report report = example();
  report.sections[0].tables[0].rows.push_back({"only one"});
  EXPECT_THROW(to_html(report), Error);
}

TEST(HtmlReport, OfNothingIsAPage) { EXPECT_EQ(malformation(to_html(Report{})), ""); }

TEST(HtmlReport, HoldsFiguresWhoseNamesDoNotCollide) {
  const ScratchFolder scratch;
  const fs::path& folder = scratch.path();
  Figure figure;
  figure.title = "<Regret>";
  figure.series = {{"private & \"quoted\"", Role::is_private, {1, 10, 100}, {1, 2, 3}, {0, 1, 2}, {2, 3, 4}}};
  const Picture picture = read_picture(draw(figure, folder, "regret").svg, "Regret grows.", "Figure 1");
  Report report = example();
  report.sections[0].figures = {picture, picture};
  write_html(report, folder / "report.html");
  const std::string html = read_all(scratch / "report.html");

  EXPECT_THAT(html, HasSubstr("aria-label=\"Regret grows.\""));
  EXPECT_THAT(html, HasSubstr("private &amp; \"quoted\""));
  EXPECT_THAT(html, Not(HasSubstr("http")));
  const auto ids = all_of(html, "\\sid=[\"']([^\"']*)[\"']");
  const std::set<std::string> distinct(ids.begin(), ids.end());
  EXPECT_GT(ids.size(), 20u);
  EXPECT_EQ(ids.size(), distinct.size());
  for (const std::string& target : all_of(html, "href=[\"']#([^\"']*)[\"']")) EXPECT_TRUE(distinct.contains(target));
  // Text in SVG may hold a '>' that stands for itself; the checker of tags does not mind.
  EXPECT_EQ(malformation(html), "");
}

}  // namespace
}  // namespace tacit
