#include "tacit/lab/report/lineup.h"

#include <gtest/gtest.h>

#include "tacit/agents/catalog.h"
#include "tests/arenas.h"

namespace tacit {
namespace {

TEST(Lineup, NamesAgentsOfTheCatalogue) {
  for (const char* name : {kBlockUcb, kBlockPosterior, kStreamed, kPaper})
    EXPECT_TRUE(agent_entry(name).is_private()) << name;
}

TEST(Lineup, FindsTheBestWithoutPrivacyOfEitherOrigin) {
  const auto all = arenas_of({{"block-ucb", {5, 6}},
                              {"block-posterior", {2, 3}},
                              {"lsvi-ucb", {9, 9}},
                              {"lsvi-ucb++", {7, 8}},
                              {"uniform", {1, 1}},
                              {"dp-block-ucb", {1, 1}, 1}});
  EXPECT_EQ(best_open(all[0], Origin::ours)->label, "block-posterior");
  EXPECT_EQ(best_open(all[0], Origin::literature)->label, "lsvi-ucb++");
  EXPECT_EQ(best_open(arenas_of({{"lsvi-ucb", {1}}})[0], Origin::ours), nullptr);
}

TEST(Lineup, TheStreamedAgentStandsForUsWhereBlocksCannotBeUsed) {
  EXPECT_EQ(flagship(arenas_of({{"dp-lsvi-ucb++", {1}, 1}, {"dp-block-ucb", {1}, 1}})[0]), "dp-block-ucb");
  EXPECT_EQ(flagship(arenas_of({{"dp-lsvi-ucb++", {1}, 1}, {"lsvi-ucb", {1}}})[0]), "dp-lsvi-ucb++");
  EXPECT_EQ(flagship(arenas_of({{"lsvi-ucb", {1}}})[0]), "");
}

}  // namespace
}  // namespace tacit
