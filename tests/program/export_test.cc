// `tacit export`, end to end.
#include <cmath>
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
  const auto out = nlohmann::ordered_json::parse(run_program("export --env river-swim --horizon 3").output);
  EXPECT_THAT(keys(out), testing::ElementsAre("name", "horizon", "states", "actions", "dimension", "start", "features",
                                              "transitions", "rewards", "optimal_value"));
  EXPECT_EQ(out["name"], "river-swim");
  EXPECT_EQ(out["start"].size(), 6u);
  ASSERT_EQ(out["features"].size(), 12u);
  EXPECT_EQ(out["features"][0].size(), 12u);
  ASSERT_EQ(out["transitions"].size(), 3u);
  ASSERT_EQ(out["transitions"][0].size(), 12u);
  EXPECT_EQ(out["transitions"][0][0].size(), 6u);
  ASSERT_EQ(out["rewards"].size(), 3u);
  EXPECT_EQ(out["rewards"][0].size(), 12u);
}

// Backward induction on nothing but the exported numbers.
double optimal_value(const json& mdp) {
  const int S = mdp["states"], A = mdp["actions"], H = mdp["horizon"];
  Numbers next(S, 0.0);
  for (int h = H - 1; h >= 0; --h) {
    Numbers value(S, 0.0);
    for (int row = 0; row < S * A; ++row) {
      double q = mdp["rewards"][h][row], total = 0;
      for (int s = 0; s < S; ++s) {
        const double p = mdp["transitions"][h][row][s];
        q += p * next[s];
        total += p;
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

TEST(Export, IsTheEnvironmentOfRun) {
  for (const char* which : {"--env simplex --seed 3 --horizon 4", "--env two-state --set env.actions=5 --seed 9",
                            "--env deep-sea --set env.size=4", "--env coach --horizon 3", "--env river-swim"}) {
    SCOPED_TRACE(which);
    const json mdp = json::parse(run_program(std::string("export ") + which).output);
    const json run = json::parse(run_program(std::string("run --agent uniform --episodes 1 --json ") + which).output);
    EXPECT_NEAR(optimal_value(mdp), mdp["optimal_value"], 1e-9);
    EXPECT_EQ(mdp["optimal_value"], run["env"]["optimal_value"]);
  }
}

TEST(Export, RefusesWhatItCannotWrite) {
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
