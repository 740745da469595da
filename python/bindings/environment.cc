#include "python/bindings/environment.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>

#include "python/bindings/bindings.h"
#include "tacit/envs/catalog.h"
#include "tacit/lab/experiment/spec.h"
#include "tacit/mdp/evaluation.h"

namespace tacit::python {
namespace {

Environment make(const std::string& name, const std::optional<std::string>& horizon, const Assignments& settings) {
  const int stages = horizon ? parse_horizon(*horizon, "horizon") : 0;
  const nb::gil_scoped_release released;
  constexpr std::uint64_t kSeed = 1;  // Unless the settings have one.
  return {std::make_shared<const LinearMdp>(make_environment(name, stages, kSeed, settings))};
}

std::optional<Index> states(const Environment& env) {
  const Problem& problem = env.mdp->problem;
  return problem.finite ? std::optional(problem.point_count()) : std::nullopt;
}

double optimal_value(const Environment& env) {
  const nb::gil_scoped_release released;
  return Evaluator(*env.mdp).optimal().mean_value;
}

}  // namespace

void bind_environment(nb::module_& m) {
  nb::class_<Environment>(m, "Environment")
      .def_static("make", make, nb::arg("name"), nb::arg("horizon").none(), nb::arg("settings"))
      .def_prop_ro("name", [](const Environment& env) { return env.mdp->name; })
      .def_prop_ro("horizon", [](const Environment& env) { return env.mdp->problem.horizon; })
      .def_prop_ro("states", states)
      .def_prop_ro("actions", [](const Environment& env) { return env.mdp->problem.actions; })
      .def_prop_ro("dimension", [](const Environment& env) { return env.mdp->problem.dimension; })
      .def_prop_ro("rewards_known", [](const Environment& env) { return env.mdp->problem.rewards_known(); })
      .def_prop_ro(
          "reward_range",
          [](const Environment& env) { return std::pair(env.mdp->reward_range.low, env.mdp->reward_range.high); })
      .def("optimal_value", optimal_value);
}

}  // namespace tacit::python
