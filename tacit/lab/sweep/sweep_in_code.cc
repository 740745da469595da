#include "tacit/lab/sweep/sweep_in_code.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "tacit/agents/catalog.h"
#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/envs/environment_file.h"

namespace tacit {
namespace {

template <typename Entries>
void require_labels(const Entries& entries, const std::string& field) {
  if (entries.empty() || entries.size() > static_cast<std::size_t>(kMostSweepEntries))
    throw Error(field, fmt::format("{} of them", entries.size()), fmt::format("1 to {}", kMostSweepEntries));
  std::set<std::string> labels;
  for (const auto& entry : entries)
    if (!labels.insert(entry.label).second)
      throw Error(field, fmt::format("'{}' is there twice; give one of them another label", entry.label));
}

SweepAgent agent_of(const AgentEntry& entry, const std::string& label, const Assignments& settings,
                    const std::vector<double>& epsilon) {
  const Settings checked(entry.settings, settings, "agent");
  SweepAgent agent;
  agent.name = entry.name;
  agent.label = label.empty() ? entry.name : label;
  for (const auto& [name, value] : settings) agent.options.push_back({name, {value}, false, 0});
  if (!entry.takes_budget()) return agent;
  if (epsilon.empty()) throw Error("epsilon", "agent '" + entry.name + "' needs a budget, for instance 1");
  agent.epsilon = epsilon;
  return agent;
}

}  // namespace

SweepEnvironment sweep_environment(const std::string& name, int horizon, const Assignments& settings) {
  SweepEnvironment environment;
  environment.name = environment.label = name;
  environment.horizon = horizon;
  environment.settings = settings;
  if (names_environment_file(name)) {
    const MdpFile file = read_environment_file(name, horizon, settings);
    environment.label = file.mdp.name;
    environment.sha256 = file.sha256;
    if (file.named) environment.called = file.mdp.name;
  } else {
    const Settings checked = environment_settings(environment_entry(name), 1, settings);
  }
  return environment;
}

SweepEnvironment sweep_environment(std::shared_ptr<const LinearMdp> own) {
  SweepEnvironment environment;
  environment.name = environment.label = environment.called = own->name;
  environment.own = std::move(own);
  return environment;
}

SweepAgent sweep_agent(const std::string& name, const std::string& label, const Assignments& settings,
                       const std::vector<double>& epsilon) {
  return agent_of(agent_entry(name), label, settings, epsilon);
}

SweepAgent sweep_agent(std::shared_ptr<const AgentEntry> own, const std::string& label, const Assignments& settings,
                       const std::vector<double>& epsilon) {
  SweepAgent agent = agent_of(*own, label, settings, epsilon);
  agent.own = std::move(own);
  return agent;
}

void require_lineup(const SweepSpec& sweep) {
  require_labels(sweep.environments, "env");
  require_labels(sweep.agents, "agent");
}

}  // namespace tacit
