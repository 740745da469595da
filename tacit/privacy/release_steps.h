// The three steps of a release, and that none is made after one that failed.
//
// What was charged may not have been published, or the other way round, so whatever goes wrong after a release was
// booked, the door stays shut; and a block that was taken in is not taken in again.
#pragma once

#include "tacit/core/error.h"

namespace tacit {

class ReleaseSteps {
 public:
  enum class Step { open, reserved, drawn, failed };

  /// Throws Error unless this is the step that was finished last.
  void require(Step step) const {
    if (step_ == step) return;
    throw Error("release", step == Step::open ? "an earlier release failed half-way; this door stays shut"
                                              : "a release is reserved, then drawn, then published");
  }
  /// The same, and failed until finish().
  void begin_after(Step step) {
    require(step);
    step_ = Step::failed;
  }
  void finish(Step step) { step_ = step; }

 private:
  Step step_ = Step::open;
};

}  // namespace tacit
