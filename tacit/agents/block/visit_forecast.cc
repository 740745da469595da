#include "tacit/agents/block/visit_forecast.h"

#include <algorithm>
#include <utility>

namespace tacit {
namespace {

double doubt_of(const Vector& features, const Matrix& covariance) {
  return 0.25 * std::max(features.dot(covariance * features), 1e-12);
}

double less_doubt(double share, double doubt) { return share * share * share / (share * share + doubt); }

}  // namespace

std::vector<Vector> expected_visits(const Problem& problem, const LearnedModel& model,
                                    const std::vector<Audience>& audiences) {
  std::vector<Vector> visits(problem.horizon, Vector::Zero(problem.points.rows()));
  const Index states = problem.point_count(), actions = problem.actions;
  for (const auto& [users, policy, limits] : audiences) {
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
      const double doubt = doubt_of(features, model.covariances[h]);
      here = (model.measures[h] * features).cwiseMax(0.0);
      double stopped = 0;
      if (problem.ended >= 0) {
        const double stopping = std::exchange(here[problem.ended], 0.0);
        stopped = std::min(users, gone + less_doubt(stopping, doubt_of(features, model.stopping[h])));
      }
      here = here.array().cube() / (here.array().square() + doubt);
      const double total = here.sum();
      if (total > 0) here *= (users - stopped) / total;
      if (problem.ended >= 0) here[problem.ended] = total > 0 ? stopped : users;
    }
  }
  return visits;
}

}  // namespace tacit
