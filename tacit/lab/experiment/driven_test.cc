#include "tacit/lab/experiment/driven.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <type_traits>

#include "tacit/core/error.h"
#include "tacit/core/stop.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/mdp/game.h"

namespace tacit {
namespace {

RunSpec small_spec(const std::string& env, const std::string& agent, bool with_budget = true) {
  RunSpec spec;
  spec.env = env;
  spec.agent = agent;
  spec.episodes = 300;
  spec.seed = 4;
  if (with_budget) spec.epsilon = 5;
  spec.simulation = Simulation::users;
  return spec;
}

/// Users from, ..., to - 1 with the luck of the lab.
void play(DrivenAgent& agent, std::int64_t from, std::int64_t to, std::uint64_t seed) {
  const auto world = std::make_shared<const World>(std::make_shared<const LinearMdp>(*agent.environment()));
  Game game(world, seed);
  for (std::int64_t k = from; k < to; ++k) {
    DrivenUser user = agent.user();
    game.begin(k);
    while (!game.over()) {
      const double reward = game.step(user.act(game.place().state));
      user.observe(reward, game.place().state);
    }
    user.end();
  }
}

class DrivenLike : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(DrivenLike, TheLabToTheLastBit) {
  const auto& [env, agent] = GetParam();
  const RunSpec spec = small_spec(env, agent, std::string(agent).starts_with("dp"));
  const auto record = run_experiment(spec).runs.front();
  const auto driven = DrivenAgent::make(spec);
  play(*driven, 0, spec.episodes, spec.seed);
  const Evaluator evaluator(*driven->environment());
  EXPECT_EQ(evaluator.optimal().mean_value - driven->value(), record.final_gap);
  EXPECT_EQ(driven->certificate().value_or(""), record.certificate);
}

INSTANTIATE_TEST_SUITE_P(Arenas, DrivenLike,
                         testing::Values(std::pair("two-state", "dp-block-ucb"), std::pair("two-state", "lsvi-ucb++"),
                                         std::pair("coach", "dp-block-ucb"), std::pair("corridor", "uniform")));

TEST(Driven, GoesOnFromItsReleases) {
  const RunSpec spec = small_spec("two-state", "dp-block-ucb");
  const auto whole = DrivenAgent::make(spec);
  play(*whole, 0, spec.episodes, spec.seed);
  ASSERT_GE(whole->releases().size(), 2u);

  const auto again = DrivenAgent::make(spec);
  again->resume({whole->releases().front()});
  play(*again, again->taken(), spec.episodes, spec.seed);
  EXPECT_EQ(again->certificate(), whole->certificate());
  EXPECT_EQ(again->value(), whole->value());
}

TEST(Driven, RefusesWhatIsOutOfTurnAndGoesOn) {
  const auto agent = DrivenAgent::make(small_spec("two-state", "lsvi-ucb++", false));
  const State first = agent->problem().point(0);
  DrivenUser user = agent->user();
  EXPECT_THROW(user.observe(0, first), Error);
  EXPECT_THROW(user.act(State{nullptr, 99}), Error);
  user.act(first);
  EXPECT_THROW(user.act(first), Error);
  EXPECT_THROW(user.observe(1.5, first), Error);
  EXPECT_THROW(user.observe(std::nan(""), first), Error);
  EXPECT_THROW(user.observe(0, State{nullptr, -1}), Error);
  user.observe(0.5, first);
  EXPECT_THROW(user.act(agent->problem().point(1)), Error);
  user.act(first);
  EXPECT_EQ(agent->taken(), 0);
  user.end();
  EXPECT_EQ(agent->taken(), 1);
  EXPECT_THROW(user.end(), Error);
  EXPECT_THROW(user.act(first), Error);
  EXPECT_EQ(agent->taken(), 1);
}

TEST(Driven, TakesAnEpisodeOnceHoweverManyThreadsHandItOver) {
  static_assert(!std::is_copy_constructible_v<DrivenUser>);
  RunSpec spec = small_spec("two-state", "dp-block-ucb");
  spec.episodes = 200;
  const auto agent = DrivenAgent::make(spec);
  std::atomic<int> handed_over = 0;
  for (int k = 0; k < 200; ++k) {
    DrivenUser user = agent->user();
    std::vector<std::jthread> threads;
    for (int t = 0; t < 3; ++t)
      threads.emplace_back([&] {
        try {
          user.end();
          ++handed_over;
        } catch (const Error&) {
        }
      });
  }
  EXPECT_EQ(handed_over, 200);
  EXPECT_EQ(agent->taken(), 200);
}

// A plan is stopped after its release: the user is in it, and the agent cannot tell what else is.
TEST(Driven, TakesNobodyAfterAFailureInTheMiddle) {
  const RunSpec spec = small_spec("two-state", "dp-block-ucb");
  const auto agent = DrivenAgent::make(spec);
  const State first = agent->problem().point(0);
  bool failed = false;
  for (int k = 0; k < 300 && !failed; ++k) {
    DrivenUser user = agent->user();
    user.act(first);
    user.observe(0.5, first);
    const std::atomic<bool> stop = true;
    const StopScope scope(&stop);
    try {
      user.end();
    } catch (const Stopped&) {
      failed = true;
      EXPECT_THROW(user.end(), Error);
      EXPECT_THROW(agent->user().end(), Error);
    }
  }
  EXPECT_TRUE(failed);
}

TEST(Driven, KeepsAUsersPolicyWhileOthersGetANewOne) {
  const RunSpec spec = small_spec("two-state", "dp-block-ucb");
  const auto agent = DrivenAgent::make(spec);
  DrivenUser early = agent->user();
  play(*agent, 1, 200, spec.seed);
  EXPECT_GT(agent->policy().version(), 0);
  EXPECT_EQ(early.version(), 0);
  early.end();
  EXPECT_EQ(agent->taken(), 200);
}

TEST(Driven, LetsThoseWhoComeAfterTheLastOnlyAct) {
  RunSpec spec = small_spec("two-state", "lsvi-ucb++", false);
  spec.episodes = 1;
  const auto agent = DrivenAgent::make(spec);
  DrivenUser open = agent->user();
  play(*agent, 0, 1, spec.seed);
  EXPECT_THROW(open.end(), Error);
  DrivenUser late = agent->user();
  const State state = agent->problem().point(0);
  for (int h = 0; h < agent->problem().horizon; ++h) {
    late.act(state);
    EXPECT_THROW(late.observe(0, state), Error);
  }
  EXPECT_THROW(late.act(state), Error);
  EXPECT_THROW(late.end(), Error);
  EXPECT_EQ(agent->taken(), 1);
}

TEST(Driven, NeedsNoEnvironmentButHasNoValueThen) {
  const auto known = DrivenAgent::make(small_spec("two-state", "dp-block-ucb"));
  RunSpec spec = small_spec("app", "dp-block-ucb");
  const auto agent = DrivenAgent::make(spec, known->problem());
  DrivenUser user = agent->user();
  user.act(agent->problem().point(0));
  user.end();
  EXPECT_THROW(agent->value(), Error);
  EXPECT_NE(agent->certificate()->find("\"environment\": \"app\""), std::string::npos);
  spec.agent = "optimal";
  spec.epsilon.reset();
  EXPECT_THROW(DrivenAgent::make(spec, known->problem()), Error);
}

}  // namespace
}  // namespace tacit
