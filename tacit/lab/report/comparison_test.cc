#include "tacit/lab/report/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tacit/core/error.h"
#include "tacit/lab/report/comparison_figures.h"
#include "tacit/lab/report/comparison_tables.h"
#include "tacit/lab/report/findings.h"
#include "tacit/lab/report/numbers.h"
#include "tests/arenas.h"

namespace tacit {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> names_of(const Arena& arena) {
  std::vector<std::string> names;
  for (const Contender& c : arena.contenders) names.push_back(c.name);
  return names;
}

TEST(Arenas, AreOnePerEnvironmentAndNameBudgetsOnlyWhereThereAreSeveral) {
  const auto all = arenas_of({{"a", {1}, 2}, {"b", {1}, 1}, {"open", {1}}, {"a", {1}, 1}, {"a", {1}, 1, 1, "there"}});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_THAT(names_of(all[0]), ElementsAre("a, ε = 1", "a, ε = 2", "b", "open"));
  EXPECT_THAT(names_of(all[1]), ElementsAre("a"));
  EXPECT_THAT(all[0].budgets(), ElementsAre(1, 2));
  EXPECT_EQ(all[0].main_budget(), 1);
}

TEST(Arenas, PoolSeedsWhoseUsersDiffer) {
  const auto all = arenas_of({{"a", {1, 2}, {}, 1}, {"a", {3, 4}, {}, 11}});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].contenders.front().runs(), 4);
  EXPECT_THAT(final_regrets(all[0].contenders.front()), ElementsAre(1, 2, 3, 4));
}

TEST(Arenas, KeepSeedsApartThatShareUsers) {
  const auto all = arenas_of({{"a", {1, 2}, {}, 1}, {"a", {3, 4}, {}, 2}});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].label, "here, seed 1");
  EXPECT_EQ(all[1].label, "here, seed 2");
}

TEST(Arenas, NeedAFinishedCell) { EXPECT_THROW(arenas_of({}), Error); }

TEST(Arenas, KnowRoles) {
  const auto all = arenas_of({{"uniform", {1}}, {"x", {1}}, {"y", {1}, 1}});
  EXPECT_EQ(all[0].contenders[0].role, Role::control);
  EXPECT_EQ(all[0].contenders[1].role, Role::not_private);
  EXPECT_EQ(all[0].contenders[2].role, Role::is_private);
  EXPECT_EQ(all[0].best_open(), &all[0].contenders[1]);
}

TEST(Compare, DecidesByTheDifferenceRunByRun) {
  // The runs differ by far more than the agents do.
  const auto all = arenas_of({{"a", {10, 200, 3000}}, {"b", {11, 202, 3001}}, {"c", {11, 199, 3000}}});
  const auto& c = all[0].contenders;
  EXPECT_EQ(compare(c[0], c[1]), Order::first_lower);
  EXPECT_EQ(compare(c[1], c[0]), Order::second_lower);
  EXPECT_EQ(compare(c[0], c[2]), Order::undecided);
  EXPECT_EQ(compare(c[0], c[0]), Order::undecided);
}

TEST(Compare, LeavesOneRunUndecided) {
  const auto all = arenas_of({{"a", {1}}, {"b", {100}}});
  EXPECT_EQ(compare(all[0].contenders[0], all[0].contenders[1]), Order::undecided);
}

TEST(PairedRatio, IsTheGeometricMeanOverCommonRuns) {
  const auto all = arenas_of({{"a", {2, 80}}, {"b", {1, 10, 5}}, {"zero", {0, 1}}});
  const auto& c = all[0].contenders;
  const auto ratio = paired_ratio(c[0], c[1]);
  ASSERT_TRUE(ratio);
  EXPECT_EQ(ratio->runs, 2);
  EXPECT_NEAR(ratio->estimate.centre, 4, 1e-12);  // The geometric mean of 2 and 8.
  EXPECT_FALSE(paired_ratio(c[0], c[2]));
}

TEST(ComparisonFigures, CompareAtTheBudgetThatMostHave) {
  const auto all = arenas_of({{"a", {1}, 1}, {"a", {1}, 9}, {"b", {2}, 9}, {"open", {3}}});
  const auto figures = regret_figures(all[0], Band::mean_ci95);
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_EQ(figures[0].name, "agents-eps-9");
  std::vector<std::string> labels;
  for (const Series& series : figures[0].figure.series) labels.push_back(series.label);
  EXPECT_THAT(labels, ElementsAre("a", "b", "open"));
  EXPECT_EQ(figures[1].name, "budgets-a");
  EXPECT_EQ(figures[1].figure.series.size(), 3u);
  EXPECT_THAT(figures[0].figure.subtitle, HasSubstr("1 run;"));
}

