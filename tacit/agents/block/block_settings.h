// The agents that plan from what each release added (block_agent.h): their names, settings and making.
#pragma once

#include <vector>

#include "tacit/agents/agent_entry.h"

namespace tacit {

std::vector<AgentEntry> block_agents();

}  // namespace tacit
