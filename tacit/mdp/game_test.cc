#include "tacit/mdp/game.h"

#include <gtest/gtest.h>

#include "tacit/core/error.h"
#include "tests/small_mdps.h"

namespace tacit {
namespace {

std::shared_ptr<const World> small_world() {
  return std::make_shared<const World>(std::make_shared<const LinearMdp>(trial::small_finite(false)));
}

TEST(Game, GivesAUserTheLuckThatTheLabGives) {
  const auto world = small_world();
  const Problem& problem = world->mdp->problem;
  Game game(world, 7);
  game.begin(3);
  const StreamKey users(7, "users");
  Stream arrival(users, 3);
  Place here, there;
  world->simulator.start(arrival, here);
  for (int h = 0; h < problem.horizon; ++h, std::swap(here, there)) {
    ASSERT_EQ(game.place().state.point, here.state.point);
    Stream luck(users, 3, h + 1);
    const int action = h % problem.actions;
    EXPECT_EQ(game.step(action), world->simulator.step(h, here, action, luck, there));
  }
  EXPECT_TRUE(game.over());
}

TEST(Game, PlaysNothingBeforeAUserComesOrAfterTheEnd) {
  const auto world = small_world();
  Game game(world, 1);
  EXPECT_THROW(game.step(0), Error);
  game.begin();
  while (!game.over()) game.step(0);
  EXPECT_THROW(game.step(0), Error);
  game.begin();
  EXPECT_EQ(game.user(), 1);
}

TEST(Game, RefusesWhatIsNoActionAndGoesOn) {
  Game game(small_world(), 1);
  game.begin();
  EXPECT_THROW(game.step(-1), Error);
  EXPECT_THROW(game.step(1000), Error);
  EXPECT_EQ(game.stage(), 0);
  game.step(0);
  EXPECT_EQ(game.stage(), 1);
}

TEST(StatedReward, IsWhatWasStated) {
  const RewardRange cliff{-100, 0};
  int missed = 0;  // By rounding, where digits are not looked at.
  for (int tenth = -1000; tenth <= 0; ++tenth) {
    const double stated = tenth / 10.0;
    EXPECT_EQ(stated_reward(cliff, cliff.counted(stated)), stated);
    missed += cliff.stated(cliff.counted(stated)) != stated;
  }
  EXPECT_GT(missed, 0);
  EXPECT_EQ(stated_reward(cliff, 0), -100);
  EXPECT_EQ(stated_reward(cliff, 1), 0);
  EXPECT_EQ(stated_reward({}, 1.0 / 3), 1.0 / 3);
}

TEST(Games, AreTheGamesOfTheirUsers) {
  const auto world = small_world();
  const int horizon = world->mdp->problem.horizon;
  Games games(world, 5, 3, Autoreset::same_step);
  games.begin();
  std::vector<std::int64_t> actions(3, 1);
  std::vector<double> rewards(3);
  const auto ended = std::make_unique<bool[]>(3);
  for (int t = 0; t < 4 * horizon; ++t) {
    games.step(actions, rewards, std::span(ended.get(), 3), [](std::size_t, const Game&) {});
    for (std::int64_t i = 0; i < 3; ++i) {
      Game alone(world, 5);
      alone.begin(i + 3 * (t / horizon));
      double reward = 0;
      for (int h = 0; h <= t % horizon; ++h) reward = alone.step(1);
      EXPECT_EQ(rewards[i], reward);
      EXPECT_EQ(ended[i], alone.over());
    }
  }
}

TEST(Games, TakeOneMoreStepToLetTheNextUserComeWhereAskedTo) {
  const auto world = small_world();
  const int horizon = world->mdp->problem.horizon;
  Games games(world, 5, 1, Autoreset::next_step);
  games.begin();
  const std::vector<std::int64_t> actions(1, 0);
  std::vector<double> rewards(1);
  bool ended = false;
  for (int h = 0; h < horizon; ++h) games.step(actions, rewards, std::span(&ended, 1), [](std::size_t, const Game&) {});
  EXPECT_TRUE(ended);
  EXPECT_EQ(games.all()[0].user(), 0);
  games.step(actions, rewards, std::span(&ended, 1), [](std::size_t, const Game&) {});
  EXPECT_FALSE(ended);
  EXPECT_EQ(games.all()[0].user(), 1);
  EXPECT_EQ(games.all()[0].stage(), 0);
}

TEST(Games, PlayNothingWhereOneActionIsNone) {
  Games games(small_world(), 5, 2, Autoreset::next_step);
  games.begin();
  std::vector<double> rewards(2);
  const auto ended = std::make_unique<bool[]>(2);
  EXPECT_THROW(
      games.step(std::vector<std::int64_t>{0, 99}, rewards, std::span(ended.get(), 2), [](std::size_t, const Game&) {}),
      Error);
  EXPECT_EQ(games.all()[0].stage(), 0);
}

}  // namespace
}  // namespace tacit
