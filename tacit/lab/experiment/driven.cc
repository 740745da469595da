#include "tacit/lab/experiment/driven.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "tacit/agents/controls.h"
#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/mdp/evaluation.h"
#include "tacit/mdp/problem_check.h"

namespace tacit {
namespace {

std::shared_ptr<const LinearMdp> environment_of(const RunSpec& spec) {
  if (!spec.own_env)
    return std::make_shared<const LinearMdp>(
        make_environment(spec.env, spec.horizon, spec.seed, spec.env_settings, spec.env_sha256));
  require_taken_as_given(*spec.own_env, spec.env, spec.horizon, spec.env_settings);
  return spec.own_env;
}

std::unique_ptr<Agent> hired(const RunSpec& spec, const AgentEntry& entry, const Settings& options,
                             const std::optional<Promise>& promise, const Problem& problem, const LinearMdp* truth) {
  if (entry.make) return make_ordered(spec, entry, options, promise, problem, 0, spec.jobs);
  if (truth == nullptr) throw Error("agent", "'" + entry.name + "' knows the environment, which nobody does here");
  return std::make_unique<FixedAgent>(problem, greedy_policy(problem, Evaluator(*truth).optimal().weights));
}

}  // namespace

DrivenAgent::DrivenAgent(RunSpec spec, std::shared_ptr<const LinearMdp> environment,
                         std::shared_ptr<const Problem> problem)
    : spec_(std::move(spec)),
      environment_(std::move(environment)),
      problem_(std::move(problem)),
      entry_(ordered_agent(spec_)),
      options_(entry_.settings, spec_.agent_settings, "agent"),
      promise_(ordered_promise(spec_, entry_)),
      agent_(hired(spec_, entry_, options_, promise_, *problem_, environment_.get())),
      ties_(spec_.seed, "ties") {}

std::shared_ptr<DrivenAgent> DrivenAgent::make(const RunSpec& spec) {
  require_ranges(spec);
  auto environment = environment_of(spec);
  std::shared_ptr<const Problem> problem(environment, &environment->problem);
  return std::shared_ptr<DrivenAgent>(new DrivenAgent(spec, std::move(environment), std::move(problem)));
}

std::shared_ptr<DrivenAgent> DrivenAgent::make(const RunSpec& spec, Problem problem) {
  require_ranges(spec);
  require_problem(problem);
  return std::shared_ptr<DrivenAgent>(
      new DrivenAgent(spec, nullptr, std::make_shared<const Problem>(std::move(problem))));
}

DrivenUser DrivenAgent::user() {
  const std::lock_guard lock(busy_);
  const std::int64_t number = came_++;
  return {shared_from_this(), agent_->policy(), number, Stream(ties_, static_cast<std::uint64_t>(number)),
          taken_ == spec_.episodes};
}

Policy DrivenAgent::policy() const {
  const std::lock_guard lock(busy_);
  return agent_->policy();
}

double DrivenAgent::value() const {
  if (!environment_) throw Error("value", "nobody knows how users behave in '" + spec_.env + "'");
  return Evaluator(*environment_).of(policy().law()).mean_value;
}

std::optional<std::string> DrivenAgent::certificate() const {
  const std::lock_guard lock(busy_);
  const Ledger* ledger = agent_->ledger();
  if (ledger == nullptr) return std::nullopt;
  const RunContext context = describe_run(spec_, entry_.name, options_, 0,
                                          environment_ ? environment_->name : spec_.env, problem_->horizon, "");
  return to_json(entry_.broken.empty() ? make_certificate(*ledger, context)
                                       : make_void_certificate(ledger->promise(), entry_.broken, context));
}

// A user counts as handed over before the agent looks: whatever happens then, nobody is booked twice.
void DrivenAgent::take(DrivenUser& user) {
  const std::lock_guard lock(busy_);
  if (user.ended_) throw Error("end", fmt::format("the episode of user {} was handed over before", user.number_));
  if (!whole_) throw Error("agent", "failed while it took a user; make it again and resume it");
  if (taken_ == spec_.episodes)
    throw Error("user", fmt::format("the episodes of all {} users were taken before", spec_.episodes));
  user.ended_ = true;
  whole_ = false;
  agent_->take({user.policy_.version(), user.steps_});
  ++taken_;
  auto* resumable = dynamic_cast<Resumable*>(agent_.get());
  if (resumable && resumable->releases() > static_cast<std::int64_t>(releases_.size()))
    releases_.push_back({resumable->published(), resumable->sealed()});
  whole_ = true;
}

std::int64_t DrivenAgent::taken() const {
  const std::lock_guard lock(busy_);
  return taken_;
}

std::vector<KeptRelease> DrivenAgent::releases() const {
  const std::lock_guard lock(busy_);
  return releases_;
}

void DrivenAgent::resume(const std::vector<KeptRelease>& releases) {
  const std::lock_guard lock(busy_);
  if (came_ > 0) throw Error("releases", "are taken before anybody comes; make the agent again");
  auto* resumable = dynamic_cast<Resumable*>(agent_.get());
  if (resumable == nullptr) throw Error("agent", "'" + entry_.name + "' publishes nothing, and resumes from nothing");
  for (const KeptRelease& kept : releases) {
    resumable->resume(kept.published, kept.sealed);
    releases_.push_back(kept);
    came_ = taken_ = kept.published.release.users;
  }
}

DrivenUser::DrivenUser(std::shared_ptr<DrivenAgent> agent, Policy policy, std::int64_t number, Stream ties, bool late)
    : agent_(std::move(agent)), policy_(std::move(policy)), number_(number), ties_(ties), late_(late) {
  steps_.reserve(static_cast<std::size_t>(agent_->problem().horizon));
}

// A state that is a point is borrowed from the problem; others are kept until the episode was handed over.
State DrivenUser::kept(const State& state) {
  const Problem& problem = agent_->problem();
  if (state.point >= 0) return problem.point(state.point);
  features_.emplace_back(state.features, state.features + Index{problem.actions} * problem.dimension);
  return {features_.back().data(), -1};
}

int DrivenUser::act(const State& state) {
  const Problem& problem = agent_->problem();
  const bool elsewhere = !late_ && !steps_.empty() && state.point != state_.point;
  if (ended_ || over_ || action_ >= 0 || !problem.knows(state) || elsewhere || problem.is_over(state))
    refuse_act(state);
  if (late_) return act_only(state);
  if (steps_.empty() || state.point < 0) state_ = kept(state);
  return action_ = policy_.act(stage(), state_, ties_);
}

// Of those from whom nothing is learned any more, nobody needs to know what came of it.
int DrivenUser::act_only(const State& state) {
  const int action = policy_.act(stage(), state, ties_);
  steps_.push_back({stage(), {}, action, 0, {}});
  over_ = stage() == agent_->problem().horizon;
  return action;
}

void DrivenUser::refuse_act(const State& state) const {
  const Problem& problem = agent_->problem();
  const std::string who = fmt::format("user {}", number_);
  if (ended_) throw Error("act", "the episode of " + who + " was handed over");
  if (action_ >= 0) throw Error("act", who + " was told what to do; observe what came of it first");
  if (stage() == problem.horizon) throw Error("act", fmt::format("{} had all {} stages; end it", who, stage()));
  if (over_ || problem.is_over(state)) throw Error("act", who + " has stopped: nothing is left to decide; end it");
  if (!problem.finite) throw Error("state", "expected finite features for each action");
  const std::string allowed = steps_.empty() ? fmt::format("a state from 0 to {}", problem.point_count() - 1)
                                             : fmt::format("{}, where the user went", state_.point);
  throw Error("state", std::to_string(state.point), allowed);
}

void DrivenUser::require_outcome(double reward, const State& next) const {
  const Problem& problem = agent_->problem();
  if (ended_) throw Error("observe", fmt::format("the episode of user {} was handed over", number_));
  if (late_)
    throw Error("observe", fmt::format("the episodes of all {} users were taken: user {} can only act",
                                       agent_->episodes(), number_));
  if (action_ < 0) throw Error("observe", fmt::format("user {} was not told what to do; act first", number_));
  if (!(reward >= 0 && reward <= 1)) throw Error("reward", fmt::format("{}", reward), "a number from 0 to 1");
  if (problem.knows(next)) return;
  if (!problem.finite) throw Error("state", "expected finite features for each action");
  throw Error("state", std::to_string(next.point), fmt::format("a state from 0 to {}", problem.point_count() - 1));
}

void DrivenUser::observe(double reward, const State& next) {
  const Problem& problem = agent_->problem();
  if (ended_ || late_ || action_ < 0 || !(reward >= 0 && reward <= 1) || !problem.knows(next))
    require_outcome(reward, next);
  const State there = kept(next);
  steps_.push_back({stage(), state_, action_, reward, there});
  state_ = there;
  action_ = -1;
  over_ = stage() == problem.horizon || problem.is_over(there);
}

void DrivenUser::end() { agent_->take(*this); }

}  // namespace tacit
