#include "tacit/agents/stage_tasks.h"

#include <utility>

namespace tacit {

VaultShape stage_tasks(const Problem& problem, Index outcomes) {
  VaultShape shape;
  shape.tasks = problem.horizon;
  shape.dimension = problem.dimension;
  shape.outcomes = outcomes;
  shape.outcome_tasks = problem.horizon - 1;
  return shape;
}

namespace {

// Together with `besides` they then add up to 1. Nothing for rewards that are known.
std::vector<Split> shares(const Problem& problem, std::vector<Split> all, double besides) {
  double total = 0;
  for (Split& one : all) {
    if (problem.rewards_known()) one.response = 0;
    total += one.gram + one.response + one.outcomes;
  }
  total += besides;
  for (Split& one : all) one.gram /= total, one.response /= total, one.outcomes /= total;
  return all;
}

}  // namespace

std::vector<Split> stage_splits(const Problem& problem, const Split& split, double besides) {
  std::vector<Split> all(problem.horizon, split);
  all.back().outcomes = 0;
  return shares(problem, std::move(all), besides);
}

std::vector<Split> episode_splits(const Problem& problem, const Split& split) { return shares(problem, {split}, 0); }

}  // namespace tacit
