#include "tacit/mdp/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tacit/core/error.h"

namespace tacit {

World::World(std::shared_ptr<const LinearMdp> environment) : mdp(std::move(environment)), simulator(*mdp) {}

Game::Game(std::shared_ptr<const World> world, std::uint64_t seed, std::int64_t first, std::int64_t stride)
    : world_(std::move(world)),
      users_(seed, "users"),
      first_(first),
      stride_(stride),
      next_(first),
      states_(world_->mdp->problem.point_count()) {}

void Game::reseed(std::uint64_t seed) {
  users_ = StreamKey(seed, "users");
  next_ = first_;
  stage_ = -1;
  over_ = false;
}

void Game::begin(std::int64_t user) {
  if (user < 0) throw Error("user", std::to_string(user), "an integer from 0 on");
  user_ = user;
  next_ = user + stride_;
  stage_ = 0;
  Stream arrival(users_, static_cast<std::uint64_t>(user));
  world_->simulator.start(arrival, places_[here_]);
  over_ = world_->mdp->problem.is_over(place().state);
}

double Game::step(std::int64_t action) {
  const Problem& problem = world_->mdp->problem;
  if (!under_way() || action < 0 || action >= problem.actions) refuse(action);
  Stream luck(users_, static_cast<std::uint64_t>(user_), static_cast<std::uint64_t>(stage_) + 1);
  Place& next = places_[1 - here_];
  const double reward = world_->simulator.step(stage_, places_[here_], static_cast<int>(action), luck, next);
  here_ = 1 - here_;
  ++stage_;
  over_ = stage_ == problem.horizon || problem.is_over(next.state);
  return reward;
}

void Game::refuse(std::int64_t action) const {
  if (stage_ < 0) throw Error("step", "nobody is under way yet; let a user come first");
  if (over_) throw Error("step", fmt::format("the episode of user {} is over; let the next user come first", user_));
  throw Error("action", std::to_string(action),
              fmt::format("an integer from 0 to {}", world_->mdp->problem.actions - 1));
}

double stated_reward(const RewardRange& range, double counted) {
  if (range == RewardRange()) return counted;
  const double digits = 1e12 / range.width();
  const double rounded = std::round(range.stated(counted) * digits) / digits;
  return std::clamp(rounded, range.low, range.high);
}

Games::Games(const std::shared_ptr<const World>& world, std::uint64_t seed, std::int64_t count, Autoreset autoreset)
    : actions_(world->mdp->problem.actions), autoreset_(autoreset) {
  constexpr std::int64_t kMost = 1'000'000;
  if (count < 1 || count > kMost)
    throw Error("num_envs", std::to_string(count), fmt::format("an integer from 1 to {}", kMost));
  games_.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) games_.emplace_back(world, seed, i, count);
}

void Games::reseed(std::uint64_t seed) {
  for (Game& game : games_) game.reseed(seed);
}

void Games::begin() {
  for (Game& game : games_) game.begin();
}

void Games::require(std::span<const std::int64_t> actions) const {
  if (actions.size() != games_.size())
    throw Error("actions", fmt::format("{} of them", actions.size()), fmt::format("{}, one for each", games_.size()));
  if (games_.front().stage() < 0) throw Error("step", "nobody is under way yet; let users come first");
  for (std::size_t i = 0; i < actions.size(); ++i)
    if (actions[i] < 0 || actions[i] >= actions_)
      throw Error(fmt::format("actions[{}]", i), std::to_string(actions[i]),
                  fmt::format("an integer from 0 to {}", actions_ - 1));
}

}  // namespace tacit
