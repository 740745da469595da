#include "tacit/lab/figure/figure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <regex>
#include <set>

#include "tacit/agents/catalog.h"
#include "tacit/core/error.h"
#include "tacit/lab/figure/figure_script.h"
#include "tacit/lab/figure/figure_style.h"
#include "tacit/lab/figure/gnuplot.h"
#include "tacit/lab/figure/xml.h"
#include "tests/scratch.h"

namespace tacit {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class FigureTest : public testing::Test {
 protected:
  static std::string text(const fs::path& path) { return read_all(path.string()); }
  std::string svg_of(const Figure& figure) { return text(draw(figure, folder_, "figure").svg); }

  ScratchFolder scratch_;
  const fs::path folder_ = scratch_.path();
};

Series growth(const std::string& label, Role role, double rate) {
  Series series{label, role, {}, {}, {}, {}};
  for (double x = 1; x <= 1e5; x *= 2) {
    series.x.push_back(x);
    series.mean.push_back(std::pow(x, rate));
    series.low.push_back(0.9 * std::pow(x, rate));
    series.high.push_back(1.2 * std::pow(x, rate));
  }
  return series;
}

Figure example() {
  Figure figure;
  figure.title = "Regret";
  figure.subtitle = "mean of 5 runs";
  figure.x.label = "users";
  figure.y.label = "regret (reward)";
  figure.series = {growth("uniform", Role::control, 1), growth("lsvi-ucb++", Role::not_private, 0.5),
                   growth("dp-lsvi-ucb++", Role::is_private, 0.6)};
  return figure;
}

TEST_F(FigureTest, IsDrawnInThreeFormatsAndTwoWidthsWithItsScript) {
  const FigureFiles files = draw(example(), folder_, "regret");
  EXPECT_EQ(files.svg, folder_ / "regret.svg");
  EXPECT_THAT(text(files.svg), testing::StartsWith("<?xml"));
  EXPECT_THAT(text(files.svg), HasSubstr("</svg>"));
  EXPECT_THAT(text(files.pdf), testing::StartsWith("%PDF-"));
  EXPECT_THAT(text(files.png), testing::StartsWith("\x89PNG\r\n\x1a\n"));
  EXPECT_EQ(text(files.script), gnuplot_script(example(), "regret"));
  EXPECT_THAT(text(files.narrow), HasSubstr("viewBox=\"0 0 360 "));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 5);  // And nothing else.
}

TEST_F(FigureTest, SaysWhatItShows) {
  const std::string svg = svg_of(example());
  for (const char* part :
       {"Regret", "mean of 5 runs", "users", "regret (reward)", "uniform", "lsvi-ucb++", "dp-lsvi-ucb++", "100k"})
    EXPECT_THAT(svg, HasSubstr(std::string("<text>") + part + "</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>Regret</title>"));
}

TEST_F(FigureTest, KeepsItsDataInAScriptThatDrawsItAgain) {
  const FigureFiles files = draw(example(), folder_, "regret");
  EXPECT_THAT(text(files.script), HasSubstr("\n1024 32 28.8 38.4\n"));
  fs::remove(files.pdf);
  run_gnuplot(folder_, "regret.gp");
  EXPECT_THAT(text(files.pdf), testing::StartsWith("%PDF-"));
}

TEST_F(FigureTest, DrawsHostileTextAsItStands) {
  const std::string sign = (folder_ / "harmed").string();
  const std::string hostile[] = {"a_{b}^c @x &y ~z",     "it's \"quoted\"",       "<script>alert(1)</script>",
                                 "`touch " + sign + "`", "$(touch " + sign + ")", "back\\slash\\",
                                 "%s %d {} # comment",   "ε ≤ 10⁶ 漢 é"};
  Figure figure = example();
  figure.series.resize(1);
  for (const std::string& label : hostile) {
    figure.title = figure.subtitle = figure.x.label = figure.y.label = figure.series[0].label = label;
    figure.notes = {label};
    // Gnuplot escapes no more than it must.
    std::string expected = label;
    for (const auto& [from, to] : {std::pair("&", "&amp;"), std::pair("<", "&lt;")})
      for (std::size_t at = 0; (at = expected.find(from, at)) != std::string::npos; at += 4)
        expected.replace(at, 1, to);
    const std::string svg = svg_of(figure);
    // Long ones are cut at their end.
    std::size_t found = 0;
    for (std::size_t at = 0; (at = svg.find("<text>" + expected.substr(0, 8), at)) != std::string::npos; ++at) ++found;
    EXPECT_GE(found, 6u) << label;
    EXPECT_THAT(svg, Not(HasSubstr("<script"))) << label;
  }
  EXPECT_FALSE(fs::exists(sign));
}

