// One private run in five lines: what it costs in regret, and what it spent.
#include <cstdio>

#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/experiment/summary.h"

int main() {
  tacit::RunSpec spec;
  spec.env = "simplex", spec.agent = "dp-block-ucb";
  spec.episodes = 20000, spec.epsilon = 1;
  const tacit::Summary summary = tacit::summarise(tacit::run_experiment(spec));
  std::printf("regret %.0f, epsilon spent %.2f\n", summary.mean_regret, summary.epsilon_spent);
}
