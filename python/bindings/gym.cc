// Environments that are played from Python: by one user after another, or by many side by side.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

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
    const double reward = stated_reward(mdp_->reward_range, game_.step(action));
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

template <typename T>
using Buffer = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

/// Games side by side. Python and C++ share the buffers: handing arrays over would cost more than a step.
class Players {
 public:
  Players(const Environment& env, const std::string& seed, const std::string& autoreset, bool staged,
          Buffer<const std::int64_t> actions, Buffer<double> rewards, Buffer<bool> ended, const nb::object& seen,
          const nb::object& last)
      : mdp_(env.mdp),
        staged_(staged),
        actions_(std::move(actions)),
        rewards_(std::move(rewards)),
        ended_(std::move(ended)),
        begins_(actions_.size()),
        games_(std::make_shared<const World>(env.mdp), parse_seed(seed, "seed"),
               static_cast<std::int64_t>(actions_.size()), parse_autoreset(autoreset)) {
    if (env.mdp->finite()) {
      states_ = {nb::cast<Buffer<std::int64_t>>(seen), nb::cast<Buffer<std::int64_t>>(last)};
    } else {
      positions_ = {nb::cast<Buffer<double>>(seen), nb::cast<Buffer<double>>(last)};
    }
  }

  void reset(const std::optional<std::string>& seed) {
    if (seed) games_.reseed(parse_seed(*seed, "seed"));
    games_.begin();
    observe();
  }
  /// Plays what is in the buffer of actions; where the next user comes at once, `last` has what was seen before.
  void step() {
    const std::span<double> rewards(rewards_.data(), rewards_.size());
    const bool as_counted = mdp_->reward_range == RewardRange();
    if (!as_counted)
      for (std::size_t i = 0; i < begins_.size(); ++i) begins_[i] = games_.all()[i].over();
    games_.step({actions_.data(), actions_.size()}, rewards, std::span(ended_.data(), ended_.size()),
                [this](std::size_t i, const Game& game) { see(game, i, 1); });
    // In a step that only lets the next user come, nothing is paid, whatever 0 means in the units of the environment.
    if (!as_counted)
      for (std::size_t i = 0; i < begins_.size(); ++i)
        rewards[i] = begins_[i] ? 0 : stated_reward(mdp_->reward_range, rewards[i]);
    observe();
  }

 private:
  void observe() const {
    const std::vector<Game>& games = games_.all();
    if (mdp_->finite() && staged_) {  // What most look at, without a choice for each.
      std::int64_t* out = states_[0].data();
      for (std::size_t i = 0; i < games.size(); ++i) out[i] = games[i].staged_state();
      return;
    }
    for (std::size_t i = 0; i < games.size(); ++i) see(games[i], i, 0);
  }
  void see(const Game& game, std::size_t i, std::size_t where) const {
    if (mdp_->finite()) {
      states_[where].data()[i] = staged_ ? game.staged_state() : game.place().state.point;
    } else {
      double* out = positions_[where].data() + 2 * i;
      out[0] = game.place().position;
      out[1] = static_cast<double>(game.stage()) / mdp_->problem.horizon;
    }
  }

  std::shared_ptr<const LinearMdp> mdp_;
  bool staged_;
  Buffer<const std::int64_t> actions_;
  Buffer<double> rewards_;
  Buffer<bool> ended_;
  std::array<Buffer<std::int64_t>, 2> states_;  ///< What is seen, and what was seen last.
  std::array<Buffer<double>, 2> positions_;     ///< The same where there are infinitely many states.
  std::vector<char> begins_;
  Games games_;
};

}  // namespace

void bind_gym(nb::module_& m) {
  nb::class_<Player>(m, "Player")
      .def(nb::init<const Environment&, const std::string&, bool>(), nb::arg("env"), nb::arg("seed"), nb::arg("staged"))
      .def("reset", &Player::reset, nb::arg("seed").none())
      .def("step", &Player::step, nb::arg("action"),
           nb::sig("def step(self, action: int) -> tuple[object, float, bool]"))
      .def_prop_ro("user", [](const Player& player) { return player.game().user(); })
      .def_prop_ro("stage", [](const Player& player) { return player.game().stage(); })
      .def_prop_ro("position", [](const Player& player) { return player.game().place().position; })
      .def_prop_ro("under_way", [](const Player& player) { return player.game().under_way(); });
  nb::class_<Users>(m, "Simulator",
                    "Users of an environment, one after another, with the luck that the lab gives them.")
      .def(nb::init<const Environment&, const std::string&>(), nb::arg("env"), nb::arg("seed"))
      .def("start", &Users::start, nb::arg("user").none() = nb::none(),
           nb::sig("def start(self, user: int | None = None) -> int | float"),
           "The first state of the next user, or of the user of this number.")
      .def("step", &Users::step, nb::arg("action"), nb::sig("def step(self, action: int) -> tuple[float, int | float]"),
           "The reward, from 0 to 1, and the next state.")
      .def_prop_ro("over", &Users::over, "Whether the user's episode is over.")
      .def_prop_ro("user", &Users::user, "The number of the user.");
  nb::class_<Players>(m, "Players")
      .def(nb::init<const Environment&, const std::string&, const std::string&, bool, Buffer<const std::int64_t>,
                    Buffer<double>, Buffer<bool>, const nb::object&, const nb::object&>(),
           nb::arg("env"), nb::arg("seed"), nb::arg("autoreset"), nb::arg("staged"), nb::arg("actions"),
           nb::arg("rewards"), nb::arg("ended"), nb::arg("seen"), nb::arg("last"))
      .def("reset", &Players::reset, nb::arg("seed").none())
      .def("step", &Players::step);
}

}  // namespace tacit::python
