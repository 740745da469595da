// One run of an experiment: all its users, one agent.
//
// Users are simulated one by one, or as counts. Between two changes of the policy that are publicly known in advance,
// all users meet the same policy, and what the agent keeps of them is sums: these depend on the users only through the
// numbers of them who did each thing, which mdp/counting_simulator.h draws with the law that they have. So a run by
// counts has the law of a run by users: plans, releases and regret. Its cost depends on the number of plans, not on the
// number of users. Its regret is exact for the first states that were drawn, which are counted between checkpoints.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tacit/agents/agent.h"
#include "tacit/lab/experiment/record.h"
#include "tacit/mdp/evaluation.h"
#include "tacit/mdp/simulator.h"
#include "tacit/privacy/certificate/certificate.h"

namespace tacit {

class TraceWriter;

/// Everything that the runs of an experiment share; constant while they run.
struct Laboratory {
  explicit Laboratory(LinearMdp environment);
  explicit Laboratory(std::shared_ptr<const LinearMdp> environment);
  std::shared_ptr<const LinearMdp> owner;
  const LinearMdp& mdp;
  Simulator simulator;
  Evaluator evaluator;
  Evaluation optimal;
};

struct SingleRun {
  const Laboratory& lab;
  Agent& agent;  ///< New.
  std::uint64_t seed = 0;
  const std::vector<std::int64_t>& marks;  ///< Numbers of users after which the regret is noted; the last one is all.
  Simulation simulation = Simulation::users;
  std::string broken = {};  ///< Why the agent does not keep its promise; empty: it does, or has none.
  RunContext context = {};  ///< How the run describes itself in its certificate.
};

/// What was asked for, or what is faster. Throws Error where counts are asked for and do not apply.
Simulation choose_simulation(const std::optional<Simulation>& asked, const Laboratory& lab, Agent& agent,
                             std::int64_t episodes, bool traced);

/// Nothing if `tick` stopped it. `tick` is told how many episodes were finished since it was last told.
std::optional<RunRecord> run_once(const SingleRun& run, TraceWriter* trace,
                                  const std::function<bool(std::int64_t episodes)>& tick);

}  // namespace tacit