TEST(ComparisonFigures, ShowEveryContenderSomewhere) {
  const auto all = arenas_of({{"a", {1}, 1}, {"a", {1}, 9}, {"b", {2}, 9}, {"c", {2}, 5}, {"open", {3}}});
  std::size_t with_c = 0;
  for (const NamedFigure& each : regret_figures(all[0], Band::mean_ci95))
    for (const Series& series : each.figure.series) with_c += series.label == "c" ? 1 : 0;
  EXPECT_EQ(with_c, 1u);
}

TEST(ComparisonFigures, OfDifferencesAreLinearAndLeaveControlsOut) {
  const auto all = arenas_of({{"uniform", {100}}, {"open", {1}}, {"a", {5}, 1}});
  const auto figures = difference_figures(all[0], "open", Band::mean_ci95);
  ASSERT_EQ(figures.size(), 1u);
  EXPECT_EQ(figures[0].figure.y.scale, Scale::linear);
  ASSERT_EQ(figures[0].figure.series.size(), 2u);
  EXPECT_THAT(figures[0].figure.series[0].mean, ElementsAre(0.4, 4));
  EXPECT_THAT(figures[0].figure.series[1].mean, ElementsAre(0, 0));  // The reference.
}

TEST(ComparisonFigures, OfDifferencesCompareAtOneBudgetAndSayWhich) {
  const auto all = arenas_of({{"ref", {100}, 0.1}, {"ref", {7}, 1}, {"a", {5}, 1}, {"open", {3}}});
  const auto figures = difference_figures(all[0], "ref", Band::mean_ci95);
  ASSERT_EQ(figures.size(), 1u);
  EXPECT_EQ(figures[0].figure.title, "Regret compared with ref at ε = 1 on here");
  for (const Series& series : figures[0].figure.series)
    EXPECT_EQ(series.mean.back(), series.label == "open" ? -4 : series.label == "a" ? -2 : 0) << series.label;
}

TEST(ComparisonTables, CompareAgentsWithoutABudgetAtTheMainOne) {
  const auto all = arenas_of({{"ref", {100}, 0.1}, {"ref", {7}, 1}, {"a", {5}, 1}, {"open", {3}}});
  const Table table = difference_table(all[0], "ref");
  EXPECT_THAT(table.rows, Contains(ElementsAre("open", "ref, ε = 1", "-4", "1 of 1", "1")));
}

TEST(ComparisonTables, LeaveOutWhatHasNoReferenceAtItsBudget) {
  const auto all = arenas_of({{"ref", {7}, 1}, {"a", {5}, 9}, {"b", {5}, 1}});
  ASSERT_EQ(difference_table(all[0], "ref").rows.size(), 1u);
  EXPECT_EQ(difference_table(all[0], "ref").rows[0][0], "b");
}

TEST(ComparisonFigures, FileNamesKeepPlusesApart) {
  EXPECT_EQ(file_slug("lsvi-ucb++"), "lsvi-ucbpp");
  EXPECT_EQ(file_slug(" a/b ε "), "a-b");
  EXPECT_EQ(file_slug("..."), "unnamed");
}

TEST(ComparisonTables, StateTheNumberOfRunsInEveryRow) {
  const auto all = arenas_of({{"open", {1, 2}}, {"a", {5, 6, 7}, 1}});
  for (const Table& table :
       {final_table(all[0]), difference_table(all[0], "open"), privacy_table(all[0]), price_table(all)}) {
    EXPECT_EQ(table.columns.back().header, "runs");
    EXPECT_FALSE(table.rows.empty());
  }
  EXPECT_EQ(final_table(all[0]).rows[1].back(), "3");
  EXPECT_EQ(difference_table(all[0], "open").rows[0].back(), "2");  // In common.
}

TEST(ComparisonTables, PricesAreComparedWithOursAndWithTheLiterature) {
  const auto all = arenas_of({{"block-ucb", {1, 2}}, {"lsvi-ucb", {8, 16}}, {"dp-block-ucb", {4, 8}, 1}});
  EXPECT_THAT(price_table(all).rows,
              ElementsAre(ElementsAre("here", "dp-block-ucb", "1", "4 × block-ucb", "0.5 × lsvi-ucb", "0", "2")));
}

