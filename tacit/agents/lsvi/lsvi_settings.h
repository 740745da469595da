// The agents that plan by least squares over all users so far (lsvi_agent.h): their names, settings and making.
#pragma once

#include <vector>

#include "tacit/agents/agent_entry.h"
#include "tacit/agents/lsvi/lsvi_agent.h"

namespace tacit {

std::vector<AgentEntry> lsvi_agents();

/// The settings of the paper's algorithm, for those who show what is wrong with it as printed.
std::vector<Setting> paper_settings();
LsviOptions paper_options(const AgentContext& context, const Settings& settings);

}  // namespace tacit
