// Users of an environment for whoever plays it from outside, step by step: one after another, or many side by side.
//
// A user's luck is that of the lab (streams of (seed, user, stage)), so whoever plays what an agent would play sees
// what the lab sees. An episode is over after the last stage, or where the user is among those who stopped early
// (Problem::ended): nothing is to be decided there. Rewards count from 0 to 1, as agents take them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tacit/core/rng.h"
#include "tacit/mdp/simulator.h"

namespace tacit {

/// An environment with the tables to draw from; shared by all who play it.
struct World {
  explicit World(std::shared_ptr<const LinearMdp> environment);
  std::shared_ptr<const LinearMdp> mdp;
  Simulator simulator;
};

class Game {
 public:
  /// Of users first, first + stride, ... of the streams of `seed`.
  Game(std::shared_ptr<const World> world, std::uint64_t seed, std::int64_t first = 0, std::int64_t stride = 1);

  /// Begins again with the first user of other streams.
  void reseed(std::uint64_t seed);
  /// Lets the next user come.
  void begin() { begin(next_); }
  /// Lets this user come; the next one is the one after.
  void begin(std::int64_t user);
  /// Plays `action` and returns the reward. Throws Error, and plays nothing, where nobody is under way or it is none.
  double step(std::int64_t action);

  bool under_way() const { return stage_ >= 0 && !over_; }
  bool over() const { return over_; }
  std::int64_t user() const { return user_; }
  int stage() const { return stage_; }
  const Place& place() const { return places_[here_]; }
  /// The number of stage and state together, stage * states + state. Finite environments.
  Index staged_state() const { return stage_ * states_ + place().state.point; }

 private:
  [[noreturn]] void refuse(std::int64_t action) const;

  std::shared_ptr<const World> world_;
  StreamKey users_;
  std::int64_t first_, stride_, next_, user_ = -1;
  Index states_;
  int stage_ = -1, here_ = 0;
  bool over_ = false;
  Place places_[2];
};

/// A reward in the units that it was stated in, to twelve digits of their width: what was -1 is -1 again. As it is
/// where these units are 0 to 1.
double stated_reward(const RewardRange& range, double counted);

/// When the next user comes: in the step after the one that ended an episode, which plays nothing, or in that one.
enum class Autoreset { next_step, same_step };

/// `count` games side by side: game i plays users i, i + count, ...
class Games {
 public:
  Games(const std::shared_ptr<const World>& world, std::uint64_t seed, std::int64_t count, Autoreset autoreset);

  void reseed(std::uint64_t seed);
  void begin();
  /// One step in all of them; writes rewards and whether an episode ended. With same_step, `last` is called with the
  /// game that ended, before the next user comes. Throws Error, and plays nothing, where an action is none.
  template <typename Last>
  void step(std::span<const std::int64_t> actions, std::span<double> rewards, std::span<bool> ended, const Last& last) {
    require(actions);
    for (std::size_t i = 0; i < games_.size(); ++i) {
      Game& game = games_[i];
      if (game.over()) {
        game.begin();
        rewards[i] = 0, ended[i] = false;
        continue;
      }
      rewards[i] = game.step(actions[i]);
      ended[i] = game.over();
      if (!game.over() || autoreset_ == Autoreset::next_step) continue;
      last(i, game);
      game.begin();
    }
  }
  const std::vector<Game>& all() const { return games_; }

 private:
  void require(std::span<const std::int64_t> actions) const;

  int actions_;
  Autoreset autoreset_;
  std::vector<Game> games_;
};

}  // namespace tacit
