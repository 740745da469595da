#include "tacit/lab/sweep/sweep_in_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/lab/sweep/cell.h"
#include "tacit/mdp/file/mdp_file.h"
#include "tests/scratch.h"

namespace tacit {
namespace {

constexpr const char* kFile = R"(name = "x"
episodes = 100
runs = 2
epsilon = [0.5, 2]
[[environment]]
name = "simplex"
set = { states = 9 }
[[agent]]
name = "lsvi-ucb++"
[[agent]]
name = "dp-block-ucb"
set = { ratio = 3 }
)";

SweepSpec in_code() {
  SweepSpec sweep;
  sweep.episodes = 100;
  sweep.runs = 2;
  sweep.environments = {sweep_environment("simplex", 0, {{"states", "9"}})};
  sweep.agents = {sweep_agent("lsvi-ucb++", "", {}, {0.5, 2}),
                  sweep_agent("dp-block-ucb", "", {{"ratio", "3"}}, {0.5, 2})};
  return sweep;
}

TEST(SweepInCode, HasTheCellsOfTheFileThatSaysTheSame) {
  const std::vector<Cell> from_file = expand(parse_sweep(kFile, "x.toml")), made = expand(in_code());
  ASSERT_EQ(made.size(), 3u);
  ASSERT_EQ(made.size(), from_file.size());
  for (std::size_t c = 0; c < made.size(); ++c) EXPECT_EQ(made[c].id, from_file[c].id);
}

TEST(SweepInCode, AsksAgentsThatNeedABudgetForOne) {
  EXPECT_TRUE(sweep_agent("lsvi-ucb++", "", {}, {}).epsilon.empty());
  EXPECT_THROW(sweep_agent("dp-block-ucb", "", {}, {}), Error);
}

TEST(SweepInCode, RefusesSettingsThatThereAreNot) {
  EXPECT_THROW(sweep_agent("lsvi-ucb++", "", {{"x", "1"}}, {}), Error);
  EXPECT_THROW(sweep_environment("simplex", 0, {{"x", "1"}}), Error);
}

TEST(SweepInCode, PinsTheContentOfAFile) {
  const ScratchFolder scratch;
  save_mdp(make_environment("simplex", 3, 1, {}), scratch / "m.json");
  const SweepEnvironment environment = sweep_environment(scratch / "m.json", 0, {});
  EXPECT_EQ(environment.sha256, mdp_checksum(scratch / "m.json"));
  EXPECT_EQ(environment.label, "simplex");
}

TEST(SweepInCode, RefusesTwoOfOneLabelAndNobody) {
  SweepSpec sweep = in_code();
  EXPECT_NO_THROW(require_lineup(sweep));
  sweep.agents.push_back(sweep.agents.front());
  EXPECT_THROW(require_lineup(sweep), Error);
  sweep.agents.clear();
  EXPECT_THROW(require_lineup(sweep), Error);
}

}  // namespace
}  // namespace tacit
