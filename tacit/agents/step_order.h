// What an agent asks of the steps of one user before it takes anything from them.
#pragma once

#include "tacit/agents/agent.h"

namespace tacit {

/// The steps of a user come in the order of the stages; a user may stop early.
class StepOrder {
 public:
  StepOrder(int horizon, int actions) : horizon_(horizon), actions_(actions) {}

  /// Throws Error where this is not the next step of the present user, or its action is none; then nothing is counted.
  void take(const Step& step) {
    if (step.h != next_ || step.h >= horizon_ || step.action < 0 || step.action >= actions_) refuse(step);
    ++next_;
  }
  void end() { next_ = 0; }

 private:
  [[noreturn]] void refuse(const Step& step) const;

  int horizon_, actions_, next_ = 0;
};

}  // namespace tacit
