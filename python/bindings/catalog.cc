// What there is: environments and agents, with their settings.
#include "tacit/agents/catalog.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "python/bindings/bindings.h"
#include "tacit/audit/specimen.h"
#include "tacit/envs/catalog.h"

namespace tacit::python {

namespace {

/// What the program has besides; an interpreter within an interpreter finds it there already.
void add_specimen() {
  const AgentEntry specimen = specimen_entry();
  for (const AgentEntry& entry : agents())
    if (entry.name == specimen.name) return;
  register_agent(specimen);
}

}  // namespace

void bind_catalog(nb::module_& m) {
  add_specimen();
  nb::class_<Setting>(m, "Setting")
      .def_ro("name", &Setting::name)
      .def_ro("default", &Setting::initial)
      .def_prop_ro("allowed", &Setting::allowed)
      .def_ro("help", &Setting::help);
  nb::class_<EnvironmentEntry>(m, "EnvironmentEntry")
      .def_ro("name", &EnvironmentEntry::name)
      .def_ro("summary", &EnvironmentEntry::summary)
      .def_ro("settings", &EnvironmentEntry::settings);
  nb::class_<AgentEntry>(m, "AgentEntry")
      .def_ro("name", &AgentEntry::name)
      .def_ro("summary", &AgentEntry::summary)
      .def_ro("guarantee", &AgentEntry::guarantee)
      .def_prop_ro("takes_budget", &AgentEntry::takes_budget)
      .def_ro("advice", &AgentEntry::advice)
      .def_ro("settings", &AgentEntry::settings);
  m.def("environments", [] { return std::vector<EnvironmentEntry>(environments().begin(), environments().end()); });
  m.def("agents", [] { return std::vector<AgentEntry>(agents().begin(), agents().end()); });
  m.def(
      "check_agent",
      [](const std::string& name, const Assignments& settings) {
        const Settings checked(agent_entry(name).settings, settings, "agent");
      },
      nb::arg("name"), nb::arg("settings"));
}

}  // namespace tacit::python
