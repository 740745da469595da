// A sweep that is made in code instead of read from a file: its parts, checked as those of a file are.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tacit/agents/agent_entry.h"
#include "tacit/lab/sweep/sweep_file.h"
#include "tacit/mdp/linear_mdp.h"

namespace tacit {

/// An environment of the catalogue or from a file, whose content is pinned. Throws Error ("env", "env.KEY", the file).
SweepEnvironment sweep_environment(const std::string& name, int horizon, const Assignments& settings);
/// One's own.
SweepEnvironment sweep_environment(std::shared_ptr<const LinearMdp> own);

/// An agent at each of these budgets, which are not read of agents that take none. Throws Error ("agent", "agent.KEY",
/// "epsilon").
SweepAgent sweep_agent(const std::string& name, const std::string& label, const Assignments& settings,
                       const std::vector<double>& epsilon);
/// One's own.
SweepAgent sweep_agent(std::shared_ptr<const AgentEntry> own, const std::string& label, const Assignments& settings,
                       const std::vector<double>& epsilon);

/// Throws Error ("env", "agent") where there are none, too many, or two of one label.
void require_lineup(const SweepSpec& sweep);

}  // namespace tacit
