// What stands in the catalogue of agents (catalog.h): a name for one algorithm, its settings, and how it is made.
//
// One name, one algorithm: what an agent does is a function of its name, the values of its settings and its context.
// Whether a value was given or is the default makes no difference.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tacit/agents/agent.h"
#include "tacit/core/settings.h"
#include "tacit/privacy/accounting/promise.h"
#include "tacit/privacy/release_value.h"

namespace tacit {

class Witness;

/// What a private agent promises, and who watches.
struct PrivacyContext {
  Promise promise;
  Witness* witness = nullptr;
  Noise noise = Noise::simulation;  ///< What it must be the promise for (privacy/sums.h).
};

/// What an agent is made from. Nothing in it is a secret of the environment.
struct AgentContext {
  const Problem& problem;  ///< Must outlive the agent.
  std::int64_t episodes;
  std::uint64_t seed;                       ///< The seed of all that the agent draws: noise and plans.
  const PrivacyContext* privacy = nullptr;  ///< None: it promises nothing.
  int threads = 1;                          ///< That a large plan may use; no result depends on it.
};

inline constexpr const char* kJointDp = "joint-dp";

struct AgentEntry {
  using Make = std::function<std::unique_ptr<Agent>(const AgentContext& context, const Settings& settings)>;

  std::string name;
  std::string summary;
  std::string guarantee = "none";  ///< Or the kind of privacy that it promises.
  std::vector<Setting> settings = {};
  Make make = {};                        ///< None: it knows the environment, and the lab makes it.
  Theorem theorem = Theorem::gdp_exact;  ///< By which a budget is turned into noise.
  std::string broken = {};               ///< Why the budget that it takes is not kept; empty: it is, or it takes none.
  std::string advice = {};               ///< For whom it is the one to start with; empty: for nobody.

  bool is_private() const { return guarantee != "none"; }
  bool takes_budget() const { return is_private() || !broken.empty(); }
};

}  // namespace tacit
