// The catalogue of agents. Everything in it is tested by being in it.
//
// A family of agents lists its entries (lsvi_settings.h, block_settings.h); whoever has an agent of their own adds it
// with register_agent, and sweeps, reports and audits see it.
#pragma once

#include <deque>
#include <string>

#include "tacit/agents/agent_entry.h"

namespace tacit {

/// References to entries stay valid.
const std::deque<AgentEntry>& agents();

/// Throws Error (field "agent") with a suggestion where the name is unknown, and with the new name where it is an old
/// one.
const AgentEntry& agent_entry(const std::string& name);

/// Adds an entry. Throws Error where the name is taken. Call it before the first experiment: it is not safe beside
/// other threads that look names up.
void register_agent(AgentEntry entry);

}  // namespace tacit
