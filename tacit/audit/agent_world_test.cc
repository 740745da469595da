#include "tacit/audit/agent_world.h"

#include <gtest/gtest.h>

#include <set>

#include "tacit/audit/transcript.h"
#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"

namespace tacit {
namespace {

WorldSpec spec(const std::string& agent) {
  WorldSpec spec;
  spec.env = "deep-sea";
  spec.env_settings = {{"size", "3"}};
  spec.agent = agent;
  spec.agent_settings = {{"first", "10"}};
  spec.episodes = 40;
  return spec;
}

struct Log final : ActionLog {
  std::vector<int> actions;
  std::set<std::int64_t> users;
  void shown(std::int64_t user, int, Index, int action) override {
    users.insert(user);
    actions.push_back(action);
  }
};

TEST(AgentWorld, ShowsTheAdversaryEverybodyButTheVictim) {
  const AgentWorld world(spec("dp-block-ucb"));
  const Cast cast{user_pairs(world.problem(), 0, Stream(1, "pairs")).front(), 7};
  Log log;
  world.play(cast, false, 1, nullptr, &log);
  EXPECT_EQ(log.users.size(), 39u);
  EXPECT_FALSE(log.users.contains(7));
}

TEST(AgentWorld, IsAFunctionOfItsSeed) {
  const AgentWorld world(spec("dp-block-ucb"));
  const Cast cast{user_pairs(world.problem(), 0, Stream(1, "pairs")).front(), 7};
  const auto actions = [&](std::uint64_t seed) {
    Log log;
    world.play(cast, false, seed, nullptr, &log);
    return log.actions;
  };
  EXPECT_EQ(actions(1), actions(1));
  EXPECT_NE(actions(1), actions(2));
}

TEST(AgentWorld, DiffersInOneUserAlone) {
  const AgentWorld world(spec("dp-block-ucb"));
  const Cast cast{user_pairs(world.problem(), 0, Stream(1, "pairs")).front(), 12};
  Transcript run, other(&run);
  world.play(cast, false, 1, &run, nullptr);
  world.play(cast, true, 1, &other, nullptr);
  ASSERT_TRUE(run.same_sequence(other));
  for (std::size_t t = 0; t < run.publications().size(); ++t) {
    const Publication& p = run.publications()[t];
    EXPECT_EQ(p.expected != other.publications()[t].expected, p.users > 12) << t;
  }
}

TEST(AgentWorld, RefusesWhatCannotBeAudited) {
  WorldSpec one = spec("dp-block-ucb");
  one.episodes = 1;
  EXPECT_THROW(AgentWorld{one}, Error);
  EXPECT_THROW(AgentWorld{spec("nobody")}, Error);
}

TEST(AgentWorld, TakesAnEnvironmentOfOnesOwn) {
  WorldSpec own = spec("dp-block-ucb");
  own.own_env = std::make_shared<const LinearMdp>(make_environment(own.env, 0, own.seed, own.env_settings));
  own.env_settings = {};
  const AgentWorld by_name(spec("dp-block-ucb")), by_value(own);
  const Cast cast{user_pairs(by_name.problem(), 0, Stream(1, "pairs")).front(), 7};
  Log one, other;
  by_name.play(cast, false, 1, nullptr, &one);
  by_value.play(cast, false, 1, nullptr, &other);
  EXPECT_EQ(one.actions, other.actions);
  own.horizon = 2;
  EXPECT_THROW(AgentWorld{own}, Error);
}

}  // namespace
}  // namespace tacit
