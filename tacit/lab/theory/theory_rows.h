// What `tacit theory` says about each agent, ready to be printed: numbers from tacit/agents/lsvi/theory.h with their
// formulas.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tacit/agents/lsvi/theory.h"
#include "tacit/privacy/accounting/promise.h"

namespace tacit {

inline constexpr std::int64_t kLargestDimension = 1'000'000;
inline constexpr const char* kNoPrivacy = "none";  ///< The guarantee of an agent that makes none.

struct Quantity {
  std::string key, meaning;
  double value = 0;
};

struct AgentTheory {
  std::string name, source, guarantee;
  std::vector<Quantity> constants;
  std::optional<Quantity> switches;  ///< A bound on their number.
  std::vector<RegretBound> regret;
  std::optional<FinalBonus> at_end;
  std::vector<std::string> notes;
};

/// A budget by the exact conversion, and by the simple one that the paper uses.
struct TheoryBudget {
  TheoryBudget(Epsilon epsilon, Delta delta);
  Promise exact, simple;
};

/// Every agent that a theorem speaks of, whether or not it is in the catalogue.
const std::vector<std::string>& theory_agents();

/// Without a budget: the agents that need none.
std::vector<AgentTheory> theory_rows(const TheorySize& size, const std::optional<TheoryBudget>& budget);

}  // namespace tacit
