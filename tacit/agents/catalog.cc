#include "tacit/agents/catalog.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "tacit/agents/block/block_settings.h"
#include "tacit/agents/controls.h"
#include "tacit/agents/lsvi/lsvi_settings.h"
#include "tacit/core/error.h"

namespace tacit {
namespace {

std::unique_ptr<Agent> make_uniform(const AgentContext& context, const Settings&) {
  return std::make_unique<FixedAgent>(context.problem, uniform_policy(context.problem));
}

std::vector<AgentEntry> controls() {
  return {
      {.name = "uniform", .summary = "control: every action with equal probability", .make = make_uniform},
      {.name = "optimal", .summary = "control: knows the environment and plays its best policy"},
  };
}

std::deque<AgentEntry>& entries() {
  static std::deque<AgentEntry> all = [] {
    std::deque<AgentEntry> made;
    for (const auto& family : {controls(), lsvi_agents(), block_agents()})
      std::copy(family.begin(), family.end(), std::back_inserter(made));
    return made;
  }();
  return all;
}

// Names that agents had in earlier versions.
const std::map<std::string, std::string>& renamed() {
  static const std::map<std::string, std::string> names = {{"dp-lsvi-posterior", "dp-block-posterior"},
                                                           {"lsvi-posterior", "block-posterior"},
                                                           {"dp-lsvi-ucb++-printed", "dp-lsvi-ucb++-specimen"}};
  return names;
}

const AgentEntry* find(const std::string& name) {
  const auto found = std::find_if(agents().begin(), agents().end(), [&](const auto& e) { return e.name == name; });
  return found == agents().end() ? nullptr : &*found;
}

}  // namespace

const std::deque<AgentEntry>& agents() { return entries(); }

const AgentEntry& agent_entry(const std::string& name) {
  if (const AgentEntry* entry = find(name)) return *entry;
  if (const auto found = renamed().find(name); found != renamed().end())
    throw Error("agent", "'" + name + "' is now called '" + found->second + "'");
  std::vector<std::string> names;
  for (const AgentEntry& entry : agents()) names.push_back(entry.name);
  throw Error("agent", unknown_name(name, names));
}

void register_agent(AgentEntry entry) {
  if (entry.name.empty() || find(entry.name) != nullptr)
    throw Error("agent name", "'" + entry.name + "'", "a name that no agent has yet");
  entries().push_back(std::move(entry));
}

}  // namespace tacit
