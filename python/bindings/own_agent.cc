#include "python/bindings/own_agent.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "python/bindings/arrays.h"
#include "tacit/agents/acting.h"
#include "tacit/agents/countable.h"
#include "tacit/agents/early_end.h"
#include "tacit/core/error.h"

namespace tacit::python {
namespace {

using Numbers = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

/// What is let go from whatever thread was last to need it.
class Shared {
 public:
  explicit Shared(nb::object object)
      : object_(new nb::object(std::move(object)), [](nb::object* last) {
          const nb::gil_scoped_acquire held;
          delete last;
        }) {}
  const nb::object& operator*() const { return *object_; }

 private:
  std::shared_ptr<nb::object> object_;
};

/// What both kinds share: the object, and its policy as it was last asked for.
class Python {
 public:
  Python(const Problem& problem, nb::object agent)
      : problem_(problem), agent_(agent), law_(agent.attr("_law")), policy_(asked(0)) {}

  const Policy& policy() const { return policy_; }
  const Problem& problem() const { return problem_; }
  const nb::object& operator*() const { return *agent_; }
  void ask_again() { policy_ = asked(policy_.version() + 1); }

 private:
  Policy asked(std::int64_t version) const {
    const auto law = nb::cast<Numbers>((*law_)());
    return {problem_, version, PolicyTable::of_law(problem_, {law.data(), law.size()})};
  }

  const Problem& problem_;
  Shared agent_, law_;
  Policy policy_;
};

/// A tacit.Agent: told of every step.
class StepByStep final : public Agent, public Acting {
 public:
  StepByStep(const Problem& problem, const nb::object& agent, bool acts)
      : python_(problem, agent),
        acts_(acts),
        act_(agent.attr("act")),
        observe_(agent.attr("observe")),
        end_(agent.attr("end_episode")) {}

  Policy policy() const override { return python_.policy(); }
  const Ledger* ledger() const override { return nullptr; }
  bool acts() const override { return acts_; }
  int act(int h, const State& state) override {
    const nb::gil_scoped_acquire held;
    int action = -1;
    const nb::object said = (*act_)(h, state.point);
    if (!nb::try_cast(said, action))
      throw Error("action", nb::cast<std::string>(nb::repr(said)).substr(0, 60), "an integer");
    return action;
  }
  Taken take(const Episode& episode) override {
    require_order(episode, python_.problem(), policy().version());
    const nb::gil_scoped_acquire held;
    for (const Step& step : episode.steps)
      (*observe_)(step.h, step.state.point, step.action, step.reward, step.next.point);
    const nb::object changed = (*end_)();
    const int truth = PyObject_IsTrue(changed.ptr());
    if (truth < 0) throw nb::python_error();
    if (truth == 0) return {};
    python_.ask_again();
    return {true, {}};
  }

 private:
  Python python_;
  bool acts_;
  Shared act_, observe_, end_;
};

/// A tacit.BatchAgent: told how many users did what.
class InBatches final : public Agent, public Countable {
 public:
  InBatches(const Problem& problem, const nb::object& agent, std::int64_t episodes)
      : python_(problem, agent),
        states_(problem.point_count()),
        left_(episodes),
        visits_(static_cast<std::size_t>(problem.horizon * problem.points.rows())),
        rewards_(visits_.size()),
        next_(visits_.size() * static_cast<std::size_t>(states_)) {
    ask_batch();
  }

  Policy policy() const override { return python_.policy(); }
  const Ledger* ledger() const override { return nullptr; }
  Taken take(const Episode& episode) override {
    require_order(episode, python_.problem(), policy().version());
    for (const Step& step : episode.steps) count(step);
    each_step_after_end(python_.problem(), static_cast<int>(episode.steps.size()),
                        [&](const Step& step) { count(step); });
    return {end_episodes(1), {}};
  }

  bool counts() const override { return true; }
  std::int64_t steady_users() const override { return batch_; }
  std::int64_t most_switches() const override { return 0; }
  void observe_users(const Tally& tally) override {
    const std::size_t cell = cell_of(tally.h, tally.state, tally.action);
    visits_[cell] += tally.users;
    rewards_[cell] += tally.rewards.sum();
    for (std::size_t s = 0; s < tally.next.size(); ++s)
      next_[cell * static_cast<std::size_t>(states_) + s] += tally.next[s];
  }
  bool end_episodes(std::int64_t users) override {
    batch_ -= users;
    left_ -= users;
    if (batch_ > 0) return false;
    learn();
    return true;
  }

