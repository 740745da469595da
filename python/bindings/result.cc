// What an experiment found, as arrays and texts.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "python/bindings/arrays.h"
#include "python/bindings/bindings.h"
#include "tacit/lab/experiment/json.h"
#include "tacit/lab/experiment/record_files.h"
#include "tacit/lab/experiment/summary.h"
#include "tacit/lab/sweep/cell_file.h"
#include "tacit/privacy/certificate/certificate_check.h"

namespace tacit::python {
namespace {

/// Of arrays that own what they hold, where a property would otherwise lend what the object holds.
constexpr auto kCopied = nb::rv_policy::automatic;

template <typename T, typename Value>
ConstArray<T> of_runs(const CellResult& result, const Value& value) {
  std::vector<T> values;
  for (const RunRecord& run : result.record.runs) values.push_back(value(run));
  return to_array(std::move(values));
}

ConstArray<double> regret(const CellResult& result) {
  std::vector<double> values;
  for (const RunRecord& run : result.record.runs) values.insert(values.end(), run.regret.begin(), run.regret.end());
  return to_array(std::move(values), {result.record.runs.size(), result.record.checkpoints.size()});
}

/// The law of the last policy of each run, (runs, stages, states, actions); none on infinitely many states, and of
/// results that were read from files.
std::optional<ConstArray<double>> policy(const CellResult& result) {
  const auto& record = result.record;
  const auto stages = static_cast<std::size_t>(record.env.horizon),
             actions = static_cast<std::size_t>(record.env.actions),
             states = static_cast<std::size_t>(record.env.states);
  if (states == 0) return std::nullopt;
  for (const RunRecord& run : record.runs)
    if (!run.policy) return std::nullopt;
  std::vector<double> law(record.runs.size() * stages * states * actions);
  auto place = law.begin();
  for (const RunRecord& run : record.runs)
    for (int h = 0; h < record.env.horizon; ++h)
      for (std::size_t s = 0; s < states; ++s, place += static_cast<std::ptrdiff_t>(actions))
        run.policy->table()->distribution(h, static_cast<Index>(s), std::span(&*place, actions));
  return to_array(std::move(law), {record.runs.size(), stages, states, actions});
}

std::optional<std::pair<double, double>> ci95(const CellResult& result) {
  const Summary summary = summarise(result.record);
  return summary.ci95 ? std::optional(std::pair(summary.ci95->low, summary.ci95->high)) : std::nullopt;
}

std::optional<double> epsilon_spent(const CellResult& result) {
  if (!result.record.promise || !result.record.broken.empty()) return std::nullopt;
  return summarise(result.record).epsilon_spent;
}

std::vector<std::string> certificates(const CellResult& result) {
  std::vector<std::string> all;
  for (const RunRecord& run : result.record.runs)
    if (!run.certificate.empty()) all.push_back(run.certificate);
  return all;
}

template <typename Value>
auto of_promise(const Value& value) {
  return [value](const CellResult& result) {
    return result.record.promise ? std::optional(value(*result.record.promise)) : std::nullopt;
  };
}

}  // namespace

void bind_result(nb::module_& m) {
  nb::class_<CellResult>(m, "CellResult")
      .def_static("from_json", [](const std::string& json) { return parse_cell_result(json, "result"); })
      .def("cell_json", [](const CellResult& result) { return to_json(result); })
      .def("json", [](const CellResult& result) { return to_json(result.record); })
      .def("save",
           [](const CellResult& result, const std::string& directory) {
             RecordFiles files(directory, "directory", result.record.promise.has_value());
             files.write(result.record);
           })
      .def_prop_ro("env", [](const CellResult& result) { return result.record.env.name; })
      .def_prop_ro("env_label", [](const CellResult& result) { return result.cell.env_label; })
      .def_prop_ro("agent", [](const CellResult& result) { return result.record.agent; })
      .def_prop_ro("label", [](const CellResult& result) { return result.cell.label; })
      .def_prop_ro("options", [](const CellResult& result) { return result.record.options.all(); })
      .def_prop_ro("horizon", [](const CellResult& result) { return result.record.env.horizon; })
      .def_prop_ro("optimal_value", [](const CellResult& result) { return result.record.env.optimal_value; })
      .def_prop_ro("episodes", [](const CellResult& result) { return result.record.episodes; })
      .def_prop_ro("simulation", [](const CellResult& result) { return to_text(result.record.simulation); })
      .def_prop_ro("env_seed", [](const CellResult& result) { return result.cell.spec.seed; })
      .def_prop_ro("epsilon", of_promise([](const Promise& promise) { return promise.epsilon().value(); }))
      .def_prop_ro("delta", of_promise([](const Promise& promise) { return promise.delta().value(); }))
      .def_prop_ro("noise",
                   [](const CellResult& result) {
                     return result.record.promise ? std::optional(to_text(result.record.noise)) : std::nullopt;
                   })
      .def_prop_ro("broken", [](const CellResult& result) { return result.record.broken; })
      .def_prop_ro("interrupted", [](const CellResult& result) { return result.record.interrupted; })
      .def_prop_ro(
          "checkpoints", [](const CellResult& result) { return to_array(result.record.checkpoints); }, kCopied)
      .def_prop_ro("regret", regret, kCopied)
      .def_prop_ro(
          "seeds", [](const CellResult& r) { return of_runs<std::uint64_t>(r, [](auto& run) { return run.seed; }); },
          kCopied)
      .def_prop_ro(
          "final_gap", [](const CellResult& r) { return of_runs<double>(r, [](auto& run) { return run.final_gap; }); },
          kCopied)
      .def_prop_ro(
          "switches",
          [](const CellResult& r) { return of_runs<std::int64_t>(r, [](auto& run) { return run.switches; }); }, kCopied)
      .def_prop_ro(
          "seconds", [](const CellResult& r) { return of_runs<double>(r, [](auto& run) { return run.seconds; }); },
          kCopied)
      .def_prop_ro(
          "releases",
          [](const CellResult& r) { return of_runs<std::int64_t>(r, [](auto& run) { return run.releases; }); }, kCopied)
      .def_prop_ro("mean_regret", [](const CellResult& result) { return summarise(result.record).mean_regret; })
      .def_prop_ro("mean_final_gap", [](const CellResult& result) { return summarise(result.record).mean_final_gap; })
      .def_prop_ro("ci95", ci95)
      .def_prop_ro("epsilon_spent", epsilon_spent)
      .def_prop_ro("certificates", certificates)
      .def_prop_ro("policy", policy, kCopied);

  nb::class_<CertificateCheck>(m, "CertificateCheck")
      .def_ro("statements", &CertificateCheck::statements)
      .def_ro("reasons", &CertificateCheck::reasons)
      .def_ro("simulation", &CertificateCheck::simulation)
      .def_prop_ro("holds", &CertificateCheck::holds);
  m.def("check_certificate", [](const std::string& json) {
    const nb::gil_scoped_release released;
    return check_certificate(json);
  });
}

}  // namespace tacit::python
