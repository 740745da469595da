// Runs an experiment: the way of one user's data, in one direction.
//
// For each user: the simulator draws the first state; the regret of the present policy at that state is added; for each
// stage the agent acts, the simulator answers, the agent observes; at the end of the episode the agent may change its
// policy, whose exact value is then computed once. Users come from streams of (run seed, episode, stage), ties from
// streams of their own: two agents with the same seed meet the same users in the same environment.
#pragma once

#include <atomic>
#include <functional>

#include "tacit/agents/agent.h"
#include "tacit/lab/record.h"
#include "tacit/lab/spec.h"

namespace tacit {

/// Called as things happen in the first run.
class TraceWriter {
 public:
  virtual ~TraceWriter() = default;
  virtual void plan(std::int64_t k, const Agent& agent, const Problem& problem) = 0;
  /// `from` and `to`: the state's number, or its position on the interval.
  virtual void step(std::int64_t k, const Step& step, double from, double to, double weight) = 0;
};

struct Hooks {
  /// Episodes finished so far, over all runs. Called now and then, from any thread, one call at a time.
  std::function<void(std::int64_t done)> progress;
  TraceWriter* trace = nullptr;
  /// Set it to stop soon; runs that are not finished are left out of the record.
  const std::atomic<bool>* stop = nullptr;
};

/// The largest power of ten not above 1 / (10 episodes).
double default_delta(std::int64_t episodes);

/// Throws Error before anything is run if the spec is wrong. The record is the same whatever `jobs`, times aside.
ExperimentRecord run_experiment(const RunSpec& spec, const Hooks& hooks = {});

}  // namespace tacit