 private:
  std::size_t cell_of(int h, const State& state, int action) const {
    return static_cast<std::size_t>((h * states_ + state.point) * python_.problem().actions + action);
  }
  void count(const Step& step) {
    const std::size_t cell = cell_of(step.h, step.state, step.action);
    visits_[cell] += 1;
    rewards_[cell] += step.reward;
    if (step.h + 1 < python_.problem().horizon)
      next_[cell * static_cast<std::size_t>(states_) + static_cast<std::size_t>(step.next.point)] += 1;
  }
  void learn() {
    const nb::gil_scoped_acquire held;
    const auto stages = static_cast<std::size_t>(python_.problem().horizon), states = static_cast<std::size_t>(states_),
               actions = static_cast<std::size_t>(python_.problem().actions);
    (*python_).attr("learn")(to_array(visits_, {stages, states, actions}),
                             to_array(rewards_, {stages, states, actions}),
                             to_array(next_, {stages, states, actions, states}));
    std::fill(visits_.begin(), visits_.end(), 0);
    std::fill(rewards_.begin(), rewards_.end(), 0.0);
    std::fill(next_.begin(), next_.end(), 0);
    python_.ask_again();
    if (left_ > 0) ask_batch();
  }
  void ask_batch() {
    const nb::gil_scoped_acquire held;
    const nb::object said = (*python_).attr("batch")();
    std::int64_t users = 0;
    if (!nb::try_cast(said, users) || users < 1)
      throw Error("batch", nb::cast<std::string>(nb::repr(said)).substr(0, 60), "a number of users, at least 1");
    batch_ = std::min(users, left_);
  }

  Python python_;
  Index states_;
  std::int64_t left_, batch_ = 0;
  std::vector<std::int64_t> visits_;
  std::vector<double> rewards_;
  std::vector<std::int64_t> next_;
};

/// What an agent may know, as tacit.Problem takes it.
nb::object begun(const Shared& make, const AgentContext& context) {
  const Problem& p = context.problem;
  if (!p.finite) throw Error("agent", "an agent that is written in Python needs finitely many states");
  const auto states = static_cast<std::size_t>(p.point_count());
  constexpr double kMost = 50e6;
  if (static_cast<double>(p.horizon * p.points.rows()) * static_cast<double>(states) > kMost)
    throw Error("agent",
                "an agent that is written in Python takes at most 50 million numbers of stages, states, "
                "actions and next states");
  nb::object known = nb::none();
  if (p.rewards_known()) {
    const Matrix means = p.known_rewards * p.points.transpose();
    known = nb::cast(to_array(std::vector<double>(means.data(), means.data() + means.size()),
                              {static_cast<std::size_t>(p.horizon), states, static_cast<std::size_t>(p.actions)}));
  }
  return (*make)(p.horizon, p.point_count(), p.actions,
                 to_array(std::vector<double>(p.points.data(), p.points.data() + p.points.size()),
                          {states, static_cast<std::size_t>(p.actions), static_cast<std::size_t>(p.dimension)}),
                 known, p.ended >= 0 ? nb::object(nb::int_(p.ended)) : nb::object(nb::none()), context.episodes,
                 context.seed);
}

OwnAgent own_agent(const std::string& name, const nb::object& make, bool batch, bool acts) {
  auto entry = std::make_shared<AgentEntry>();
  entry->name = name;
  entry->summary = "written in Python";
  const Shared shared(make);
  entry->make = [shared, batch, acts](const AgentContext& context, const Settings&) -> std::unique_ptr<Agent> {
    const nb::gil_scoped_acquire held;
    const nb::object agent = begun(shared, context);
    if (batch) return std::make_unique<InBatches>(context.problem, agent, context.episodes);
    return std::make_unique<StepByStep>(context.problem, agent, acts);
  };
  return {std::move(entry), !batch};
}

}  // namespace

void bind_own_agent(nb::module_& m) {
  nb::class_<OwnAgent>(m, "OwnAgent").def_prop_ro("name", [](const OwnAgent& own) { return own.entry->name; });
  m.def("own_agent", own_agent, nb::arg("name"), nb::arg("make"), nb::arg("batch"), nb::arg("acts"));
}

}  // namespace tacit::python