TEST(ComparisonFigures, KeepTheColourOfAnAgentAcrossBudgetsAndLabels) {
  const auto all = arenas_of({{"a", {1}, 1}, {"a", {2}, 9}, {"b", {2}, 9}, {"open", {3}}});
  for (const auto& figures : {regret_figures(all[0], Band::mean_ci95), budget_figures(all[0], Band::mean_ci95),
                              difference_figures(all[0], "open", Band::mean_ci95)})
    for (const NamedFigure& each : figures)
      for (const Series& series : each.figure.series)
        EXPECT_EQ(series.agent, series.label.starts_with("ε") ? "a" : series.label.substr(0, 4)) << each.name;
}

TEST(Findings, SayLessOnlyWhereTheRunsDo) {
  const auto clear = arenas_of({{"a", {1, 2, 3}, 1}, {"b", {4, 5, 7}, 1}});
  EXPECT_THAT(findings(clear[0]), Contains(HasSubstr("a has the least regret")));
  EXPECT_THAT(findings(clear[0]), testing::Each(testing::Not(HasSubstr("not significant"))));
  const auto tie = arenas_of({{"a", {1, 2, 3}, 1}, {"b", {2, 1, 4}, 1}});
  EXPECT_THAT(findings(tie[0]), Contains(HasSubstr("the difference to b is not significant")));
}

TEST(Findings, ExplainWhoIsNoBetterThanChance) {
  const auto all = arenas_of({{"uniform", {9, 9.5}}, {"bad", {9.1, 9.2}}, {"good", {1, 2}}});
  EXPECT_THAT(findings(all[0]),
              Contains("bad does not learn here: its regret, 9.15, is not significantly below that of "
                       "choosing at random, 9.25. It makes no policy update."));
}

TEST(Findings, ComparePrivacyWithOursAndWithTheLiterature) {
  const auto all = arenas_of({{"block-ucb", {1, 2}}, {"lsvi-ucb", {8, 16}}, {"dp-block-ucb", {4, 8}, 1}});
  EXPECT_THAT(
      findings(all[0]),
      Contains("dp-block-ucb has the least regret of the private agents at ε = 1: 4 times that of block-ucb, our best "
               "agent without privacy, and 0.5 times that of lsvi-ucb, the literature's best agent without privacy "
               "(2 runs)."));
}

TEST(Findings, HeadlineSaysFromWhomTheDifferenceIsNotSignificant) {
  const auto all = arenas_of({{"open", {1, 2}}, {"a", {2, 4}, 1}, {"b", {3, 3.5}, 1}});
  EXPECT_THAT(headline(all[0]), testing::EndsWith("(2 runs; the difference to b is not significant)."));
}

TEST(Findings, HeadlineNamesTheEnvironment) {
  const auto all = arenas_of({{"open", {1, 2}}, {"a", {2, 4}, 1}});
  EXPECT_THAT(headline(all[0]),
              testing::StartsWith("here: a has the least regret of the private agents at ε = 1: 2 times"));
}

TEST(Numbers, AreReadable) {
  EXPECT_EQ(readable(172363.4), "172,363");
  EXPECT_EQ(readable(96.66), "96.7");
  EXPECT_EQ(readable(7.1e-12), "0");
  EXPECT_EQ(readable(-1234.0), "-1,234");
  EXPECT_EQ(readable(Estimate{1, 0.5, 2}, 3), "1 (0.5 to 2)");
  EXPECT_EQ(readable(Estimate{1, 1, 1}, 1), "1");
  EXPECT_EQ(readable(Estimate{0, 0, 1e-12}, 5), "0");  // And not "0 (0 to 0)".
  EXPECT_EQ(grouped(-0.2), "0");
  EXPECT_EQ(fixed(-0.001, 2), "0.00");
  EXPECT_EQ(fixed(-0.006, 2), "-0.01");
  EXPECT_EQ(counted(1, "run"), "1 run");
  EXPECT_EQ(counted(1000, "run"), "1,000 runs");
  EXPECT_EQ(listed({"a", "b", "c"}), "a, b and c");
}

}  // namespace
}  // namespace tacit
