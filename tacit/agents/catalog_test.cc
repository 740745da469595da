#include "tacit/agents/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tacit/core/error.h"

namespace tacit {
namespace {

TEST(AgentCatalog, SuggestsTheNearestName) {
  try {
    agent_entry("lsvi-ubc");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("did you mean 'lsvi-ucb'?"));
  }
}

TEST(AgentCatalog, NamesAreUniqueAndSettingsReadable) {
  std::vector<std::string> names;
  for (const AgentEntry& entry : agents()) {
    EXPECT_THAT(names, testing::Not(testing::Contains(entry.name)));
    names.push_back(entry.name);
    EXPECT_NO_THROW(Settings(entry.settings, {}, "agent"));
    EXPECT_FALSE(entry.summary.empty());
  }
}

// A matrix with noise can have any eigenvalue: no setting may make planning fail on it.
TEST(AgentCatalog, PrivateAgentsPlanFromVeryNoisyMatrices) {
  Problem problem;
  problem.horizon = 3, problem.actions = 2, problem.dimension = 4, problem.measure_norm = 2;
  problem.points = Matrix::Identity(4, 4);
  const Matrix none;
  for (const Assignments& given : std::vector<Assignments>{
           {}, {{"constants", "theory"}}, {{"c_eigen", "0"}, {"c_shift", "1"}}, {{"c_eigen", "0"}, {"c_shift", "0"}}}) {
    const AgentEntry& entry = agent_entry("dp-lsvi-ucb++");
    Assignments settings = given;
    settings.emplace_back("first", "2");
    const PrivacyContext privacy{{Epsilon(0.01), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation}, 1, nullptr};
    const auto agent = entry.make({problem, 100, none, &privacy}, Settings(entry.settings, settings, "agent"));
    int plans = 0;
    for (int k = 0; k < 100; ++k) {
      for (int h = 0; h < 3; ++h) agent->observe({h, problem.point(k % 2), k % 2, 1, problem.point(h % 2)});
      plans += agent->end_episode();
    }
    EXPECT_GT(plans, 5);
  }
}

}  // namespace
}  // namespace tacit
