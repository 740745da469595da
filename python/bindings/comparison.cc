// Several agents in the same environments, among the same users: in memory, from a file, from a directory.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "python/bindings/bindings.h"
#include "python/bindings/environment.h"
#include "python/bindings/long_call.h"
#include "python/bindings/own_agent.h"
#include "tacit/core/error.h"
#include "tacit/lab/experiment/spec.h"
#include "tacit/lab/report/comparison_tables.h"
#include "tacit/lab/report/sweep_report.h"
#include "tacit/lab/sweep/results.h"
#include "tacit/lab/sweep/sweep.h"
#include "tacit/lab/sweep/sweep_in_code.h"

namespace tacit::python {
namespace {

using Text = std::optional<std::string>;
using Paths = std::vector<std::filesystem::path>;

/// Builds a sweep, part by part.
class SweepMaker {
 public:
  void add_environment(const std::variant<std::string, Environment>& env, const Text& horizon,
                       const Assignments& settings) {
    const int stages = horizon ? parse_horizon(*horizon, "horizon") : 0;
    if (const auto* own = std::get_if<Environment>(&env)) {
      sweep_.environments.push_back(sweep_environment(own->mdp));
      sweep_.environments.back().horizon = stages;
    } else {
      sweep_.environments.push_back(sweep_environment(std::get<std::string>(env), stages, settings));
    }
  }

  void add_agent(const std::variant<std::string, OwnAgent>& agent, const std::string& label,
                 const Assignments& settings, const std::vector<std::string>& epsilon) {
    std::vector<double> budgets;
    for (const std::string& one : epsilon) budgets.push_back(parse_epsilon(one, "epsilon"));
    if (const auto* own = std::get_if<OwnAgent>(&agent))
      sweep_.agents.push_back(sweep_agent(own->entry, label, settings, budgets));
    else
      sweep_.agents.push_back(sweep_agent(std::get<std::string>(agent), label, settings, budgets));
  }

  void set(const std::string& episodes, const std::string& runs, const std::string& seed, const Text& delta,
           const Text& adjacency, const std::string& noise, const Text& simulation) {
    sweep_.episodes = parse_episodes(episodes, "episodes");
    sweep_.runs = parse_runs(runs, "runs");
    sweep_.seeds = {parse_seed(seed, "seed")};
    if (delta) sweep_.delta = parse_delta(*delta, "delta");
    if (adjacency) sweep_.adjacency = parse_adjacency(*adjacency, "adjacency");
    sweep_.noise = parse_noise(noise, "noise");
    if (simulation) sweep_.simulation = parse_simulation(*simulation, "simulation");
  }

  const SweepSpec& sweep() const { return sweep_; }

