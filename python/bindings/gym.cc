// Environments that are played from Python: by one user after another, or by many side by side.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "python/bindings/arrays.h"
#include "python/bindings/bindings.h"
#include "python/bindings/environment.h"
#include "tacit/core/error.h"
#include "tacit/lab/experiment/spec.h"
#include "tacit/mdp/game.h"

namespace tacit::python {
namespace {

/// What an observation is: stage and state as one number, the state alone, or position and share of the stages.
enum class Sight { staged, state, position };

/// One game, in the words of Gymnasium. Rewards are in the units of the environment.
class Player {
 public:
  Player(const Environment& env, const std::string& seed, bool staged)
      : mdp_(env.mdp),
        sight_(!env.mdp->finite() ? Sight::position
               : staged           ? Sight::staged
                                  : Sight::state),
        game_(std::make_shared<const World>(env.mdp), parse_seed(seed, "seed")) {}

  nb::object observation() const {
    if (sight_ == Sight::position)
      return nb::make_tuple(game_.place().position, static_cast<double>(game_.stage()) / mdp_->problem.horizon);
    return nb::int_(sight_ == Sight::staged ? game_.staged_state() : game_.place().state.point);
  }
  nb::object reset(const std::optional<std::string>& seed) {
    if (seed) game_.reseed(parse_seed(*seed, "seed"));
    game_.begin();
    return observation();
  }
  /// Observation, reward, whether it is over.
  nb::tuple step(std::int64_t action) {
    const double reward = mdp_->reward_range.stated(game_.step(action));
    return nb::make_tuple(observation(), reward, game_.over());
  }
  const Game& game() const { return game_; }

 private:
  std::shared_ptr<const LinearMdp> mdp_;
  Sight sight_;
  Game game_;
};

/// Users one after another, for those who drive an agent. Rewards count from 0 to 1.
class Users {
 public:
  Users(const Environment& env, const std::string& seed)
      : finite_(env.mdp->finite() != nullptr),
        game_(std::make_shared<const World>(env.mdp), parse_seed(seed, "seed")) {}

  nb::object start(const std::optional<std::int64_t>& user) {
    if (user)
      game_.begin(*user);
    else
      game_.begin();
    return state();
  }
  nb::tuple step(std::int64_t action) {
    const double reward = game_.step(action);
    return nb::make_tuple(reward, state());
  }
  bool over() const { return game_.over(); }
  std::int64_t user() const { return game_.user(); }

 private:
  nb::object state() const {
    if (finite_) return nb::int_(game_.place().state.point);
    return nb::float_(game_.place().position);
  }

  bool finite_;
  Game game_;
};

Autoreset parse_autoreset(const std::string& text) {
  if (text == "next-step") return Autoreset::next_step;
  if (text == "same-step") return Autoreset::same_step;
  throw Error("autoreset_mode", "'" + text.substr(0, 60) + "'", "next-step or same-step");
}

using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Out = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

/// Games side by side; arrays to write into come from Python.
class Players {
 public:
  Players(const Environment& env, const std::string& seed, std::int64_t count, const std::string& autoreset,
          bool staged)
      : mdp_(env.mdp),
        sight_(!env.mdp->finite() ? Sight::position
               : staged           ? Sight::staged
                                  : Sight::state),
        games_(std::make_shared<const World>(env.mdp), parse_seed(seed, "seed"), count, parse_autoreset(autoreset)) {}

