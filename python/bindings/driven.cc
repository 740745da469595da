// Agents whose users come from the caller.
#include "tacit/lab/experiment/driven.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "python/bindings/arrays.h"
#include "python/bindings/bindings.h"
#include "python/bindings/environment.h"
#include "tacit/core/error.h"
#include "tacit/privacy/release_file.h"

namespace tacit::python {
namespace {

using Features = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

State point(const DrivenUser& user, std::int64_t state) {
  // What is no state is refused by the library, which knows what is allowed.
  const Problem& problem = user.agent().problem();
  return state >= 0 && state < problem.point_count() ? problem.point(state) : State{nullptr, state < 0 ? -1 : state};
}

State elsewhere(const DrivenUser& user, const Features& features) {
  const Problem& problem = user.agent().problem();
  if (problem.finite) throw Error("state", "features", "the number of a state");
  if (features.size() != static_cast<std::size_t>(problem.actions) * static_cast<std::size_t>(problem.dimension))
    throw Error(
        "state", std::to_string(features.size()) + " numbers",
        std::to_string(problem.dimension) + " features for each of " + std::to_string(problem.actions) + " actions");
  return {features.data(), -1};
}

/// A position on the interval, as features.
std::vector<double> position(const DrivenUser& user, double x) {
  const LinearMdp* mdp = user.agent().environment();
  if (mdp == nullptr || mdp->interval() == nullptr)
    throw Error("state", std::to_string(x), user.agent().problem().finite ? "the number of a state" : "features");
  if (!(x >= 0 && x <= 1)) throw Error("state", std::to_string(x), "a number from 0 to 1");
  const Problem& problem = mdp->problem;
  std::vector<double> features(static_cast<std::size_t>(problem.actions) * problem.dimension);
  interval_features(*mdp->interval(), problem.dimension, x, features.data());
  return features;
}

Problem declared(int horizon, int actions, const Features& points, bool finite, bool alike, std::int64_t ended,
                 double ended_reward) {
  Problem problem;
  if (points.ndim() != 2) throw Error("features", "expected a row for each state and action");
  problem.horizon = horizon, problem.actions = actions, problem.dimension = static_cast<int>(points.shape(1));
  problem.finite = finite;
  problem.points = ConstMatrixView(points.data(), static_cast<Index>(points.shape(0)), problem.dimension);
  problem.measure_norm = std::sqrt(static_cast<double>(problem.dimension));
  problem.alike = {.transitions = alike, .rewards = alike};
  problem.ended = ended;
  problem.ended_reward = ended_reward;
  return problem;
}

std::optional<ConstArray<double>> law(const DrivenAgent& agent) {
  const Problem& problem = agent.problem();
  if (!problem.finite) return std::nullopt;
  const auto stages = static_cast<std::size_t>(problem.horizon),
             states = static_cast<std::size_t>(problem.point_count()),
             actions = static_cast<std::size_t>(problem.actions);
  const Policy policy = agent.policy();
  std::vector<double> chances(stages * states * actions);
  auto place = chances.begin();
  for (int h = 0; h < problem.horizon; ++h)
    for (std::size_t s = 0; s < states; ++s, place += problem.actions)
      policy.table()->distribution(h, static_cast<Index>(s), std::span(&*place, actions));
  return to_array(std::move(chances), {stages, states, actions});
}

/// Release, followers, sealed sums; as texts.
using Kept = std::tuple<std::string, std::vector<std::pair<std::int64_t, std::int64_t>>, std::string>;

std::vector<Kept> releases(const DrivenAgent& agent) {
  std::vector<Kept> all;
  for (const KeptRelease& kept : agent.releases()) {
    std::vector<std::pair<std::int64_t, std::int64_t>> followers;
    for (const Followers& some : kept.published.followers) followers.emplace_back(some.version, some.users);
    all.emplace_back(to_json(kept.published.release), std::move(followers), SealedBlockFile::to_json(kept.sealed));
  }
  return all;
}

void resume(DrivenAgent& agent, const std::vector<Kept>& texts) {
  const nb::gil_scoped_release released;
  std::vector<KeptRelease> all;
  for (const auto& [release, followers, sealed] : texts) {
    KeptRelease kept{{read_release(release), {}}, SealedBlockFile::read(sealed)};
    for (const auto& [version, users] : followers) kept.published.followers.push_back({version, users});
    all.push_back(std::move(kept));
  }
  agent.resume(all);
}

}  // namespace

void bind_driven(nb::module_& m) {
  nb::class_<DrivenUser>(m, "User", "One user under way: act and observe in turn, then end.")
      .def(
          "act", [](DrivenUser& user, std::int64_t state) { return user.act(point(user, state)); }, nb::arg("state"),
          "The action for a user in this state.")
      .def(
          "act",
          [](DrivenUser& user, double x) {
            const std::vector<double> features = position(user, x);
            return user.act({features.data(), -1});
          },
          nb::arg("state"))
      .def(
          "act", [](DrivenUser& user, const Features& features) { return user.act(elsewhere(user, features)); },
          nb::arg("state"))
      .def(
          "observe",
          [](DrivenUser& user, double reward, std::int64_t next) { user.observe(reward, point(user, next)); },
          nb::arg("reward"), nb::arg("state"),
          "What came of the action: a reward from 0 to 1, and the state in which the user is now.")
      .def(
          "observe",
          [](DrivenUser& user, double reward, double x) {
            const std::vector<double> features = position(user, x);
            user.observe(reward, {features.data(), -1});
          },
          nb::arg("reward"), nb::arg("state"))
      .def(
          "observe",
          [](DrivenUser& user, double reward, const Features& features) {
            user.observe(reward, elsewhere(user, features));
          },
          nb::arg("reward"), nb::arg("state"))
      .def("end", &DrivenUser::end, nb::call_guard<nb::gil_scoped_release>(),
           "Hands the episode over, whole or as far as it went. Only now is anything learned from it.")
      .def_prop_ro("number", &DrivenUser::number, "Counts from 0, in the order in which users came.")
      .def_prop_ro("version", &DrivenUser::version, "Of the policy that this user follows to the end.")
      .def_prop_ro("stage", &DrivenUser::stage, "How many steps were observed.")
      .def_prop_ro("over", &DrivenUser::over, "Whether nothing is left to decide.");
  nb::class_<Problem>(m, "Problem")
      .def_static("declare", declared, nb::arg("horizon"), nb::arg("actions"), nb::arg("features"), nb::arg("finite"),
                  nb::arg("alike"), nb::arg("ended"), nb::arg("ended_reward"));
  nb::class_<DrivenAgent>(m, "DrivenAgent")
      .def_static(
          "make", [](const RunSpec& spec) { return DrivenAgent::make(spec); }, nb::arg("spec"),
          nb::call_guard<nb::gil_scoped_release>())
      .def_static(
          "declare", [](const RunSpec& spec, const Problem& problem) { return DrivenAgent::make(spec, problem); },
          nb::arg("spec"), nb::arg("problem"), nb::call_guard<nb::gil_scoped_release>())
      .def("user", &DrivenAgent::user)
      .def_prop_ro("name", [](const DrivenAgent& agent) { return agent.entry().name; })
      .def_prop_ro("episodes", &DrivenAgent::episodes)
      .def_prop_ro("taken", &DrivenAgent::taken)
      .def_prop_ro("horizon", [](const DrivenAgent& agent) { return agent.problem().horizon; })
      .def_prop_ro("version", [](const DrivenAgent& agent) { return agent.policy().version(); })
      .def_prop_ro("policy", law, nb::rv_policy::automatic)
      .def("value", &DrivenAgent::value, nb::call_guard<nb::gil_scoped_release>())
      .def("certificate", &DrivenAgent::certificate, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("release_count", [](const DrivenAgent& agent) { return agent.releases().size(); })
      .def("releases", releases)
      .def("resume", resume, nb::arg("releases"));
}

}  // namespace tacit::python
