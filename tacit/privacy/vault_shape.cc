#include "tacit/privacy/vault_shape.h"

namespace tacit {

std::shared_ptr<const Matrix> VaultShape::projected_rows() const {
  if (!rows || !non_negative_features || rows->size() == 0 || rows->minCoeff() >= 0) return rows;
  return std::make_shared<const Matrix>(rows->cwiseMax(0.0));
}

Index VaultShape::size() const {
  Index total = 0;
  for (int task = 0; task < tasks; ++task) total += task_size(task);
  return total;
}

}  // namespace tacit