  void reset(const std::optional<std::string>& seed) {
    if (seed) games_.reseed(parse_seed(*seed, "seed"));
    games_.begin();
  }
  /// Which games ended; where the next user comes at once also what was seen last (in `last`).
  void step(const Actions& actions, const Out<double>& rewards, const Out<bool>& ended, const nb::object& last) {
    const std::span<double> paid(rewards.data(), rewards.size());
    if (sight_ == Sight::position) {
      auto array = nb::cast<Out<double>>(last);
      play(actions, paid, ended, [&](std::size_t i, const Game& game) { see(game, array.data() + 2 * i); });
    } else {
      auto array = nb::cast<Out<std::int64_t>>(last);
      play(actions, paid, ended, [&](std::size_t i, const Game& game) { see(game, array.data() + i); });
    }
  }
  void observe(const nb::object& out) const {
    if (sight_ == Sight::position) {
      auto array = nb::cast<Out<double>>(out);
      for (std::size_t i = 0; i < games_.all().size(); ++i) see(games_.all()[i], array.data() + 2 * i);
    } else {
      auto array = nb::cast<Out<std::int64_t>>(out);
      for (std::size_t i = 0; i < games_.all().size(); ++i) see(games_.all()[i], array.data() + i);
    }
  }
  std::vector<std::int64_t> users() const {
    std::vector<std::int64_t> all;
    for (const Game& game : games_.all()) all.push_back(game.user());
    return all;
  }

 private:
  void see(const Game& game, std::int64_t* out) const {
    *out = sight_ == Sight::staged ? game.staged_state() : game.place().state.point;
  }
  void see(const Game& game, double* out) const {
    out[0] = game.place().position;
    out[1] = static_cast<double>(game.stage()) / mdp_->problem.horizon;
  }
  template <typename Last>
  void play(const Actions& actions, std::span<double> rewards, const Out<bool>& ended, const Last& last) {
    // In a step that only lets the next user come, nothing is paid, whatever 0 means in the units of the environment.
    begins_.resize(rewards.size());
    for (std::size_t i = 0; i < begins_.size(); ++i) begins_[i] = games_.all()[i].over();
    games_.step({actions.data(), actions.size()}, rewards, std::span(ended.data(), ended.size()), last);
    for (std::size_t i = 0; i < begins_.size(); ++i)
      rewards[i] = begins_[i] ? 0 : mdp_->reward_range.stated(rewards[i]);
  }

  std::shared_ptr<const LinearMdp> mdp_;
  Sight sight_;
  Games games_;
  std::vector<char> begins_;
};

}  // namespace

void bind_gym(nb::module_& m) {
  nb::class_<Player>(m, "Player")
      .def(nb::init<const Environment&, const std::string&, bool>(), nb::arg("env"), nb::arg("seed"), nb::arg("staged"))
      .def("reset", &Player::reset, nb::arg("seed").none())
      .def("step", &Player::step, nb::arg("action"))
      .def_prop_ro("user", [](const Player& player) { return player.game().user(); })
      .def_prop_ro("stage", [](const Player& player) { return player.game().stage(); })
      .def_prop_ro("position", [](const Player& player) { return player.game().place().position; })
      .def_prop_ro("under_way", [](const Player& player) { return player.game().under_way(); });
  nb::class_<Users>(m, "Simulator",
                    "Users of an environment, one after another, with the luck that the lab gives them.")
      .def(nb::init<const Environment&, const std::string&>(), nb::arg("env"), nb::arg("seed"))
      .def("start", &Users::start, nb::arg("user").none() = nb::none(),
           "The first state of the next user, or of the user of this number.")
      .def("step", &Users::step, nb::arg("action"), "The reward, from 0 to 1, and the next state.")
      .def_prop_ro("over", &Users::over, "Whether the user's episode is over.")
      .def_prop_ro("user", &Users::user, "The number of the user.");
  nb::class_<Players>(m, "Players")
      .def(nb::init<const Environment&, const std::string&, std::int64_t, const std::string&, bool>(), nb::arg("env"),
           nb::arg("seed"), nb::arg("count"), nb::arg("autoreset"), nb::arg("staged"))
      .def("reset", &Players::reset, nb::arg("seed").none())
      .def("step", &Players::step, nb::arg("actions"), nb::arg("rewards"), nb::arg("ended"), nb::arg("last"))
      .def("observe", &Players::observe, nb::arg("out"))
      .def_prop_ro("users", &Players::users);
}

}  // namespace tacit::python
