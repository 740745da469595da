// Every agent of the catalogue in a short run whose plans and regret are pinned, and every private agent in a run whose
// regret is bounded: a change that alters what an agent does, or costs regret, is seen here.
//
// tests/golden/runs.json holds what was measured. To accept a change that is meant, run this test with
// TACIT_WRITE_GOLDEN=1, read the difference, and say in CHANGELOG.md what changed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tacit/agents/catalog.h"
#include "tacit/audit/specimen.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/experiment/summary.h"

namespace tacit {
namespace {

using Json = nlohmann::ordered_json;

const std::string kFile = std::string(TACIT_SOURCE_DIR) + "/tests/golden/runs.json";

/// The actions that the newest policy may take in every public point: "0 2 01 | ..", a stage after another.
class LastPlan final : public TraceWriter {
 public:
  std::string text;
  void plan(std::int64_t, const Policy& policy, const Planning*, const Problem& problem) override {
    text.clear();
    std::vector<double> probability(problem.actions);
    for (int h = 0; h < problem.horizon; ++h) {
      if (h > 0) text += " |";
      for (Index p = 0; p < problem.point_count(); ++p) {
        text += text.empty() ? "" : " ";
        policy.distribution(h, problem.point(p), probability);
        for (int a = 0; a < problem.actions; ++a)
          if (probability[a] > 0) text += std::to_string(a);
      }
    }
  }
  void step(std::int64_t, const Step&, double, double, double) override {}
};

struct Case {
  std::string name;
  RunSpec spec;
};

std::vector<Case> cases() {
  static const bool registered = (register_agent(specimen_entry()), true);
  EXPECT_TRUE(registered);
  std::vector<Case> all;
  for (const AgentEntry& entry : agents())
    for (const bool finite : {true, false}) {
      if (!finite && entry.name == "dp-lsvi-ucb++-specimen") continue;
      RunSpec spec;
      spec.agent = entry.name;
      spec.env = finite ? "simplex" : "corridor";
      if (finite) spec.env_settings = {{"states", "6"}, {"actions", "3"}, {"dimension", "4"}};
      if (!finite) spec.env_settings = {{"dimension", "4"}};
      spec.horizon = finite ? 4 : 2;
      spec.episodes = finite ? 3000 : 300;
      spec.seed = 5;
      if (entry.takes_budget()) spec.epsilon = 10;
      all.push_back({spec.agent + " on " + spec.env, spec});
    }
  // Stages that are declared alike, with cells.
  for (const char* agent : {"dp-block-ucb", "block-ucb"}) {
    RunSpec spec;
    spec.agent = agent, spec.env = "frozen-lake", spec.horizon = 10, spec.episodes = 3000, spec.seed = 5;
    if (spec.agent == "dp-block-ucb") spec.epsilon = 10;
    all.push_back({spec.agent + " on " + spec.env, spec});
  }
  return all;
}

Json measured(const RunSpec& spec) {
  LastPlan last;
  Hooks hooks;
  hooks.trace = &last;
  const ExperimentRecord record = run_experiment(spec, hooks);
  const RunRecord& run = record.runs.at(0);
  return {{"regret", run.final_regret()}, {"switches", run.switches}, {"plan", last.text}};
}

TEST(GoldenRuns, EveryAgentPlansAndErrsAsItDid) {
  if (std::getenv("TACIT_WRITE_GOLDEN")) {
    Json all = Json::object();
    for (const auto& [name, spec] : cases()) all[name] = measured(spec);
    std::ofstream(kFile) << all.dump(1) << '\n';
  }
  std::ifstream in(kFile);
  const Json golden = Json::parse(in);
  EXPECT_EQ(golden.size(), cases().size()) << "agents came or went";
  for (const auto& [name, spec] : cases()) {
    ASSERT_TRUE(golden.contains(name)) << name;
    const Json now = measured(spec), &then = golden[name];
    EXPECT_EQ(now["plan"], then["plan"]) << name;
    EXPECT_EQ(now["switches"], then["switches"]) << name;
    // Another order of summation may change the last digits, and nothing more.
    const double regret = then["regret"];
    EXPECT_NEAR(now["regret"], regret, 1e-9 * (1 + regret)) << name;
  }
}

struct Bound {
  const char *agent, *env;
  double regret;  ///< Mean of three runs; about a fifth above what was measured.
};

// 20,000 users at epsilon 1, with rewards to be learned. Choosing at random costs 49,600 on simplex and 67,100 on
// river-swim. dp-lsvi-ucb++-paper does no better than that at any number of users that can be simulated.
constexpr Bound kBounds[] = {
    {"dp-block-ucb", "simplex", 5000},      {"dp-block-posterior", "simplex", 5200},
    {"dp-lsvi-ucb++", "simplex", 8300},     {"dp-lsvi-ucb-luyo", "simplex", 25000},
    {"dp-lsvi-ucb-ngo", "simplex", 20000},  {"dp-lsvi-ucb++-paper", "simplex", 50500},
    {"dp-block-ucb", "river-swim", 11000},  {"dp-block-posterior", "river-swim", 17000},
    {"dp-block-ucb", "frozen-lake", 11000},
};

TEST(GoldenRuns, NoPrivateAgentHasMoreRegretThanItHad) {
  std::vector<std::string> bounded;
  for (const Bound& bound : kBounds) {
    RunSpec spec;
    spec.agent = bound.agent, spec.env = bound.env;
    spec.episodes = 20000, spec.runs = 3, spec.jobs = 2, spec.epsilon = 1;
    EXPECT_LT(summarise(run_experiment(spec)).mean_regret, bound.regret) << bound.agent << " on " << bound.env;
    bounded.emplace_back(bound.agent);
  }
  for (const AgentEntry& entry : agents())
    if (entry.is_private()) {
      EXPECT_THAT(bounded, testing::Contains(entry.name)) << "has no bound";
    }
}

}  // namespace
}  // namespace tacit
