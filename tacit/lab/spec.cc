#include "tacit/lab/spec.h"

#include "tacit/core/error.h"

namespace tacit {

std::string to_text(Simulation simulation) { return simulation == Simulation::users ? "users" : "counts"; }

Simulation parse_simulation(const std::string& text, const std::string& field) {
  for (const Simulation simulation : {Simulation::users, Simulation::counts})
    if (text == to_text(simulation)) return simulation;
  throw Error(field, "'" + text.substr(0, 60) + "'", "users or counts");
}

}  // namespace tacit