TEST_F(FigureTest, PutsLineEndsAndBrokenTextInOneLine) {
  Figure figure = example();
  figure.series[0].label = "one\ntwo\nset output '/tmp/x'";
  figure.series[1].label = std::string("nul\0byte", 8) + "\xFF";
  const std::string svg = svg_of(figure);
  EXPECT_THAT(svg, HasSubstr("one two set output"));
  EXPECT_THAT(svg, HasSubstr("nul\uFFFDbyte\uFFFD"));
}

TEST_F(FigureTest, KeepsTextWithoutAFontOutOfWhatItDrawsItself) {
  Figure figure = example();
  figure.title = "漢字";
  const std::string script = gnuplot_script(figure, "figure");
  EXPECT_LT(script.find("set label '漢字'"), script.find("set terminal pngcairo"));  // In the SVG, it stands.
  EXPECT_EQ(script.find("set label '漢字'", script.find("set terminal pngcairo")), std::string::npos);
  EXPECT_THAT(script, HasSubstr("set label '□□'"));
}

TEST_F(FigureTest, DrawsOnePointConstantsZerosAndHugeNumbers) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  const std::vector<Series> cases = {
      {"one", Role::is_private, {1}, {5}, {4}, {6}},
      {"one without a band", Role::is_private, {1}, {5}, {}, {}},
      {"constant", Role::not_private, {1, 2, 3}, {7, 7, 7}, {7, 7, 7}, {7, 7, 7}},
      {"zero", Role::control, {1, 10, 100}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
      {"zero at first", Role::is_private, {1, 10, 100}, {0, 1, 1000}, {-1, 0, 500}, {1, 2, 2000}},
      {"negative", Role::is_private, {1, 10, 100}, {-5, 1, 1000}, {-9, 0, 500}, {1, 2, 2000}},
      {"rounding", Role::is_private, {1, 10, 100}, {1e-15, 1e-14, 1000}, {}, {}},
      {"huge", Role::is_private, {1, 10, 100}, {1e-300, 1, 1e300}, {}, {}},
      {"not finite", Role::is_private, {1, 2, nan, 4}, {1, infinity, 3, 4}, {1, 1, 1, -infinity}, {1, 1, 1, nan}},
      {"large x", Role::is_private, {0, 1e9, 1e12}, {1, 2, 3}, {}, {}}};
  for (const Series& series : cases) {
    for (const Figure::Kind kind : {Figure::Kind::lines, Figure::Kind::dots}) {
      Figure figure = example();
      figure.kind = kind;
      figure.series = {series};
      EXPECT_THAT(svg_of(figure), HasSubstr("<text>" + series.label + "</text>"));
    }
  }
}

TEST_F(FigureTest, SaysWhereZerosAre) {
  Figure figure = example();
  EXPECT_THAT(svg_of(figure), Not(HasSubstr("lower edge")));
  figure.series.push_back({"optimal", Role::control, {1, 1e5}, {0, 0}, {}, {}});
  EXPECT_THAT(svg_of(figure), HasSubstr("is drawn on the lower edge"));
}

TEST_F(FigureTest, HasALegendForManySeries) {
  Figure figure = example();
  figure.series.clear();
  for (int i = 0; i < 25; ++i)
    figure.series.push_back(growth("series " + std::to_string(i), static_cast<Role>(i % 3), 0.02 * i));
  const std::string svg = svg_of(figure);
  for (int i = 0; i < 25; ++i) EXPECT_THAT(svg, HasSubstr("<text>series " + std::to_string(i) + "</text>"));
}

