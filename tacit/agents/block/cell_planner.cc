#include "tacit/agents/block/cell_planner.h"

#include <cmath>

#include "tacit/agents/early_end.h"
#include "tacit/core/stop.h"

namespace tacit {
namespace {

constexpr double kMost = 3;

}  // namespace

CellPlan plan_cells(const Problem& problem, const CellMap& map, const CellModel& model, double hope,
                    const Novelty& novelty) {
  const Index states = problem.point_count(), rows = problem.points.rows();
  CellPlan plan{std::vector<Vector>(problem.horizon), Vector::Zero(map.count())};
  Vector value = Vector::Zero(states), deviation(map.count()), q(map.count());
  for (int h = problem.horizon - 1; h >= 0; --h) {
    obey_stop();
    const double squares = (value.array() - mean_of_others(problem, value)).square().sum();
    deviation = (model.reward_variance + squares * model.next_variance).cwiseSqrt();
    plan.doubt = plan.doubt.cwiseMax(deviation);
    q.noalias() = model.next * value;
    if (!novelty.empty()) deviation.array() *= novelty[h].array();
    q += model.reward + hope * deviation;
    q = q.cwiseMax(0.0).cwiseMin(kMost * (problem.horizon - h));
    Vector& values = plan.values[h];
    values.resize(rows);
    for (Index row = 0; row < rows; ++row) values[row] = q[map.cells()[row]];
    if (problem.ended >= 0)
      values.segment(problem.ended * problem.actions, problem.actions).setConstant(problem.ended_value(h));
    value = ConstMatrixView(values.data(), states, problem.actions).rowwise().maxCoeff();
  }
  return plan;
}

}  // namespace tacit
