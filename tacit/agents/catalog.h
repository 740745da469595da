// The catalogue of agents: names for combinations of a planner, a switching rule and constants.
//
// Everything in the catalogue is tested by being in it. To add an agent, add an entry here.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tacit/agents/agent.h"
#include "tacit/agents/lsvi_agent.h"
#include "tacit/core/linear_algebra.h"
#include "tacit/core/settings.h"

namespace tacit {

/// What an agent is made from.
struct AgentContext {
  const Problem& problem;  ///< Must outlive the agent.
  std::int64_t episodes;
  /// Weights of the optimal action values. For the control that plays them; a learner never reads this.
  const Matrix& optimal_weights;
  /// The promise of a private agent, its source of noise, and who watches; none for others.
  const PrivacyContext* privacy = nullptr;
  int threads = 1;  ///< That a large plan may use; no result depends on it.
};

struct AgentEntry {
  std::string name;
  std::string summary;
  std::string guarantee;  ///< "none", or the kind of privacy it promises.
  std::vector<Setting> settings;
  std::unique_ptr<Agent> (*make)(const AgentContext& context, const Settings& settings);
  Theorem theorem = Theorem::gdp_exact;  ///< By which a budget is turned into noise.
  std::string broken = {};               ///< Why the budget that it takes is not kept; empty: it is, or it takes none.
  bool finite_states_only = false;       ///< Elsewhere making it throws Error.

  bool is_private() const { return guarantee != "none"; }
  bool takes_budget() const { return is_private() || !broken.empty(); }
};

inline constexpr const char* kJointDp = "joint-dp";

const std::vector<AgentEntry>& agents();

/// Throws Error (field "--agent") with a suggestion where the name is unknown.
const AgentEntry& agent_entry(const std::string& name);

}  // namespace tacit
