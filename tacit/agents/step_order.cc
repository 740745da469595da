#include "tacit/agents/step_order.h"

#include <fmt/format.h>

#include "tacit/core/error.h"

namespace tacit {

void StepOrder::refuse(const Step& step) const {
  if (next_ >= horizon_)
    throw Error("step.h", fmt::format("{}", step.h), "the end of the episode: all its stages were observed");
  if (step.h != next_) throw Error("step.h", fmt::format("{}", step.h), fmt::format("{}, the next stage", next_));
  throw Error("step.action", fmt::format("{}", step.action), fmt::format("an integer from 0 to {}", actions_ - 1));
}

}  // namespace tacit
