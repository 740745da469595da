// Runs an experiment: the way of one user's data, in one direction.
//
// For each user, simulated one by one (single_run.h has the other way): the simulator draws the first state; the regret
// of the present policy at that state is added; for each stage the policy says the action and the simulator answers;
// the agent takes the episode whole and may have a new policy, whose exact value is then computed once. Users come from
// streams of (run seed, episode, stage), ties from streams of their own: two agents with the same seed meet the same
// users in the same environment.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "tacit/agents/agent.h"
#include "tacit/lab/experiment/record.h"
#include "tacit/lab/experiment/spec.h"
#include "tacit/mdp/linear_mdp.h"

namespace tacit {

/// Called as things happen in the first run.
class TraceWriter {
 public:
  virtual ~TraceWriter() = default;
  /// The policy of the users from k on; `planning`: what it was planned from, where there is a plan.
  virtual void plan(std::int64_t k, const Policy& policy, const Planning* planning, const Problem& problem) = 0;
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

/// An experiment that stands ready: its spec is right and its environment is made. For those who plan the runs of many
/// experiments themselves; others call run_experiment.
class Experiment {
 public:
  /// Told how many episodes were finished since it was last told; false: stop.
  using Tick = std::function<bool(std::int64_t episodes)>;

  /// Throws Error if the spec is wrong; of an environment of one's own also where it is no linear MDP.
  explicit Experiment(const RunSpec& spec);
  /// In an environment of one's own: the spec with it as own_env.
  Experiment(const RunSpec& spec, LinearMdp environment);
  /// In the environment of another experiment where that is the one of the spec; else in one of its own.
  Experiment(const RunSpec& spec, const Experiment& other);
  ~Experiment();
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  /// Makes the agent of the first run and lets it go: only then is all of the spec known to be right. Throws Error.
  void rehearse() const;
  const RunSpec& spec() const;
  const Problem& problem() const;
  /// Run r of the spec, from any thread; nothing if it was stopped: between users by `tick`, and inside a plan as soon
  /// as `stop` is set.
  std::optional<RunRecord> run(int r, const Tick& tick, TraceWriter* trace = nullptr,
                               const std::atomic<bool>* stop = nullptr) const;
  /// What the finished runs found; `runs` has one entry per run of the spec.
  ExperimentRecord record(std::vector<std::optional<RunRecord>> runs) const;

 private:
  struct Parts;
  std::unique_ptr<const Parts> parts_;
};

/// Throws Error before anything is run if the spec is wrong. The record is the same whatever `jobs`, times aside.
ExperimentRecord run_experiment(const RunSpec& spec, const Hooks& hooks = {});
/// The same of an experiment that stands ready.
ExperimentRecord run_experiment(const Experiment& experiment, const Hooks& hooks = {});
/// The same in an environment of one's own.
ExperimentRecord run_experiment(const RunSpec& spec, const LinearMdp& environment, const Hooks& hooks = {});

}  // namespace tacit
