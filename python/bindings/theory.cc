// What the theorems promise.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <string>

#include "python/bindings/bindings.h"
#include "python/bindings/environment.h"
#include "tacit/core/settings.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/experiment/spec.h"
#include "tacit/lab/theory/theory_report.h"

namespace tacit::python {
namespace {

using Text = std::optional<std::string>;

TheoryReport report(const std::string& env, const TheorySize& size, const std::string& episodes, const Text& epsilon,
                    const Text& delta) {
  TheoryReport result;
  result.env = env;
  result.size = size;
  if (epsilon)
    result.budget.emplace(
        Epsilon(parse_epsilon(*epsilon, "epsilon")),
        Delta(delta ? parse_delta(*delta, "delta") : default_delta(parse_episodes(episodes, "episodes"))));
  result.rows = theory_rows(result.size, result.budget);
  return result;
}

}  // namespace

void bind_theory(nb::module_& m) {
  nb::class_<TheoryReport>(m, "TheoryReport")
      .def("json", [](const TheoryReport& theory) { return to_json(theory); })
      .def("table", [](const TheoryReport& theory) { return to_table(theory); });
  m.def(
      "theory",
      [](const Environment& env, const std::string& episodes, const Text& epsilon, const Text& delta) {
        const TheorySize size = theory_size(env.mdp->problem, parse_episodes(episodes, "episodes"));
        return report(env.mdp->name, size, episodes, epsilon, delta);
      },
      nb::arg("env"), nb::arg("episodes"), nb::arg("epsilon").none(), nb::arg("delta").none());
  m.def(
      "theory_of_size",
      [](const std::string& dimension, const std::string& horizon, bool rewards_learned, const std::string& episodes,
         const Text& epsilon, const Text& delta) {
        const auto d = static_cast<double>(parse_integer(dimension, 1, kLargestDimension, "dimension"));
        const auto users = static_cast<double>(parse_episodes(episodes, "episodes"));
        const TheorySize size = theory_size(d, parse_horizon(horizon, "horizon"), users, rewards_learned);
        return report("", size, episodes, epsilon, delta);
      },
      nb::arg("dimension"), nb::arg("horizon"), nb::arg("rewards_learned"), nb::arg("episodes"),
      nb::arg("epsilon").none(), nb::arg("delta").none());
}

}  // namespace tacit::python
