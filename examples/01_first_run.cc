// Compare agents on one environment: the same users arrive, and the regret of each agent is exact.
#include <cstdio>

#include "tacit/core/error.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/experiment/summary.h"

int main() {
  struct Contender {
    const char* name;
    tacit::Assignments settings;
  };
  const Contender contenders[] = {
      {"uniform", {}},                             // Control: random actions.
      {"frozen", {}},                              // Control: never updates its first plan.
      {"lsvi-ucb", {{"switching", "geometric"}}},  // Plans anew whenever a tenth more users have been seen.
      {"lsvi-ucb++", {}},                          // Plans anew when the data has doubled in some direction.
  };

  tacit::RunSpec spec;
  spec.env = "simplex";
  spec.env_settings = {{"states", "30"}, {"rewards", "learned"}};
  spec.episodes = 5000;  // One user each.
  spec.seed = 1;         // The environment's, and that of the first run's users.
  spec.runs = 2;
  spec.jobs = 2;

  try {
    std::printf("%-12s %10s %12s\n", "agent", "regret", "final gap");
    for (const Contender& contender : contenders) {
      spec.agent = contender.name;
      spec.agent_settings = contender.settings;
      const tacit::ExperimentRecord record = tacit::run_experiment(spec);
      const tacit::Summary summary = tacit::summarise(record);
      std::printf("%-12s %10.1f %12.5f\n", contender.name, summary.mean_regret, summary.mean_final_gap);
    }
  } catch (const tacit::Error& error) {  // Names the field, the value and what is allowed.
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return 0;
}