TEST_F(FigureTest, CutsNamesThatFitNowhere) {
  Figure figure = example();
  figure.series[0].label = std::string(5000, 'm');
  figure.title = std::string(5000, 'x') + " end";
  const std::string svg = svg_of(figure);
  EXPECT_THAT(svg, HasSubstr("mmm…"));
  EXPECT_THAT(svg, Not(HasSubstr(std::string(100, 'm'))));
}

TEST_F(FigureTest, ShowsDotsOverNamesAndReferences) {
  Figure figure;
  figure.kind = Figure::Kind::dots;
  figure.title = "Price";
  figure.names = {"simplex", "river-swim", "it's 100 % <b>"};
  figure.series = {{"dp", Role::is_private, {0, 1, 2}, {3, 4, 5}, {2, 3, 4}, {4, 5, 6}}};
  figure.references = {{"no privacy", Role::not_private, 1, Interval{0.5, 2}}};
  const std::string svg = svg_of(figure);
  for (const char* name : {"simplex", "river-swim", "it's 100 % &lt;b>", "dp", "no privacy"})
    EXPECT_THAT(svg, HasSubstr(std::string("<text>") + name + "</text>"));
  figure.series[0].x = {0, 1, 3};
  EXPECT_THROW(draw(figure, folder_, "figure"), Error);
}

TEST_F(FigureTest, ShowsRowsAlongOneAxis) {
  Figure figure;
  figure.kind = Figure::Kind::rows;
  figure.title = "Price";
  figure.x = {"times the regret", Scale::logarithmic};
  figure.names = {"simplex", "river-swim"};
  figure.series = {{"dp", Role::is_private, {0, 1}, {3, 0.4}, {2, 0.3}, {4, 0.5}}};
  figure.references = {{"no privacy", Role::not_private, 1, std::nullopt}};
  const std::string svg = svg_of(figure);
  for (const char* name : {"simplex", "river-swim", "dp", "no privacy", "times the regret", "1"})
    EXPECT_THAT(svg, HasSubstr(std::string("<text>") + name + "</text>"));
  EXPECT_LT(svg.find("<text>simplex"), svg.size());
  figure.names.clear();
  EXPECT_THROW(draw(figure, folder_, "figure"), Error);
}

TEST_F(FigureTest, IsReadableOnATelephone) {
  // At one to one no text is smaller than 11 pixels.
  const std::string svg = text(draw(example(), folder_, "figure").narrow);
  const std::regex size(R"re(font-size="([0-9.]+)")re");
  int texts = 0;
  for (std::sregex_iterator at(svg.begin(), svg.end(), size), end; at != end; ++at, ++texts)
    EXPECT_GE(std::stod((*at)[1]), 11);
  EXPECT_GT(texts, 5);
}