 private:
  SweepSpec sweep_;
};

std::pair<std::vector<CellResult>, bool> run_in_memory(const SweepMaker& maker, const std::string& jobs,
                                                       const nb::object& progress) {
  require_lineup(maker.sweep());
  const int at_a_time = parse_jobs(jobs, "jobs");
  LongCall call(progress);
  CellResults found;
  const bool interrupted = call.run([&] {
    SweepHooks hooks;
    hooks.progress = [&](std::int64_t done, std::int64_t total) { call.show(done, total); };
    hooks.stop = call.stop();
    found = run_cells(expand(maker.sweep()), at_a_time, hooks);
  });
  for (CellResult& result : found.cells) result.cell.spec.own_agent.reset();  // As in experiment.cc.
  return {std::move(found.cells), interrupted};
}

/// What became of a sweep into a directory.
struct SweepEnd {
  bool interrupted = false;
  std::vector<std::pair<std::string, std::string>> failures;  ///< The id of a cell, and why.
  std::size_t cells = 0, finished = 0;
};

SweepEnd run_into(const std::filesystem::path& file, const std::optional<std::filesystem::path>& out,
                  const std::string& jobs, const Text& shard, bool force, const nb::object& progress) {
  SweepOptions options;
  if (shard) options.shard = parse_shard(*shard, "shard");
  options.jobs = parse_jobs(jobs, "jobs");
  options.replace = force;
  const SweepSpec sweep = read_sweep(file);
  options.directory = out ? *out : std::filesystem::path("results") / sweep.name;
  LongCall call(progress);
  SweepEnd end;
  end.interrupted = call.run([&] {
    SweepHooks hooks;
    hooks.progress = [&](std::int64_t done, std::int64_t total) { call.show(done, total); };
    hooks.failed = [&](const Cell& cell, const std::string& why) { end.failures.emplace_back(cell.id, why); };
    hooks.stop = call.stop();
    const SweepOutcome outcome = run_sweep(sweep, options, hooks);
    end.cells = outcome.cells;
    end.finished = outcome.finished;
  });
  return end;
}

/// With the label of the arena; empty where a table is of all.
std::vector<std::pair<std::string, Table>> tables(const std::vector<CellResult>& cells, const std::string& kind,
                                                  const std::string& reference) {
  Results results;
  results.cells = cells;
  const std::vector<Arena> all = arenas(results);
  require_reference(all, reference);
  if (kind == "price") return {{"", price_table(all)}};
  std::vector<std::pair<std::string, Table>> found;
  for (const Arena& arena : all) {
    if (kind == "final")
      found.emplace_back(arena.label, final_table(arena));
    else if (kind == "difference")
      found.emplace_back(arena.label, difference_table(arena, reference_in(arena, reference)));
    else if (kind == "privacy")
      found.emplace_back(arena.label, privacy_table(arena));
    else
      throw Error("kind", "'" + kind.substr(0, 60) + "'", "final, difference, privacy or price");
  }
  return found;
}

}  // namespace

void bind_comparison(nb::module_& m) {
  nb::class_<SweepMaker>(m, "SweepMaker")
      .def(nb::init<>())
      .def("add_environment", &SweepMaker::add_environment, nb::arg("env"), nb::arg("horizon").none(),
           nb::arg("settings"))
      .def("add_agent", &SweepMaker::add_agent, nb::arg("agent"), nb::arg("label"), nb::arg("settings"),
           nb::arg("epsilon"))
      .def("set", &SweepMaker::set, nb::arg("episodes"), nb::arg("runs"), nb::arg("seed"), nb::arg("delta").none(),
           nb::arg("adjacency").none(), nb::arg("noise"), nb::arg("simulation").none())
      .def("run", run_in_memory, nb::arg("jobs"), nb::arg("progress").none());
  nb::class_<SweepEnd>(m, "SweepEnd")
      .def_ro("interrupted", &SweepEnd::interrupted)
      .def_ro("failures", &SweepEnd::failures)
      .def_ro("cells", &SweepEnd::cells)
      .def_ro("finished", &SweepEnd::finished);
  m.def(
      "sweep",
      [](const std::string& file, const Text& out, const std::string& jobs, const Text& shard, bool force,
         const nb::object& progress) { return run_into(file, out, jobs, shard, force, progress); },
      nb::arg("file"), nb::arg("out").none(), nb::arg("jobs"), nb::arg("shard").none(), nb::arg("force"),
      nb::arg("progress").none());
  m.def(
      "sweep_name", [](const std::string& file) { return read_sweep(file).name; }, nb::arg("file"));
  m.def(
      "load",
      [](const std::vector<std::string>& directories) {
        const nb::gil_scoped_release released;
        Results results = load_results(Paths(directories.begin(), directories.end()));
        return std::pair(std::move(results.cells), std::move(results.unfinished));
      },
      nb::arg("directories"));

  nb::class_<Table>(m, "Table")
      .def_ro("caption", &Table::caption)
      .def_prop_ro("columns",
                   [](const Table& table) {
                     std::vector<std::string> headers;
                     for (const Table::Column& column : table.columns) headers.push_back(column.header);
                     return headers;
                   })
      .def_prop_ro("numeric",
                   [](const Table& table) {
                     std::vector<bool> numeric;
                     for (const Table::Column& column : table.columns)
                       numeric.push_back(column.align == Table::Align::right);
                     return numeric;
                   })
      .def_ro("rows", &Table::rows);
  m.def("tables", tables, nb::arg("cells"), nb::arg("kind"), nb::arg("reference"));
}

}  // namespace tacit::python
