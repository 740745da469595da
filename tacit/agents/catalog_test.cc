#include "tacit/agents/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tacit/core/error.h"
#include "tacit/privacy/accounting/ledger.h"

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

Problem small_problem(bool known) {
  Problem problem;
  problem.horizon = 3, problem.actions = 2, problem.dimension = 4, problem.measure_norm = 2;
  problem.points = Matrix::Identity(4, 4);
  if (known) problem.known_rewards = Matrix::Constant(3, 4, 0.5);
  return problem;
}

// Users who answer as they like; returns how many plans were made.
int play(Agent& agent, const Problem& problem, int episodes) {
  int plans = 0;
  for (int k = 0; k < episodes; ++k) {
    std::vector<Step> steps;
    for (int h = 0; h < problem.horizon; ++h)
      steps.push_back({h, problem.point(k % 2), k % 2, 1, problem.point((h + k) % 2)});
    plans += agent.take({agent.policy().version(), steps}).new_policy;
  }
  return plans;
}

// A matrix with noise can have any eigenvalue: no setting may make planning fail on it, and no data may make an agent
// ask for more than it has.
TEST(AgentCatalog, AgentsWithABudgetPlanFromVeryNoisyMatricesWithinIt) {
  constexpr int kEpisodes = 300;
  for (const AgentEntry& entry : agents()) {
    if (!entry.takes_budget()) continue;
    const auto declares = [&](const std::string& name) {
      return std::any_of(entry.settings.begin(), entry.settings.end(),
                         [&](const Setting& setting) { return setting.name == name; });
    };
    const std::vector<Assignments> cases = {{},
                                            {{"first", "2"}},
                                            {{"constants", "theory"}},
                                            {{"c_eigen", "0"}, {"c_shift", "1"}},
                                            {{"c_eigen", "0"}, {"c_shift", "0"}},
                                            {{"switching", "rayleigh"}, {"release", "tree"}},
                                            {{"switching", "doubling"}, {"release", "tree"}},
                                            {{"switching", "geometric"}, {"first", "2"}},
                                            {{"moments", "streamed"}},
                                            {{"moments", "on-request"}}};
    for (Assignments settings : cases) {
      if (!std::all_of(settings.begin(), settings.end(), [&](const auto& given) { return declares(given.first); }))
        continue;
      // What speaks of a ridge, or compares matrices, is for that regression.
      const std::string what = settings.empty() ? "" : settings[0].first + "=" + settings[0].second;
      if (declares("regression") && (what.starts_with("c_eigen") || what.starts_with("constants") ||
                                     what == "switching=rayleigh" || what == "switching=doubling"))
        settings.emplace_back("regression", "ridge");
      if (declares("switching") && settings.size() == 1 && settings[0].first == "first")
        settings.emplace_back("switching", "geometric");
      for (const bool known : {false, true})
        for (const double epsilon : {0.01, 100.0}) {
          const Problem problem = small_problem(known);
          const PrivacyContext privacy{{Epsilon(epsilon), Delta(1e-6), entry.theorem, NoiseSource::simulation}};
          const auto agent = entry.make({problem, kEpisodes, 1, &privacy}, Settings(entry.settings, settings, "agent"));
          const int plans = play(*agent, problem, kEpisodes);
          EXPECT_LE(agent->ledger()->spent().value(), privacy.promise.mu().value() * (1 + 1e-10)) << entry.name;
          EXPECT_GE(plans, !settings.empty() && settings[0].first == "first" ? 5 : 0) << entry.name;
        }
    }
  }
}

TEST(AgentCatalog, LuyoPlansAsOftenAsPublished) {
  const Problem problem = small_problem(false);
  const AgentEntry& entry = agent_entry("dp-lsvi-ucb-luyo");
  const PrivacyContext privacy{{Epsilon(1), Delta(1e-6), entry.theorem, NoiseSource::simulation}};
  const auto agent = entry.make({problem, 1000, 1, &privacy}, Settings(entry.settings, {}, "agent"));
  // 1000^0.4 4^0.6 3^0.2 = 15.85 * 2.297 * 1.246 = 45.4: 46 batches, and nobody is left after the last.
  EXPECT_EQ(play(*agent, problem, 1000), 45);
  EXPECT_NEAR(agent->ledger()->spent().value() / privacy.promise.mu().value(), 1, 0.02);
}

}  // namespace
}  // namespace tacit