TEST_F(FigureTest, RefusesWhatCannotBeDrawn) {
  Figure figure = example();
  for (const char* name : {"", ".hidden", "-d", "a/b", "a b", "a'b", "..", "a\nb"})
    EXPECT_THROW(draw(figure, folder_, name), Error) << name;
  EXPECT_THROW(draw(figure, folder_ / "missing", "figure"), Error);
  figure.series[0].mean.pop_back();
  EXPECT_THROW(draw(figure, folder_, "figure"), Error);
  figure.series.clear();
  EXPECT_THROW(draw(figure, folder_, "figure"), Error);
  figure.series = {{"negative", Role::is_private, {1, 2}, {-1, 1}, {}, {}}};
  figure.y.scale = Scale::logarithmic;
  EXPECT_THROW(draw(figure, folder_, "figure"), Error);
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(FigureTest, SaysWhatToInstallWhereGnuplotIsMissing) {
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", folder_.c_str(), 1);
  try {
    draw(example(), folder_, "figure");
    ADD_FAILURE() << "gnuplot was found";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("gnuplot-nox"));
  }
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(FigureTest, ReportsWhatGnuplotSays) {
  std::ofstream(folder_ / "bad.gp") << "set nonsense\n";
  EXPECT_THROW(run_gnuplot(folder_, "bad.gp"), std::runtime_error);
  std::ofstream(folder_ / "terminal.gp") << "set terminal nonsense\n";
  EXPECT_THROW(run_gnuplot(folder_, "terminal.gp"), Error);
}

Figure figure_with(const std::vector<std::pair<std::string, Role>>& agents) {
  Figure figure;
  for (const auto& [name, role] : agents) figure.series.push_back({name, role, {}, {}, {}, {}});
  return figure;
}

TEST(FigureStyle, TellsTheAgentsOfTheCatalogueApart) {
  Figure figure;
  for (const AgentEntry& entry : agents()) {
    const bool control = entry.name == "uniform" || entry.name == "frozen" || entry.name == "optimal";
    figure.series.push_back({entry.name,
                             control              ? Role::control
                             : entry.is_private() ? Role::is_private
                                                  : Role::not_private,
                             {},
                             {},
                             {},
                             {}});
  }
  const std::vector<Look> all = looks(figure);
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      // A private agent and its form without privacy share a hue; then line and mark tell them apart.
      const bool apart = std::string(all[i].colour) != all[j].colour ||
                         (all[i].open != all[j].open && std::string(all[i].dash) != all[j].dash);
      EXPECT_TRUE(apart) << figure.series[i].label << " and " << figure.series[j].label;
    }
  }
}

TEST(FigureStyle, IsTheSameInEveryFigure) {
  const Role closed = Role::is_private, open = Role::not_private;
  const auto one = looks(figure_with({{"dp-block-ucb", closed}, {"lsvi-ucb", open}, {"somebody", open}}));
  const auto other = looks(figure_with({{"somebody", open}, {"dp-lsvi-ucb-ngo", closed}, {"dp-block-ucb", closed}}));
  EXPECT_STREQ(one[0].colour, other[2].colour);
  EXPECT_EQ(one[0].mark, other[2].mark);
  EXPECT_STREQ(one[2].colour, other[0].colour);  // Not known here: by its name.
  EXPECT_EQ(one[2].mark, other[0].mark);
}

TEST(FigureStyle, GoesByTheAgentWhateverItsLabel) {
  Figure figure = figure_with({{"ε = 1", Role::is_private}, {"ε = 10", Role::is_private}});
  for (Series& series : figure.series) series.agent = "dp-block-ucb";
  const auto budgets = looks(figure);
  const auto alone = looks(figure_with({{"dp-block-ucb", Role::is_private}}));
  for (const Look& look : budgets) EXPECT_STREQ(look.colour, alone[0].colour);
  EXPECT_STRNE(budgets[0].dash, budgets[1].dash);
  EXPECT_NE(budgets[0].mark, budgets[1].mark);
}

TEST(FigureStyle, KeepsAgentsThatAreNotKnownApart) {
  std::vector<std::pair<std::string, Role>> many;
  for (int i = 0; i < 8; ++i) many.emplace_back("agent " + std::to_string(i), Role::is_private);
  std::set<std::string> colours;
  for (const Look& look : looks(figure_with(many))) colours.insert(look.colour);
  EXPECT_EQ(colours.size(), many.size());
}

TEST(Series, ComesFromACurve) {
  Curve curve;
  curve.checkpoints = {1, 10};
  curve.regret = {{1, 0.5, 1.5}, {2, 1, 3}};
  const Series series = to_series("agent", Role::is_private, curve);
  EXPECT_EQ(series.x, (std::vector<double>{1, 10}));
  EXPECT_EQ(series.mean, (std::vector<double>{1, 2}));
  EXPECT_EQ(series.low, (std::vector<double>{0.5, 1}));
  EXPECT_EQ(series.high, (std::vector<double>{1.5, 3}));
}

}  // namespace
}  // namespace tacit
