// `tacit theory`, end to end.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tacit/agents/catalog.h"
#include "tests/program/run.h"

namespace tacit {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json theory(const std::string& arguments) { return json::parse(run_program("theory --json " + arguments).output); }

std::map<std::string, json> by_name(const json& out) {
  std::map<std::string, json> agents;
  for (const json& agent : out["agents"]) agents[agent["name"]] = agent;
  return agents;
}

constexpr const char* kSize = "--dimension 10 --horizon 20 --episodes 1e6 ";

TEST(Theory, WithoutABudgetShowsTheAgentsThatNeedNone) {
  const json out = theory(kSize);
  EXPECT_EQ(out["privacy"], nullptr);
  EXPECT_EQ(out["env"], nullptr);
  ASSERT_EQ(out["agents"].size(), 2u);
  EXPECT_EQ(out["agents"][0]["name"], "lsvi-ucb");
  EXPECT_EQ(out["agents"][1]["name"], "lsvi-ucb++");
}

TEST(Theory, WithABudgetShowsAllAgents) {
  const json out = theory(std::string(kSize) + "--epsilon 1");
  EXPECT_DOUBLE_EQ(out["privacy"]["delta"], 1e-7);
  EXPECT_NEAR(out["privacy"]["rho"]["zcdp_simple"], 0.0150472479018939, 1e-11);
  EXPECT_EQ(out["agents"].size(), 6u);
  for (const json& agent : out["agents"])
    EXPECT_EQ(agent["guarantee"], agent["name"].get<std::string>().starts_with("dp-") ? "joint-dp" : "none");
}

TEST(Theory, JsonHasTheFieldsThatAreDocumented) {
  const json out = theory(std::string(kSize) + "--epsilon 1 --rewards learned");
  EXPECT_EQ(out["dimension"], 10);
  EXPECT_EQ(out["horizon"], 20);
  EXPECT_EQ(out["episodes"], 1000000);
  EXPECT_EQ(out["rewards"], "learned");
  EXPECT_EQ(out["failure"], 0.05);
  EXPECT_EQ(out["trivial_bound"], 2e7);
  EXPECT_DOUBLE_EQ(out["measure_norm"], std::sqrt(10.0));
  for (const json& agent : out["agents"])
    for (const char* field :
         {"name", "source", "guarantee", "constants", "switches", "regret", "bonus", "notes", "measured"})
      EXPECT_TRUE(agent.contains(field)) << agent["name"] << " " << field;
}

// The numbers are those of tacit/agents/lsvi/theory_test.cc; here it is that they arrive.
TEST(Theory, ShowsTheNumbersOfTheLibrary) {
  const auto agents = by_name(theory(std::string(kSize) + "--epsilon 1 --delta 1e-7"));
  EXPECT_NEAR(agents.at("lsvi-ucb")["constants"]["beta"], 955.043609027907, 1e-9);
  EXPECT_NEAR(agents.at("lsvi-ucb++")["switches"]["value"], 4186.3138581343, 1e-8);
  EXPECT_EQ(agents.at("dp-lsvi-ucb-luyo")["constants"]["batches"], 1821);
  EXPECT_EQ(agents.at("dp-lsvi-ucb-ngo")["constants"]["levels"], 20);
  const json& paper = agents.at("dp-lsvi-ucb++-paper");
  EXPECT_EQ(paper["constants"]["statistics"], 4);
  EXPECT_NEAR(paper["constants"]["lambda"], 1193958.81656775, 1e-3);
  ASSERT_EQ(paper["regret"].size(), 4u);
  EXPECT_THAT(paper["regret"][0]["form"], HasSubstr("H^(15/4)"));
  EXPECT_THAT(paper["regret"][2]["form"], HasSubstr("H^(18/4)"));
  EXPECT_EQ(paper["regret"][3]["informative_from"], nullptr);
  const json& flagship = agents.at("dp-lsvi-ucb++");
  EXPECT_EQ(flagship["switches"], nullptr);
  EXPECT_TRUE(flagship["regret"].empty());
  EXPECT_EQ(flagship["bonus"], nullptr);
}

TEST(Theory, SaysWhenABoundIsVacuousAndABonusInert) {
  const auto agents = by_name(theory(kSize));
  EXPECT_EQ(agents.at("lsvi-ucb")["regret"][0]["vacuous"], true);
  EXPECT_EQ(agents.at("lsvi-ucb++")["regret"][0]["vacuous"], false);
  EXPECT_EQ(agents.at("lsvi-ucb")["bonus"]["inert"], false);
  EXPECT_EQ(agents.at("lsvi-ucb++")["bonus"]["inert"], true);
  const std::string text = run_program("theory " + std::string(kSize)).output;
  EXPECT_THAT(text, HasSubstr("vacuous: not below H K = 20000000; it says something from K = 3.27e+08 on"));
  EXPECT_THAT(text, HasSubstr("inert: after K users the bonus of every unit feature is above the cap H = 20"));
}

TEST(Theory, FarEnoughOutABoundSaysSomething) {
  const json bound = theory("--dimension 10 --horizon 20 --episodes 1e9")["agents"][0]["regret"][0];
  EXPECT_EQ(bound["vacuous"], false);
  EXPECT_LT(bound["informative_from"].get<double>(), 1e9);
}

TEST(Theory, LearnedRewardsAddARadiusAndAStatistic) {
  const auto known = by_name(theory(std::string(kSize) + "--epsilon 1"));
  const auto learned = by_name(theory(std::string(kSize) + "--epsilon 1 --rewards learned"));
  EXPECT_FALSE(known.at("lsvi-ucb++")["constants"].contains("radius_reward"));
  EXPECT_TRUE(learned.at("lsvi-ucb++")["constants"].contains("radius_reward"));
  EXPECT_EQ(learned.at("dp-lsvi-ucb++-paper")["constants"]["statistics"], 5);
  EXPECT_TRUE(learned.at("dp-lsvi-ucb++-paper")["constants"].contains("reward_scale"));
}

TEST(Theory, TakesSizesFromAnEnvironment) {
  const json out = theory("--env two-state --horizon 7 --episodes 1000");
  EXPECT_EQ(out["env"], "two-state");
  EXPECT_EQ(out["dimension"], 10);
  EXPECT_EQ(out["horizon"], 7);
  EXPECT_EQ(out["rewards"], "known");
  EXPECT_NEAR(out["measure_norm"], 3 * std::sqrt(2.0), 1e-12);
  EXPECT_EQ(theory("--env simplex --set env.dimension=3 --episodes 10")["dimension"], 3);
}

TEST(Theory, MeasuresSwitchesAndRegretBesideTheBounds) {
  const auto agents = by_name(theory("--env simplex --episodes 2000 --measure lsvi-ucb++"));
  EXPECT_EQ(agents.at("lsvi-ucb")["measured"], nullptr);
  const json measured = agents.at("lsvi-ucb++")["measured"];
  const json run = json::parse(run_program("run --env simplex --agent lsvi-ucb++ --episodes 2000 --json").output);
  EXPECT_EQ(measured["regret"], run["runs"][0]["final_regret"]);
  EXPECT_EQ(measured["switches"], run["runs"][0]["switches"]);
  EXPECT_GT(measured["switches"], 0);
  EXPECT_LE(measured["switches"].get<double>(), measured["switching_bound"].get<double>());
  const std::string text = run_program("theory --env simplex --episodes 2000 --measure lsvi-ucb++").output;
  EXPECT_THAT(text, HasSubstr("Measured, one run, seed 1, with practical constants"));
}

TEST(Theory, MeasuresEveryAgentThatIsInTheCatalogue) {
  const auto rows = by_name(theory(std::string(kSize) + "--epsilon 1"));
  std::vector<std::string> names;
  for (const AgentEntry& entry : agents())
    if (rows.contains(entry.name)) names.push_back(entry.name);
  ASSERT_GE(names.size(), 3u);
  const std::string list = fmt::format("{}", fmt::join(names, ","));
  const auto measured = by_name(theory("--env simplex --horizon 2 --episodes 50 --epsilon 1 --measure " + list));
  for (const std::string& name : names) EXPECT_TRUE(measured.at(name)["measured"].is_object()) << name;
}

TEST(Theory, AgentSettingsHoldForWhatIsMeasured) {
  const std::string text =
      run_program("theory --env simplex --episodes 100 --measure lsvi-ucb++ --set agent.constants=theory").output;
  EXPECT_THAT(text, HasSubstr("with these constants:"));
}

TEST(Theory, LinesAreAtMost120Long) {
  std::istringstream lines(run_program("theory --epsilon 1 --rewards learned " + std::string(kSize)).output);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120u) << line;
}

