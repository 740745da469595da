#include "tacit/privacy/vault_shape.h"

namespace tacit {

VaultShape VaultShape::of_cells(Index cells, Index outcomes) {
  VaultShape shape;
  shape.dimension = static_cast<int>(cells);
  shape.outcomes = outcomes;
  shape.outcome_tasks = 1;
  shape.cells = true;
  return shape;
}

std::shared_ptr<const Matrix> VaultShape::projected_rows() const {
  if (!rows || !non_negative_features || rows->size() == 0 || rows->minCoeff() >= 0) return rows;
  return std::make_shared<const Matrix>(rows->cwiseMax(0.0));
}

Index VaultShape::offset(int task) const {
  Index total = 0;
  for (int before = 0; before < task; ++before) total += task_size(before);
  return total;
}

Index VaultShape::size() const { return offset(tasks); }

}  // namespace tacit
