#include "tacit/privacy/billboard.h"

namespace tacit {

Matrix Billboard::moments(int task, const Targets& targets) const {
  if (ask_) return ask_(task, targets);
  return tasks_[task].outcomes.transpose() * targets.at_outcomes;
}

}  // namespace tacit
