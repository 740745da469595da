// `tacit export`, end to end.
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "tests/program/run.h"

namespace tacit {
namespace {

using nlohmann::json;
using Numbers = std::vector<double>;

std::vector<std::string> keys(const nlohmann::ordered_json& object) {
  std::vector<std::string> result;
  for (const auto& [key, value] : object.items()) result.push_back(key);
  return result;
}

TEST(Export, HasTheFieldsAndShapesOfTheManual) {
  const auto out = nlohmann::ordered_json::parse(run_program("export --env simplex --horizon 3").output);
  EXPECT_THAT(keys(out), testing::ElementsAre("format", "name", "horizon", "states", "actions", "dimension",
                                              "bernoulli", "rewards_known", "ended", "start", "features", "transitions",
                                              "rewards", "measures", "theta", "optimal_value"));
  EXPECT_EQ(out["format"], "tacit-mdp/1");
  EXPECT_EQ(out["name"], "simplex");
  EXPECT_EQ(out["start"].size(), 20u);
  ASSERT_EQ(out["features"].size(), 200u);
  EXPECT_EQ(out["features"][0].size(), 5u);
  ASSERT_EQ(out["transitions"].size(), 3u);
  ASSERT_EQ(out["transitions"][0].size(), 200u);
  EXPECT_EQ(out["transitions"][0][0].size(), 20u);
  ASSERT_EQ(out["rewards"].size(), 3u);
  EXPECT_EQ(out["rewards"][0].size(), 200u);
}

TEST(Export, WritesStagesThatAreAlikeOnceAndNoFeaturesOfTables) {
  const json out = json::parse(run_program("export --env river-swim --set env.stages=alike").output);
  EXPECT_FALSE(out.contains("features") || out.contains("measures") || out.contains("theta"));
  ASSERT_EQ(out["transitions"].size(), 1u);
  ASSERT_EQ(out["transitions"][0].size(), 12u);
  EXPECT_EQ(out["transitions"][0][0]["to"].size(), out["transitions"][0][0]["p"].size());
  EXPECT_EQ(out["rewards"].size(), 1u);
  const json unsaid = json::parse(run_program("export --env river-swim").output);  // Nobody is told more than is said.
  EXPECT_EQ(unsaid["transitions"].size(), 20u);
  EXPECT_EQ(unsaid["rewards"].size(), 20u);
}

/// What stands for stage h where there may be only one.
const json& stage(const json& table, int h) { return table[table.size() == 1 ? 0 : h]; }

Numbers row_of(const json& row, int states) {
  if (row.is_array()) return row.get<Numbers>();
  Numbers result(states, 0.0);
  for (std::size_t i = 0; i < row["to"].size(); ++i) result[row["to"][i].get<std::size_t>()] = row["p"][i];
  return result;
}

// Backward induction on nothing but the exported numbers.
double optimal_value(const json& mdp) {
  const int S = mdp["states"], A = mdp["actions"], H = mdp["horizon"];
  Numbers next(S, 0.0);
  for (int h = H - 1; h >= 0; --h) {
    Numbers value(S, -std::numeric_limits<double>::infinity());
    for (int row = 0; row < S * A; ++row) {
      double q = stage(mdp["rewards"], h)[row], total = 0;
      const Numbers p = row_of(stage(mdp["transitions"], h)[row], S);
      for (int s = 0; s < S; ++s) {
        q += p[s] * next[s];
        total += p[s];
      }
      EXPECT_NEAR(total, 1, 1e-9);
      value[row / A] = std::max(value[row / A], q);
    }
    next = value;
  }
  double mean = 0;
  for (int s = 0; s < S; ++s) mean += mdp["start"][s].get<double>() * next[s];
  return mean;
}

TEST(Export, WritesRewardsInTheirRange) {
  const json out = json::parse(run_program("export --env cliff").output);
  EXPECT_EQ(out["reward_range"], json({-100, 0}));
  EXPECT_EQ(out["ended"], 37);
  EXPECT_NEAR(out["optimal_value"], -13, 1e-9);
  EXPECT_NEAR(optimal_value(out), -13, 1e-9);
  for (const json& reward : out["rewards"][0]) EXPECT_TRUE(reward == -100 || reward == -1 || reward == 0) << reward;
}

TEST(Export, IsTheEnvironmentOfRun) {
  for (const char* which :
       {"--env simplex --seed 3 --horizon 4", "--env two-state --set env.actions=5 --seed 9",
        "--env deep-sea --set env.size=4", "--env coach --horizon 3", "--env river-swim", "--env frozen-lake"}) {
    SCOPED_TRACE(which);
    const json mdp = json::parse(run_program(std::string("export ") + which).output);
    const json run = json::parse(run_program(std::string("run --agent uniform --episodes 1 --json ") + which).output);
    EXPECT_NEAR(optimal_value(mdp), mdp["optimal_value"], 1e-9);
    EXPECT_EQ(mdp["optimal_value"], run["env"]["optimal_value"]);
  }
}

TEST(Export, WritesFilesThatAreReadToTheLastBit) {
  const ScratchFolder scratch;
  for (const char* which : {"--env simplex --seed 3 --horizon 4", "--env deep-sea", "--env two-state", "--env cliff"}) {
    SCOPED_TRACE(which);
    const std::string text = run_program(std::string("export ") + which).output;
    for (const char* name : {"m.json", "m.npz"}) {
      const std::string file = "'" + scratch / name + "'";
      EXPECT_EQ(run_program(std::string("export ") + which + " --out " + file).code, 0);
      EXPECT_EQ(run_program("export --env " + file).output, text);
    }
    EXPECT_EQ(read_all(scratch / "m.json"), text);
  }
}

TEST(Export, RefusesWhatItCannotWrite) {
  expect_refused("export --env simplex --out x.csv",
                 "--out: 'x.csv' is not allowed; expected a name that ends in .json");

  expect_refused("export --env corridor", "--env: 'corridor' has infinitely many states");
  expect_refused("export --env simplex --set env.states=10000", "at most 5e+07 can be exported");
  expect_refused("export --env simplex --set env.states=100000000", "env.states: 100000000 is not allowed");
  expect_refused("export --env simplex --set agent.c_beta=1", "--set: ");
  expect_refused("export --env simplx", "did you mean 'simplex'?");
  expect_refused("export --env simplex --horizon 0", "--horizon: 0 is not allowed");
  expect_refused("export", "--env is required");
}

}  // namespace
}  // namespace tacit
