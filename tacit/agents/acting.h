// A learner that says itself what each user does, step by step: one that brings code of its own instead of a table.
//
// Its policy is still the law of what it says, as exact values are computed from it. The lab takes its word for that.
#pragma once

#include "tacit/mdp/problem.h"

namespace tacit {

class Acting {
 public:
  virtual ~Acting() = default;

  /// Whether it does; otherwise actions are drawn from its policy.
  virtual bool acts() const = 0;
  /// The action of the user who is under way. Users come one after another.
  virtual int act(int h, const State& state) = 0;
};

}  // namespace tacit
