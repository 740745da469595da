// What `tacit theory` prints, as a table and as JSON.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tacit/lab/experiment/record.h"
#include "tacit/lab/theory/theory_rows.h"

namespace tacit {

/// One run of an agent.
struct Measured {
  ExperimentRecord record;
  /// What the determinants can do at most, where that decides, with the ridge of this run.
  std::optional<double> switching_bound;
};

struct TheoryReport {
  std::string env;  ///< Empty where the sizes were given.
  TheorySize size;
  std::optional<TheoryBudget> budget;
  std::vector<AgentTheory> rows;
  std::map<std::string, Measured> measured;  ///< By agent.
};

std::string to_json(const TheoryReport& report);
std::string to_table(const TheoryReport& report);

}  // namespace tacit
