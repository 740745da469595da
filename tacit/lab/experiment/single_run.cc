#include "tacit/lab/experiment/single_run.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "tacit/agents/acting.h"
#include "tacit/agents/countable.h"
#include "tacit/core/error.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/mdp/counting_simulator.h"
#include "tacit/privacy/certificate/certificate.h"

namespace tacit {
namespace {

using Tick = std::function<bool(std::int64_t)>;

constexpr std::int64_t kReportEvery = 1024;  // Episodes between two looks at the clock and at the stop flag.

/// V* - V^pi at the first state, for the policy that an agent now has.
class Gap {
 public:
  Gap(const Laboratory& lab, const Policy& policy) : lab_(lab), best_(greedy_in(lab.mdp.problem, lab.optimal.weights)) {
    update(policy);
  }
  void update(const Policy& policy) {
    policy_ = policy.law();
    value_ = lab_.evaluator.of(policy_);
    if (lab_.mdp.finite()) at_state_ = lab_.optimal.start_values - value_.start_values;
  }
  double at(const State& state) const {
    if (lab_.mdp.finite()) return at_state_[state.point];
    return lab_.evaluator.start_value(state, best_, lab_.optimal) - lab_.evaluator.start_value(state, policy_, value_);
  }
  /// Summed over users of whom so many start in each state.
  double of(const std::vector<std::int64_t>& starts) const {
    double sum = 0;
    for (std::size_t s = 0; s < starts.size(); ++s) sum += static_cast<double>(starts[s]) * at_state_[Index(s)];
    return sum;
  }
  double mean() const { return lab_.optimal.mean_value - value_.mean_value; }
  const ActionDistribution& policy() const { return policy_; }

