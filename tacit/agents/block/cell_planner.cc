#include "tacit/agents/block/cell_planner.h"

#include <cmath>

#include "tacit/core/stop.h"

namespace tacit {
namespace {

constexpr double kMost = 3;

// The mean value of all states, but for that of those who stopped.
double mean_of_others(const Vector& values, Index ended) {
  if (ended < 0 || values.size() == 1) return values.mean();
  return (values.sum() - values[ended]) / static_cast<double>(values.size() - 1);
}

}  // namespace

CellPlan plan_cells(const Problem& problem, const CellMap& map, const CellModel& model, double hope) {
  const Index states = problem.point_count(), rows = problem.points.rows();
  CellPlan plan{std::vector<Vector>(problem.horizon), Vector::Zero(map.count())};
  Vector value = Vector::Zero(states), deviation(map.count()), q(map.count());
  for (int h = problem.horizon - 1; h >= 0; --h) {
    obey_stop();
    const double squares = (value.array() - mean_of_others(value, problem.ended)).square().sum();
    deviation = (model.reward_variance + squares * model.next_variance).cwiseSqrt();
    plan.doubt = plan.doubt.cwiseMax(deviation);
    q.noalias() = model.next * value;
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
