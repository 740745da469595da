#include "tacit/agents/stage_tasks.h"

namespace tacit {

VaultShape stage_tasks(const Problem& problem, Index outcomes) {
  VaultShape shape;
  shape.tasks = problem.horizon;
  shape.dimension = problem.dimension;
  shape.outcomes = outcomes;
  shape.outcome_tasks = problem.horizon - 1;
  return shape;
}

std::vector<Split> stage_splits(const Problem& problem, Split split, double besides) {
  if (problem.rewards_known()) split.response = 0;
  std::vector<Split> all(problem.horizon, split);
  all.back().outcomes = 0;
  double total = 0;
  for (const Split& one : all) total += one.gram + one.response + one.outcomes;
  total += besides;
  for (Split& one : all) one.gram /= total, one.response /= total, one.outcomes /= total;
  return all;
}

}  // namespace tacit