TEST(Theory, NamesFieldValueAndWhatIsAllowed) {
  const std::pair<const char*, const char*> cases[] = {
      {"--episodes 10", "theory: expected --dimension D and --horizon H, or --env NAME"},
      {"--dimension 10 --episodes 10", "--horizon: missing; expected an integer from 1 to 10000"},
      {"--dimension 10 --horizon 2", "--episodes is required"},
      {"--dimension 0 --horizon 2 --episodes 10",
       "--dimension: 0 is not allowed; expected an integer from 1 to 1000000"},
      {"--dimension '' --horizon 2 --episodes 10", "--dimension: '' is not allowed"},
      {"--dimension 2.5 --horizon 2 --episodes 10", "--dimension: '2.5' is not allowed"},
      {"--dimension 10 --horizon 10001 --episodes 10", "--horizon: 10001 is not allowed"},
      {"--dimension 10 --horizon 2 --episodes 1e13", "--episodes: 1e13 is not allowed; expected an integer from 1"},
      {"--dimension 10 --horizon 2 --episodes 10 --rewards some",
       "--rewards: 'some' is not allowed; expected one of known, learned"},
      {"--dimension 10 --horizon 2 --episodes 10 --epsilon 0",
       "--epsilon: '0' is not allowed; expected a number from 1e-06 to 10000"},
      {"--dimension 10 --horizon 2 --episodes 10 --epsilon nan", "--epsilon: 'nan' is not allowed"},
      {"--dimension 10 --horizon 2 --episodes 10 --epsilon 1 --delta 1", "--delta: '1' is not allowed"},
      {"--dimension 10 --horizon 2 --episodes 10 --delta 0.1", "--delta requires --epsilon"},
      {"--dimension 10 --env simplex --episodes 10", "--env excludes --dimension"},
      {"--dimension 10 --horizon 2 --episodes 10 --seed 3", "--seed excludes --dimension"},
      {"--dimension 10 --horizon 2 --episodes 10 --set env.states=3", "--set excludes --dimension"},
      {"--dimension 10 --horizon 2 --episodes 10 --measure lsvi-ucb", "--measure requires --env"},
      {"--env simplex --episodes 10 --rewards known", "--env excludes --rewards"},
      {"--env simpelx --episodes 10", "--env: 'simpelx' is unknown; did you mean 'simplex'?"},
      {"--env '' --episodes 10", "--env: '' is unknown"},
      {"--env simplex --episodes 10 --measure uniform", "--measure: 'uniform' has no regret theorem"},
      {"--env simplex --episodes 10 --epsilon 1 --measure dp-block-ucb",
       "--measure: 'dp-block-ucb' has no regret theorem; expected one of lsvi-ucb, lsvi-ucb++, "},
      {"--env simplex --episodes 10 --measure block-xyz", "--measure: 'block-xyz' is unknown"},
      {"--env simplex --episodes 10 --measure lsvi-ubc", "did you mean 'lsvi-ucb'?"},
      {"--env simplex --episodes 10 --measure ''", "--measure: '' is unknown"},
      {"--env simplex --episodes 10 --measure lsvi-ucb,lsvi-ucb", "--measure: 'lsvi-ucb' is named twice"},
      {"--env simplex --episodes 10 --measure dp-lsvi-ucb++", "--epsilon: agent 'dp-lsvi-ucb++' is private"},
      {"--env simplex --episodes 10 --set agent.c_beta=1", "agent.c_beta: has no effect here; it needs --measure"},
      {"--env simplex --episodes 10 --measure lsvi-ucb --set agent.c_bta=1", "agent.c_bta"},
  };
  for (const auto& [arguments, message] : cases) expect_refused("theory " + std::string(arguments), message);
}

TEST(Theory, HelpShowsExamples) {
  const std::string help = run_program("theory --help").output;
  for (const char* part : {"--dimension", "--measure", "Examples:", "tacit theory --env simplex"})
    EXPECT_THAT(help, HasSubstr(part));
}

TEST(Theory, WarnsOfALargeDelta) {
  EXPECT_THAT(run_program_for_errors("theory --epsilon 1 --delta 0.1 " + std::string(kSize)).output,
              HasSubstr("delta 0.1 is above 1/K"));
  EXPECT_EQ(run_program_for_errors("theory --epsilon 1 " + std::string(kSize)).output, "");
}

}  // namespace
}  // namespace tacit
