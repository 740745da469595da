// Attacks on an agent's promise.
#include "tacit/audit/audit.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "python/bindings/bindings.h"
#include "python/bindings/environment.h"
#include "python/bindings/long_call.h"
#include "tacit/audit/audit_json.h"
#include "tacit/envs/environment_file.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/experiment/spec.h"
#include "tacit/mdp/file/mdp_file.h"

namespace tacit::python {
namespace {

using Text = std::optional<std::string>;

void make_spec(AuditSpec* place, const std::variant<std::string, Environment>& env, const Text& horizon,
               const Assignments& env_settings, const std::string& agent, const Assignments& agent_settings,
               const std::string& episodes, const std::string& epsilon, const Text& delta, const std::string& seed,
               const std::string& noise, const std::vector<std::string>& attacks, const std::string& runs,
               const std::string& confidence, const std::string& jobs) {
  AuditSpec spec;
  WorldSpec& world = spec.world;
  if (const auto* own = std::get_if<Environment>(&env)) {
    world.own_env = own->mdp;
    world.env = own->mdp->name;
  } else {
    world.env = std::get<std::string>(env);
    if (names_environment_file(world.env)) world.env_sha256 = mdp_checksum(world.env);
  }
  if (horizon) world.horizon = parse_horizon(*horizon, "horizon");
  world.env_settings = env_settings;
  world.agent = agent;
  world.agent_settings = agent_settings;
  world.episodes = parse_integer(episodes, kFewestAuditUsers, kMostAuditUsers, "episodes");
  world.epsilon = parse_epsilon(epsilon, "epsilon");
  world.delta = delta ? parse_delta(*delta, "delta") : default_delta(world.episodes);
  world.seed = parse_seed(seed, "seed");
  world.noise = parse_noise(noise, "noise");
  spec.attacks = attacks.empty() ? attack_names() : attacks;
  spec.runs = static_cast<int>(parse_integer(runs, kFewestAuditRuns, kMostAuditRuns, "runs"));
  spec.confidence = parse_number(confidence, kLeastAuditConfidence, kMostAuditConfidence, "confidence");
  spec.jobs = parse_jobs(jobs, "jobs");
  new (place) AuditSpec(std::move(spec));
}

/// The report, if there is one, and whether it was interrupted.
std::pair<std::optional<AuditReport>, bool> run(const AuditSpec& spec, const nb::object& progress) {
  LongCall call(progress);
  std::optional<AuditReport> report;
  const bool interrupted = call.run([&] {
    AuditHooks hooks;
    hooks.progress = [&](std::int64_t done, std::int64_t total) { call.show(done, total); };
    hooks.stop = call.stop();
    report = audit(spec, hooks);
  });
  if (report && report->interrupted) report.reset();  // Then no verdict stands.
  return {std::move(report), interrupted};
}

}  // namespace

void bind_audit(nb::module_& m) {
  nb::class_<AuditSpec>(m, "AuditSpec")
      .def("__init__", make_spec, nb::arg("env"), nb::arg("horizon").none(), nb::arg("env_settings"), nb::arg("agent"),
           nb::arg("agent_settings"), nb::arg("episodes"), nb::arg("epsilon"), nb::arg("delta").none(), nb::arg("seed"),
           nb::arg("noise"), nb::arg("attacks"), nb::arg("runs"), nb::arg("confidence"), nb::arg("jobs"));
  nb::class_<AuditReport>(m, "AuditReport").def("json", [](const AuditReport& report) { return to_json(report); });
  m.def("audit", run, nb::arg("spec"), nb::arg("progress").none());
  m.def("attack_names", attack_names);
}

}  // namespace tacit::python
