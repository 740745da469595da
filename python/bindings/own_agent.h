// Agents that are written in Python, as entries that the lab makes agents from.
//
// All their calls take the GIL. Where a thread already holds it that costs nothing, so whoever runs a step-by-step
// agent holds it all along (`holds_gil`) and lets it go now and then.
#pragma once

#include <memory>

#include "python/bindings/bindings.h"
#include "tacit/agents/agent_entry.h"

namespace tacit::python {

struct OwnAgent {
  std::shared_ptr<const AgentEntry> entry;
  bool holds_gil = false;
};

}  // namespace tacit::python
