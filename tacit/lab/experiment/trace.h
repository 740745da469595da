// Everything that happened in a run, as JSON lines: one line per step, and per stage of each plan. docs/cli.md
// describes the fields. Enough for an outsider to recompute each plan from the one before.
#pragma once

#include <ostream>

#include "tacit/lab/experiment/runner.h"

namespace tacit {

class JsonTrace final : public TraceWriter {
 public:
  explicit JsonTrace(std::ostream& out) : out_(out) {}
  void plan(std::int64_t k, const Policy& policy, const Planning* planning, const Problem& problem) override;
  void step(std::int64_t k, const Step& step, double from, double to, double weight) override;

 private:
  std::ostream& out_;
};

}  // namespace tacit
