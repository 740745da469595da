// Policies that tests tell apart at a glance.
#pragma once

#include "tacit/agents/policy_table.h"

namespace tacit::trial {

/// The same action everywhere, at every stage.
inline PolicyTable always(const Problem& problem, int action) {
  PolicyTable table(problem);
  Vector q = Vector::Zero(problem.points.rows());
  for (Index s = 0; s < problem.point_count(); ++s) q[s * problem.actions + action] = 1;
  for (int h = 0; h < problem.horizon; ++h) table.set(h, q);
  return table;
}

}  // namespace tacit::trial
