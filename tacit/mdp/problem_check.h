// For problems that are declared by whoever has users but no model of them: an app, or a simulator of somebody else.
#pragma once

#include "tacit/mdp/problem.h"

namespace tacit {

/// Throws Error, naming the field and the row, unless a learner can be made for this: sizes that fit, features that are
/// finite and of norm at most 1, where a user who stopped is one of the points and is paid from 0 to 1.
void require_problem(const Problem& problem);

}  // namespace tacit
