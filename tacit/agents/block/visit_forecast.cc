#include "tacit/agents/block/visit_forecast.h"

#include <algorithm>

namespace tacit {

std::vector<Vector> expected_visits(const Problem& problem, const LearnedModel& model,
                                    const std::vector<Audience>& audiences) {
  std::vector<Vector> visits(problem.horizon, Vector::Zero(problem.points.rows()));
  const Index states = problem.point_count(), actions = problem.actions;
  for (const auto& [users, policy] : audiences) {
    Vector here = users * model.start;
    for (int h = 0; h < problem.horizon; ++h) {
      const double gone = problem.ended >= 0 ? here[problem.ended] : 0;
      Vector features = Vector::Zero(problem.dimension);  // Of all but those who stopped.
      for (Index s = 0; s < states; ++s) {
        if (here[s] <= 0) continue;
        policy.each(h, s, [&](int action, double probability) {
          const Index row = s * actions + action;
          visits[h][row] += probability * here[s];
          if (s != problem.ended) features.noalias() += probability * here[s] * problem.points.row(row).transpose();
        });
      }
      if (h + 1 == problem.horizon) break;
      const double doubt = 0.25 * std::max(features.dot(model.covariances[h] * features), 1e-12);
      here = (model.measures[h] * features).cwiseMax(0.0);
      here = here.array().cube() / (here.array().square() + doubt);
      const double total = here.sum();
      if (total > 0) here *= (users - gone) / total;
      if (problem.ended >= 0) here[problem.ended] += gone;
    }
  }
  return visits;
}

}  // namespace tacit
