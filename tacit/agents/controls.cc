#include "tacit/agents/controls.h"

#include <utility>

namespace tacit {

Taken FixedAgent::take(const Episode& episode) {
  require_order(episode, problem_, policy_.version());
  return {};
}

Policy uniform_policy(const Problem& problem) { return {problem, 0, PolicyTable(problem)}; }

Policy greedy_policy(const Problem& problem, const Matrix& weights) {
  std::vector<Vector> values;
  for (int h = 0; h < problem.horizon; ++h) values.emplace_back(problem.points * weights.row(h).transpose());
  PolicyTable table(problem, values);
  if (problem.finite) return {problem, 0, std::move(table), std::move(values)};
  const auto anywhere = [weights, d = problem.dimension](int h, const State& state, std::span<double> out) {
    for (std::size_t a = 0; a < out.size(); ++a)
      out[a] = ConstRow(state.features + static_cast<Index>(a) * d, d).dot(weights.row(h));
  };
  return {problem, 0, std::move(table), std::move(values), anywhere};
}

}  // namespace tacit
