// One experiment: its spec, read as the program reads its options, and its runs.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "python/bindings/bindings.h"
#include "python/bindings/environment.h"
#include "python/bindings/long_call.h"
#include "python/bindings/own_agent.h"
#include "tacit/lab/experiment/budget_warnings.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/experiment/spec.h"
#include "tacit/lab/sweep/cell_file.h"
#include "tacit/version.h"

namespace tacit::python {
namespace {

using Text = std::optional<std::string>;

void make_spec(RunSpec* place, const std::variant<std::string, Environment>& env, const Text& horizon,
               const Assignments& env_settings, const std::variant<std::string, OwnAgent>& agent,
               const Assignments& agent_settings, const std::string& episodes, const std::string& seed,
               const std::string& runs, const Text& epsilon, const Text& delta, const Text& adjacency,
               const std::string& noise, const Text& simulation, const std::string& jobs) {
  RunSpec spec;
  if (const auto* own = std::get_if<Environment>(&env)) {
    spec.own_env = own->mdp;
    spec.env = own->mdp->name;
  } else {
    spec.env = std::get<std::string>(env);
  }
  if (horizon) spec.horizon = parse_horizon(*horizon, "horizon");
  spec.env_settings = env_settings;
  if (const auto* own = std::get_if<OwnAgent>(&agent)) {
    spec.own_agent = own->entry;
    spec.agent = own->entry->name;
  } else {
    spec.agent = std::get<std::string>(agent);
  }
  spec.agent_settings = agent_settings;
  spec.episodes = parse_episodes(episodes, "episodes");
  spec.seed = parse_seed(seed, "seed");
  spec.runs = parse_runs(runs, "runs");
  if (epsilon) spec.epsilon = parse_epsilon(*epsilon, "epsilon");
  if (delta) spec.delta = parse_delta(*delta, "delta");
  if (adjacency) spec.adjacency = parse_adjacency(*adjacency, "adjacency");
  spec.noise = parse_noise(noise, "noise");
  if (simulation) spec.simulation = parse_simulation(*simulation, "simulation");
  spec.jobs = parse_jobs(jobs, "jobs");
  new (place) RunSpec(std::move(spec));
}

/// A cell of a sweep of its own, as sweeps write it.
CellResult as_cell(const RunSpec& spec, const std::string& label, ExperimentRecord record) {
  Cell cell;
  cell.spec = spec;
  // An agent in Python would be kept by its results, which its own module may keep: a ring that nobody sees.
  cell.spec.own_agent.reset();
  if (record.promise) {
    cell.spec.delta = record.promise->delta().value();
    cell.spec.adjacency = record.promise->adjacency();
  }
  cell.env_label = record.env.name;
  cell.label = label;
  return {std::move(cell), std::move(record), kVersion, kCommit};
}

/// The result, if any run was finished, and whether it was interrupted. `hold`: the GIL, for an agent that needs it at
/// every step; it is let go now and then.
std::pair<std::optional<CellResult>, bool> run(const RunSpec& spec, const std::string& label,
                                               const nb::object& progress, bool hold) {
  LongCall call(progress);
  std::optional<ExperimentRecord> record;
  const bool interrupted = call.run([&] {
    std::optional<nb::gil_scoped_acquire> held;
    if (hold) held.emplace();
    const std::int64_t total = spec.episodes * spec.runs;
    Hooks hooks;
    hooks.progress = [&](std::int64_t done) {
      call.show(done, total);
      if (hold) const nb::gil_scoped_release others;
    };
    hooks.stop = call.stop();
    record = run_experiment(spec, hooks);
    if (!record->interrupted) call.show(total, total);
  });
  if (!record || record->runs.empty()) return {std::nullopt, interrupted};
  return {as_cell(spec, label, std::move(*record)), interrupted};
}

}  // namespace

void bind_experiment(nb::module_& m) {
  nb::class_<RunSpec>(m, "RunSpec")
      .def("__init__", make_spec, nb::arg("env"), nb::arg("horizon").none(), nb::arg("env_settings"), nb::arg("agent"),
           nb::arg("agent_settings"), nb::arg("episodes"), nb::arg("seed"), nb::arg("runs"), nb::arg("epsilon").none(),
           nb::arg("delta").none(), nb::arg("adjacency").none(), nb::arg("noise"), nb::arg("simulation").none(),
           nb::arg("jobs"));
  m.def("budget_warnings", budget_warnings, nb::arg("epsilon").none(), nb::arg("delta").none(), nb::arg("episodes"));
  m.def("run", run, nb::arg("spec"), nb::arg("label"), nb::arg("progress").none(), nb::arg("hold") = false);
}

}  // namespace tacit::python
