// What a spec says of its agent, for all who make one: the lab, and those who drive an agent themselves.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "tacit/agents/agent_entry.h"
#include "tacit/lab/experiment/spec.h"
#include "tacit/mdp/linear_mdp.h"
#include "tacit/privacy/certificate/certificate.h"

namespace tacit {

/// The entry of the catalogue, or one's own, which the spec keeps. Throws Error ("agent").
const AgentEntry& ordered_agent(const RunSpec& spec);

/// The promise of a private agent; none for others. Throws Error where a budget is missing or nobody would keep it.
std::optional<Promise> ordered_promise(const RunSpec& spec, const AgentEntry& entry);

/// The agent of run r. It draws from streams of that run, and keeps a reference to `problem`. An entry that cannot make
/// one knows the environment: whoever has that makes it.
std::unique_ptr<Agent> make_ordered(const RunSpec& spec, const AgentEntry& entry, const Settings& options,
                                    const std::optional<Promise>& promise, const Problem& problem, int r, int threads);

/// How run r describes itself in its certificate. How its users are simulated is left out: the law is the same.
/// `sha256`: of the file that the environment is from; empty: it is from none.
RunContext describe_run(const RunSpec& spec, const std::string& agent, const Settings& options, int r,
                        const std::string& env, int horizon, const std::string& sha256);

}  // namespace tacit
