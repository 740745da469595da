// One name, one algorithm: what an agent does follows from its name, its settings and its seed, and from nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "tacit/agents/catalog.h"
#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/experiment/summary.h"
#include "tacit/privacy/accounting/ledger.h"

namespace tacit {
namespace {

RunSpec small(const AgentEntry& entry) {
  RunSpec spec;
  spec.env = "simplex", spec.env_settings = {{"states", "4"}, {"actions", "2"}, {"dimension", "3"}};
  spec.horizon = 3, spec.episodes = 400, spec.agent = entry.name;
  if (entry.takes_budget()) spec.epsilon = 10;
  return spec;
}

std::vector<double> regret(const RunSpec& spec) { return run_experiment(spec).runs.at(0).regret; }

// A setting that is given its default is either refused, because it has no effect beside the others, or changes
// nothing.
TEST(OneName, SettingsAtTheirDefaultsChangeNothing) {
  int settings_seen = 0;
  for (const AgentEntry& entry : agents()) {
    const RunSpec plain = small(entry);
    const std::vector<double> expected = regret(plain);
    for (const Setting& setting : entry.settings) {
      RunSpec given = plain;
      given.agent_settings = {{setting.name, to_text(setting.initial)}};
      try {
        EXPECT_EQ(regret(given), expected) << entry.name << " " << setting.name;
      } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("has no effect here")) << entry.name << " " << setting.name;
      }
      ++settings_seen;
    }
  }
  EXPECT_GT(settings_seen, 50);
}

// The agents with draws of their own make other plans for other seeds, on the same users.
TEST(OneName, DrawsHaveAStreamOfTheRun) {
  const LinearMdp mdp = make_environment("simplex", 3, 1, {});
  const AgentEntry& entry = agent_entry("block-posterior");
  std::set<std::vector<double>> plans;
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const auto agent = entry.make({mdp.problem, 200, seed}, Settings(entry.settings, {{"first", "50"}}, "agent"));
    for (int k = 0; k < 60; ++k) {
      std::vector<Step> steps;
      for (int h = 0; h < 3; ++h)
        steps.push_back({h, mdp.problem.point(k % 20), k % 10, 0.5, mdp.problem.point((k + h) % 20)});
      agent->take({0, steps});
    }
    const Policy policy = agent->policy();
    const auto values = policy.action_values(0);
    plans.emplace(values.begin(), values.end());
  }
  EXPECT_EQ(plans.size(), 3u);
}

// Without noise the agents learn on coach; the combination that could not is refused.
TEST(OneName, TwinsWithoutNoiseLearn) {
  const auto regret_of = [](const std::string& agent, const Assignments& settings) {
    RunSpec spec;
    spec.env = "coach", spec.agent = agent, spec.agent_settings = settings, spec.episodes = 20000;
    return summarise(run_experiment(spec)).mean_regret;
  };
  const double uniform = regret_of("uniform", {});
  EXPECT_LT(regret_of("block-ucb", {}), 0.01 * uniform);
  EXPECT_LT(regret_of("block-posterior", {}), 0.02 * uniform);
  const Assignments weighed = {{"regression", "weighed"}};
  EXPECT_LT(regret_of("lsvi-ucb++", {{"regression", "weighed"}, {"switching", "geometric"}}), 0.04 * uniform);
  EXPECT_THROW(regret_of("lsvi-ucb++", weighed), Error);
}

// States that are none, steps out of order and actions that are none: for every agent, in both kinds of state space.
TEST(OneName, UnknownStatesActUniformlyAndTellNothing) {
  for (const char* env : {"simplex", "corridor"}) {
    const LinearMdp mdp = make_environment(env, 3, 1, {});
    const Problem& problem = mdp.problem;
    for (const AgentEntry& entry : agents()) {
      if (!entry.make) continue;
      std::optional<PrivacyContext> privacy;
      if (entry.takes_budget())
        privacy.emplace(PrivacyContext{{Epsilon(10), Delta(1e-6), entry.theorem, NoiseSource::simulation}});
      const auto agent =
          entry.make({problem, 50, 1, privacy ? &*privacy : nullptr}, Settings(entry.settings, {}, "agent"));
      const State nowhere{nullptr, -1}, beyond{nullptr, problem.finite ? problem.point_count() : -7};
      for (int k = 0; k < 50; ++k) {
        const Policy policy = agent->policy();
        std::vector<Step> steps;
        for (int h = 0; h < 3; ++h) {
          const State here = k % 3 == 0 ? nowhere : k % 3 == 1 ? beyond : problem.point(k % problem.point_count());
          const State next = k % 2 == 0 ? problem.point(0) : nowhere;
          std::vector<double> probability(problem.actions);
          policy.distribution(h, here, probability);
          EXPECT_NEAR(std::accumulate(probability.begin(), probability.end(), 0.0), 1, 1e-9);
          if (k % 3 != 2) {
            EXPECT_THAT(probability, testing::Each(1.0 / problem.actions)) << entry.name;
          }
          Stream ties(1, "ties", k, h);
          const int action = policy.act(h, here, ties);
          ASSERT_TRUE(action >= 0 && action < problem.actions);
          steps.push_back({h, here, action, 1, next});
        }
        agent->take({policy.version(), steps});
      }
      const std::vector<double> nonsense(static_cast<std::size_t>(problem.actions) * problem.dimension, std::nan(""));
      Stream ties(2, "ties");
      const int chosen = agent->policy().act(0, {nonsense.data(), -1}, ties);
      EXPECT_TRUE(chosen >= 0 && chosen < problem.actions) << entry.name;
      const auto take = [&](std::int64_t version, int h, int action) {
        const Step step{h, problem.point(0), action, 1, problem.point(0)};
        agent->take({version, {&step, 1}});
      };
      EXPECT_THROW(take(0, 1, 0), Error) << entry.name;
      EXPECT_THROW(take(0, 0, problem.actions), Error) << entry.name;
      EXPECT_THROW(take(agent->policy().version() + 1, 0, 0), Error) << entry.name;
      EXPECT_THROW(take(-1, 0, 0), Error) << entry.name;
      EXPECT_NO_THROW(take(0, 0, 0)) << entry.name;
    }
  }
}

TEST(OneName, OldNamesAnswerWithTheNewOne) {
  for (const auto& [old_name, new_name] :
       {std::pair("lsvi-posterior", "block-posterior"), std::pair("dp-lsvi-posterior", "dp-block-posterior"),
        std::pair("dp-lsvi-ucb++-printed", "dp-lsvi-ucb++-specimen")})
    EXPECT_THAT(([name = old_name] { agent_entry(name); }),
                testing::ThrowsMessage<Error>(testing::HasSubstr(std::string("is now called '") + new_name)));
}

TEST(OneName, ARegisteredAgentRunsAndKeepsItsName) {
  AgentEntry mine = agent_entry("uniform");
  mine.name = "my-own";
  register_agent(mine);
  EXPECT_EQ(regret(small(mine)), regret(small(agent_entry("uniform"))));
  EXPECT_THROW(register_agent(mine), Error);
}

}  // namespace
}  // namespace tacit
