// `tacit report`, end to end: from a sweep to its page.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/program/run.h"

namespace tacit {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

// Six cells: two agents without a budget, and two private ones at two budgets.
const std::string kSweep = R"(name = "six"
title = "Six <cells>"
episodes = 300
runs = 3
epsilon = [1, 20]
[[environment]]
name = "simplex"
set = { states = 4, actions = 3, dimension = 2 }
horizon = 3
[[agent]]
name = "uniform"
[[agent]]
name = "lsvi-ucb++"
label = "open"
[[agent]]
name = "dp-block-ucb"
label = "closed"
[[agent]]
name = "dp-lsvi-ucb-luyo"
label = "batches"
)";

class ReportCommand : public testing::Test {
 protected:
  void SetUp() override { std::ofstream(scratch_ / "six.toml") << kSweep; }

  void sweep(const std::string& out, const std::string& more = "") const {
    const Finished finished =
        run_program(fmt::format("sweep '{}' --out '{}' {}", scratch_ / "six.toml", scratch_ / out, more), "2>&1");
    ASSERT_EQ(finished.code, 0) << finished.output;
  }
  std::string arguments(const std::string& directories, const std::string& more = "") const {
    return fmt::format("report {} --out '{}' {}", directories, scratch_ / "page", more);
  }
  std::string at(const std::string& name) const { return "'" + scratch_ / name + "'"; }
  std::string page() const { return read_all(scratch_ / "page/report.html"); }

  ScratchFolder scratch_;
};

TEST_F(ReportCommand, MakesOnePageAndFiguresOfEveryKind) {
  sweep("a");
  const Finished finished = run_program(arguments(at("a")), "2>&1");
  ASSERT_EQ(finished.code, 0) << finished.output;
  EXPECT_EQ(finished.output, scratch_ / "page/report.html\n");
  for (const char* name : {"agents-eps-1", "agents-eps-20", "budgets-closed", "budgets-batches", "price", "difference"})
    for (const char* extension : {".svg", "-narrow.svg", ".pdf", ".png", ".gp"})
      EXPECT_TRUE(fs::exists(scratch_ / fmt::format("page/figures/simplex_{}{}", name, extension)))
          << name << extension;
  const std::string html = page();
  EXPECT_THAT(html, HasSubstr("<h1>Six &lt;cells&gt;</h1>"));
  EXPECT_TRUE(fs::exists(scratch_ / "page/figures/price-of-privacy.svg"));
  EXPECT_THAT(html, Not(HasSubstr("`")));
  EXPECT_THAT(html, Not(HasSubstr("src=")));
  EXPECT_THAT(html, Not(HasSubstr("href=\"http")));
}

TEST_F(ReportCommand, DrawsEverySeries) {
  sweep("a");
  ASSERT_EQ(run_program(arguments(at("a"))).code, 0);
  const std::string agents = read_all(scratch_ / "page/figures/simplex_agents-eps-20.svg");
  for (const char* label : {"uniform", "open", "closed", "batches"}) EXPECT_THAT(agents, HasSubstr(label));
  const std::string budgets = read_all(scratch_ / "page/figures/simplex_budgets-closed.svg");
  for (const char* label : {">ε = 1<", ">ε = 20<", "open"}) EXPECT_THAT(budgets, HasSubstr(label));
}

TEST_F(ReportCommand, HasTheNumbersOfTheCells) {
  sweep("a");
  ASSERT_EQ(run_program(arguments(at("a"))).code, 0);
  const std::string html = page();
  int cells = 0;
  for (const auto& entry : fs::directory_iterator(scratch_ / "a/cells")) {
    if (entry.path().extension() != ".json") continue;
    const auto cell = nlohmann::json::parse(read_all(entry.path().string()));
    const double regret = cell["record"]["summary"]["mean_regret"];
    // As a table writes it: three significant digits below a thousand.
    if (regret < 999) {
      EXPECT_THAT(html, HasSubstr(fmt::format("{:.3g} (", regret))) << cell["cell"]["id"];
    }
    EXPECT_THAT(html, HasSubstr(cell["cell"]["command"].get<std::string>()));
    ++cells;
  }
  EXPECT_EQ(cells, 6);
  EXPECT_THAT(html, HasSubstr("6 cells, 18 runs in all"));
  EXPECT_THAT(html, HasSubstr("tacit-certificate/3"));
}

TEST_F(ReportCommand, ReadsPartsAsTheWhole) {
  sweep("whole");
  sweep("one", "--shard 1/2");
  sweep("two", "--shard 2/2");
  ASSERT_EQ(run_program(arguments(at("whole"))).code, 0);
  const std::string whole = page();
  ASSERT_EQ(run_program(arguments(at("two") + " " + at("one"))).code, 0);
  const std::string parts = page();
  const auto numbers = [](const std::string& html) {
    const std::size_t begin = html.find("<h2"), end = html.find("How to repeat it</h2>");
    return html.substr(begin, end - begin);
  };
  EXPECT_EQ(numbers(parts), numbers(whole));
}

TEST_F(ReportCommand, NamesWhatIsNotFinished) {
  sweep("whole");
  sweep("one", "--shard 1/6");
  // The manifest of the whole, with one of its cells.
  fs::copy(scratch_ / "whole", scratch_ / "cut", fs::copy_options::recursive);
  const std::string sums = read_all(scratch_ / "cut/SHA256SUMS");
  std::string kept, missing;
  std::istringstream lines(sums);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("_dp-lsvi-ucb-luyo_eps-20_") == std::string::npos)
      kept += line + "\n";
    else
      missing = line.substr(line.find("cells/") + 6, line.rfind('.') - line.find("cells/") - 6);
  }
  std::ofstream(scratch_ / "cut/SHA256SUMS") << kept;
  const Finished finished = run_program(arguments(at("cut")), "2>&1");
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.output, HasSubstr("1 of 6 cells are not finished"));
  EXPECT_THAT(page(), HasSubstr(missing));
  EXPECT_THAT(page(), HasSubstr("Not finished"));
}

TEST_F(ReportCommand, ComparesWithTheAgentThatIsChosen) {
  sweep("a");
  ASSERT_EQ(run_program(arguments(at("a"), "--reference batches --bands quantiles")).code, 0);
  EXPECT_THAT(page(), HasSubstr("Regret compared with batches at ε = 1 on simplex"));
  EXPECT_THAT(page(), HasSubstr("median, 10 and 90 % quantiles"));
  expect_refused(arguments(at("a"), "--reference nobody"),
                 "--reference: 'nobody' is not allowed; expected one of uniform, open, closed and batches");
  expect_refused(arguments(at("a"), "--bands wide"), "--bands: 'wide' is not allowed; expected mean");
}

TEST_F(ReportCommand, BadFoldersAreNamed) {
  expect_refused("report '" + scratch_ / "none" + "'", scratch_ / "none" + ": is not a directory");
  fs::create_directory(scratch_ / "empty");
  expect_refused("report '" + scratch_ / "empty" + "'",
                 scratch_ / "empty" + ": is not the results directory of a sweep");
  sweep("a");
  for (const auto& entry : fs::directory_iterator(scratch_ / "a/cells")) {
    std::ofstream(entry.path(), std::ios::app) << "x";
    break;
  }
  expect_refused(arguments(at("a")), "is not the file that SHA256SUMS lists");
  expect_refused(arguments(at("a"), "--out ''"), "--out");
  expect_refused("report", "DIR is required");
  EXPECT_FALSE(fs::exists(scratch_ / "page"));
}

}  // namespace
}  // namespace tacit
