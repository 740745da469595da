#include "tacit/lab/report/overview.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tacit/lab/report/failures.h"
#include "tacit/lab/report/price_figure.h"
#include "tests/arenas.h"

namespace tacit {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

/// Two environments; in the second one blocks cannot be used.
std::vector<Arena> two() {
  return arenas_of({{"dp-block-ucb", {40, 42}, 1, 1, "coach"},
                    {"dp-block-ucb", {90, 91}, 0.1, 1, "coach"},
                    {"dp-lsvi-ucb++-paper", {400, 420}, 1, 1, "coach"},
                    {"block-ucb", {1, 1.05}, {}, 1, "coach"},
                    {"lsvi-ucb", {80, 84}, {}, 1, "coach"},
                    {"uniform", {400, 420}, {}, 1, "coach"},
                    {"dp-lsvi-ucb++", {20, 22}, 1, 1, "corridor"},
                    {"lsvi-ucb", {10, 11}, {}, 1, "corridor"}});
}

TEST(Overview, SaysWhoLeadsWhatItCostsAndWhoFails) {
  EXPECT_THAT(
      overview(two()),
      ElementsAre(
          "At ε = 1 the private agent with the least regret is dp-block-ucb on coach; dp-lsvi-ucb++ on corridor.",
          "Compared with our own best agent without privacy, the best private agent's regret is 40 times (coach) as "
          "large: "
          "that is what the noise costs.",
          HasSubstr("it is 0.5 times (coach) to 2 times (corridor) as large; on coach it is significantly less"),
          "Not significantly better than choosing at random: dp-lsvi-ucb++-paper on coach."));
}

TEST(Overview, HasAtMostFiveSentences) {
  std::vector<Given> many;
  for (int i = 0; i < 8; ++i) many.push_back({"lsvi-ucb", {1, 2}, {}, 1, "place " + std::to_string(i)});
  EXPECT_EQ(overview(arenas_of(many)).size(), 5u);
}

TEST(Failures, SayWhyThePapersAlgorithmDoesNotLearn) {
  EXPECT_THAT(failures(two()[0]), ElementsAre(HasSubstr("It makes no policy update: it releases after every user")));
}

TEST(Failures, SayAtWhichBudget) {
  const auto all = arenas_of({{"uniform", {9, 9.5}}, {"a", {9, 9.5}, 1}, {"a", {1, 2}, 10}});
  EXPECT_THAT(failures(all[0]), ElementsAre(testing::StartsWith("a at ε = 1 does not learn here: its regret, 9.25, ")));
}

TEST(PriceFigure, HasOneRowPerEnvironmentAndComparesWithTheBestOfAll) {
  const auto figures = price_figures(two());
  ASSERT_EQ(figures.size(), 1u);
  const Figure& figure = figures[0].figure;
  EXPECT_THAT(figure.names, ElementsAre("coach", "corridor"));
  std::vector<std::string> labels;
  for (const Series& series : figure.series) {
    labels.push_back(series.label);
    if (series.label != "dp-block-ucb") continue;
    ASSERT_EQ(series.mean.size(), 1u);  // At the main budget.
    EXPECT_NEAR(series.mean[0], 40, 1e-9);
  }
  EXPECT_THAT(labels, UnorderedElementsAre("dp-block-ucb", "dp-lsvi-ucb++-paper", "dp-lsvi-ucb++",
                                           "best of the literature, not private", "choosing at random"));
  EXPECT_EQ(figure.references.front().value, 1);
}

TEST(PriceFigure, NeedsSomethingToCompare) {
  EXPECT_TRUE(price_figures(arenas_of({{"lsvi-ucb", {1}}})).empty());
  EXPECT_TRUE(price_figures(arenas_of({{"dp-block-ucb", {1}, 1}})).empty());
}

}  // namespace
}  // namespace tacit
