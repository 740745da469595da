#include "tacit/lab/experiment/runner.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "tacit/agents/controls.h"
#include "tacit/core/error.h"
#include "tacit/core/stop.h"
#include "tacit/envs/catalog.h"
#include "tacit/envs/environment_file.h"
#include "tacit/lab/experiment/agent_order.h"
#include "tacit/lab/experiment/single_run.h"

namespace tacit {
namespace {

/// Counts episodes over all runs and tells whoever wants to know.
class Counter {
 public:
  explicit Counter(const Hooks& hooks) : hooks_(hooks) {}
  /// False when the experiment is to stop.
  bool add(std::int64_t episodes) {
    const std::int64_t done = done_ += episodes;
    if (hooks_.progress && mutex_.try_lock()) {
      hooks_.progress(done);
      mutex_.unlock();
    }
    return !(hooks_.stop && hooks_.stop->load(std::memory_order_relaxed));
  }

 private:
  const Hooks& hooks_;
  std::atomic<std::int64_t> done_{0};
  std::mutex mutex_;
};

/// Where an experiment takes place.
struct Venue {
  std::shared_ptr<const Laboratory> lab;
  std::string sha256 = {};  ///< Of the file that it was read from, if it was.
};

Venue make_venue(const RunSpec& spec) {
  if (spec.own_env) {
    require_taken_as_given(*spec.own_env, spec.env, spec.horizon, spec.env_settings);
    return {std::make_shared<const Laboratory>(spec.own_env)};
  }
  if (!names_environment_file(spec.env))
    return {std::make_shared<const Laboratory>(make_environment(spec.env, spec.horizon, spec.seed, spec.env_settings))};
  MdpFile file = read_environment_file(spec.env, spec.horizon, spec.env_settings, spec.env_sha256);
  return {std::make_shared<const Laboratory>(std::move(file.mdp)), file.sha256};
}

// Whether both are in one environment, which then need not be made twice.
bool same_venue(const RunSpec& spec, const RunSpec& theirs) {
  if (spec.own_env || theirs.own_env) return spec.own_env == theirs.own_env;
  const bool seed_matters = !names_environment_file(spec.env);
  return spec.env == theirs.env && spec.env_sha256 == theirs.env_sha256 && spec.horizon == theirs.horizon &&
         (spec.seed == theirs.seed || !seed_matters) && spec.env_settings == theirs.env_settings;
}

RunSpec in_own_environment(RunSpec spec, LinearMdp environment) {
  spec.own_env = std::make_shared<const LinearMdp>(std::move(environment));
  return spec;
}

}  // namespace

struct Experiment::Parts {
  /// `find` gives the venue, once the agent is known to be right.
  template <typename Find>
  Parts(const RunSpec& given, const Find& find)
      : spec(given),
        entry(ordered_agent(spec)),
        options(entry.settings, given.agent_settings, "agent"),
        venue(find()),
        lab(venue.lab),
        promise(ordered_promise(given, entry)),
        marks(checkpoints(given.episodes)) {}

  /// The agent of run r draws from streams of that run; only `optimal` is told the truth.
  std::unique_ptr<Agent> make_agent(int r) const {
    const Problem& problem = lab->mdp.problem;
    if (!entry.make) return std::make_unique<FixedAgent>(problem, greedy_policy(problem, lab->optimal.weights));
    const int threads = std::max(1, spec.jobs / spec.runs);  // What runs do not use, plans may.
    return make_ordered(spec, entry, options, promise, problem, r, threads);
  }

  RunSpec spec;
  const AgentEntry& entry;
  Settings options;
  Venue venue;
  std::shared_ptr<const Laboratory> lab;
  std::optional<Promise> promise;
  std::vector<std::int64_t> marks;
};

Experiment::Experiment(const RunSpec& spec) {
  require_ranges(spec);
  parts_ = std::make_unique<const Parts>(spec, [&] { return make_venue(spec); });
}

Experiment::Experiment(const RunSpec& spec, LinearMdp environment)
    : Experiment(in_own_environment(spec, std::move(environment))) {}

Experiment::Experiment(const RunSpec& spec, const Experiment& other) {
  require_ranges(spec);
  const bool shared = same_venue(spec, other.parts_->spec);
  parts_ = std::make_unique<const Parts>(spec, [&] { return shared ? other.parts_->venue : make_venue(spec); });
}

Experiment::~Experiment() = default;

const RunSpec& Experiment::spec() const { return parts_->spec; }

const Problem& Experiment::problem() const { return parts_->lab->mdp.problem; }

void Experiment::rehearse() const {
  const auto agent = parts_->make_agent(0);
  choose_simulation(parts_->spec.simulation, *parts_->lab, *agent, parts_->spec.episodes, false);
}

std::optional<RunRecord> Experiment::run(int r, const Tick& tick, TraceWriter* trace,
                                         const std::atomic<bool>* stop) const try {
  const StopScope scope(stop);
  const auto agent = parts_->make_agent(r);
  const RunSpec& spec = parts_->spec;
  const Simulation simulation =
      choose_simulation(spec.simulation, *parts_->lab, *agent, spec.episodes, trace != nullptr);
  return run_once({*parts_->lab, *agent, spec.seed + r, parts_->marks, simulation, parts_->entry.broken,
                   describe_run(spec, parts_->entry.name, parts_->options, r, parts_->lab->mdp.name, problem().horizon,
                                parts_->venue.sha256)},
                  trace, tick);
} catch (const Stopped&) {
  return std::nullopt;
}

ExperimentRecord Experiment::record(std::vector<std::optional<RunRecord>> runs) const {
  const Laboratory& lab = *parts_->lab;
  const Problem& problem = lab.mdp.problem;
  ExperimentRecord record;
  record.env = {lab.mdp.name,           problem.horizon,     problem.finite ? problem.point_count() : 0,
                problem.actions,        problem.dimension,   problem.rewards_known(),
                lab.optimal.mean_value, lab.mdp.reward_range};
  record.agent = parts_->entry.name;
  record.promise = parts_->promise;
  record.noise = parts_->spec.noise;
  record.broken = parts_->entry.broken;
  record.options = parts_->options;
  record.episodes = parts_->spec.episodes;
  record.checkpoints = parts_->marks;
  for (auto& finished : runs) {
    if (finished) {
      record.simulation = finished->simulation;  // The same in all of them.
      record.runs.push_back(std::move(*finished));
    } else {
      record.interrupted = true;
    }
  }
  return record;
}

ExperimentRecord run_experiment(const Experiment& experiment, const Hooks& hooks) {
  const RunSpec& spec = experiment.spec();
  Counter counter(hooks);
  std::vector<std::optional<RunRecord>> runs(spec.runs);
  const auto run = [&](int r) {
    if (hooks.stop && hooks.stop->load()) return;
    const auto tick = [&](std::int64_t episodes) { return counter.add(episodes); };
    runs[r] = experiment.run(r, tick, r == 0 ? hooks.trace : nullptr, hooks.stop);
  };
  const auto jobs = static_cast<std::size_t>(std::min(spec.jobs, spec.runs));
  tbb::task_arena arena(static_cast<int>(jobs));
  arena.execute([&] { tbb::parallel_for(0, spec.runs, run, tbb::simple_partitioner()); });
  return experiment.record(std::move(runs));
}

ExperimentRecord run_experiment(const RunSpec& spec, const Hooks& hooks) {
  return run_experiment(Experiment(spec), hooks);
}

ExperimentRecord run_experiment(const RunSpec& spec, const LinearMdp& environment, const Hooks& hooks) {
  return run_experiment(Experiment(spec, environment), hooks);
}

}  // namespace tacit