 private:
  const Laboratory& lab_;
  ActionDistribution best_, policy_;
  Evaluation value_;
  Vector at_state_;
};

void trace_steps(TraceWriter& trace, std::int64_t k, const std::vector<Place>& places, std::span<const Step> steps,
                 std::span<const double> weights) {
  for (std::size_t h = 0; h < steps.size(); ++h)
    trace.step(k, steps[h], places[h].position, places[h + 1].position, h < weights.size() ? weights[h] : 0);
}

/// The action, where it is one.
int required(int action, const Problem& problem) {
  if (action < 0 || action >= problem.actions)
    throw Error("action", std::to_string(action), "an integer from 0 to " + std::to_string(problem.actions - 1));
  return action;
}

/// Both return false when they are to stop.
bool run_users(const SingleRun& run, Gap& gap, TraceWriter* trace, const Tick& tick, RunRecord& record) {
  const Laboratory& lab = run.lab;
  const Problem& problem = lab.mdp.problem;
  Agent& agent = run.agent;
  const StreamKey users(run.seed, "users"), tie_breaks(run.seed, "ties");
  const std::int64_t episodes = run.marks.back();
  const auto* planning = dynamic_cast<const Planning*>(&agent);
  auto* acting = dynamic_cast<Acting*>(&agent);
  if (acting != nullptr && !acting->acts()) acting = nullptr;
  Policy policy = agent.policy();
  if (trace) trace->plan(0, policy, planning, problem);

  std::vector<Place> places(problem.horizon + 1);
  std::vector<Step> steps(problem.horizon);
  double regret = 0;
  std::size_t mark = 0;
  for (std::int64_t k = 0; k < episodes; ++k) {
    Stream arrival(users, k), ties(tie_breaks, k);
    lab.simulator.start(arrival, places[0]);
    regret += gap.at(places[0].state);
    int length = 0;
    for (int h = 0; h < problem.horizon && !problem.is_over(places[h].state); ++h, ++length) {
      Stream luck(users, k, h + 1);
      const State& state = places[h].state;
      const int action = acting == nullptr ? policy.act(h, state, ties) : required(acting->act(h, state), problem);
      const double reward = lab.simulator.step(h, places[h], action, luck, places[h + 1]);
      steps[h] = {h, state, action, reward, places[h + 1].state};
    }
    const std::span<const Step> taken_steps(steps.data(), length);
    const Taken taken = agent.take({policy.version(), taken_steps});
    if (trace) trace_steps(*trace, k, places, taken_steps, taken.weights);
    if (k + 1 == run.marks[mark]) {
      record.regret.push_back(regret);
      ++mark;
    }
    if (taken.new_policy) {
      ++record.switches;
      policy = agent.policy();
      gap.update(policy);
      if (trace) trace->plan(k + 1, policy, planning, problem);
    }
    if ((k + 1) % kReportEvery == 0 && !tick(kReportEvery)) return false;
  }
  tick(episodes % kReportEvery);
  return true;
}

bool run_counts(const SingleRun& run, Gap& gap, const Tick& tick, RunRecord& record) {
  Countable& agent = *countable(run.agent);
  CountingSimulator simulator(run.lab.mdp);
  const StreamKey key(run.seed, "counts");
  const std::int64_t episodes = run.marks.back();
  std::vector<std::int64_t> starts(run.lab.mdp.problem.point_count()), arrivals(starts.size());
  const std::function<void(const Tally&)> observe = [&agent](const Tally& tally) { agent.observe_users(tally); };

  double regret = 0;
  std::size_t mark = 0;
  for (std::int64_t k = 0; k < episodes;) {
    const std::int64_t steady = agent.steady_users();
    const std::int64_t end = steady < episodes - k ? k + steady : episodes;
    std::fill(starts.begin(), starts.end(), 0);
    for (std::int64_t from = k; from < end;) {  // A checkpoint divides those who arrive, not what they do.
      const std::int64_t to = std::min(end, run.marks[mark]);
      simulator.start(key, from, to - from, arrivals);
      regret += gap.of(arrivals);
      std::transform(starts.begin(), starts.end(), arrivals.begin(), starts.begin(), std::plus());
      if (to == run.marks[mark]) {
        record.regret.push_back(regret);
        ++mark;
      }
      from = to;
    }
    simulator.play(key, k, starts, gap.policy(), observe);
    if (agent.end_episodes(end - k)) {
      ++record.switches;
      gap.update(run.agent.policy());
    }
    if (!tick(end - k) && end < episodes) return false;
    k = end;
  }
  return true;
}

/// Why users must come one by one; empty: they need not.
std::string objection_to_counts(const Laboratory& lab, Agent& agent, bool traced) {
  if (!lab.mdp.finite()) return "'" + lab.mdp.name + "' has infinitely many states";
  if (traced) return "a trace tells of users one by one";
  if (!countable(agent)) return "what a user does may change the policy, or the weight, that the next user meets";
  return "";
}

/// Counting costs about S^2 draws per stage and plan, where few actions are tied; a user costs about one.
bool saves_time(const Problem& problem, std::int64_t plans, std::int64_t episodes) {
  constexpr double kLeast = 1000;  // Users per plan, below which nobody waits anyway.
  const auto states = static_cast<double>(problem.point_count());
  return static_cast<double>(episodes) >= static_cast<double>(plans) * std::max(kLeast, 2 * states * states);
}

}  // namespace

Laboratory::Laboratory(LinearMdp environment) : Laboratory(std::make_shared<const LinearMdp>(std::move(environment))) {}

Laboratory::Laboratory(std::shared_ptr<const LinearMdp> environment)
    : owner(std::move(environment)), mdp(*owner), simulator(mdp), evaluator(mdp), optimal(evaluator.optimal()) {}

Simulation choose_simulation(const std::optional<Simulation>& asked, const Laboratory& lab, Agent& agent,
                             std::int64_t episodes, bool traced) {
  if (asked == Simulation::users) return Simulation::users;
  const std::string objection = objection_to_counts(lab, agent, traced);
  if (asked && !objection.empty()) throw Error("simulation", "'counts' does not apply here: " + objection);
  if (asked) return Simulation::counts;
  return objection.empty() && saves_time(lab.mdp.problem, countable(agent)->most_switches() + 1, episodes)
             ? Simulation::counts
             : Simulation::users;
}

std::optional<RunRecord> run_once(const SingleRun& run, TraceWriter* trace, const Tick& tick) {
  const auto began = std::chrono::steady_clock::now();
  RunRecord record;
  record.seed = run.seed;
  record.simulation = run.simulation;
  record.regret.reserve(run.marks.size());
  Gap gap(run.lab, run.agent.policy());
  const bool finished = run.simulation == Simulation::counts ? run_counts(run, gap, tick, record)
                                                             : run_users(run, gap, trace, tick, record);
  if (!finished) return std::nullopt;
  record.final_gap = gap.mean();
  record.policy = run.agent.policy();
  if (const Ledger* ledger = run.agent.ledger()) {
    const Certificate certificate = run.broken.empty()
                                        ? make_certificate(*ledger, run.context)
                                        : make_void_certificate(ledger->promise(), run.broken, run.context);
    if (certificate.spent) record.epsilon_spent = certificate.spent->epsilon.value();
    record.releases = ledger->releases();
    record.certificate = to_json(certificate);
  }
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return record;
}

}  // namespace tacit
