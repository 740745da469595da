// An agent whose users come from the caller: an app, a simulator of somebody else, a program of one's own.
//
// A user pins the policy of the moment in which they come and keeps it to the end; any number may be under way
// together. Steps are told in turn, act and observe, and only `end` hands the episode over: nothing is learned from, or
// booked for, a user before that. Whatever is out of turn is an Error, and leaves everything as it was. Users of one
// agent may be in different threads, each user in one at a time; an episode is handed over once, whoever tries again.
//
// Users are taken in the order in which they end, and which users a release is of is not hidden by its noise. Where it
// depends on what users do when they end, let them wait for those who came before (docs/privacy.md).
//
// User k breaks ties with the streams of user k of the lab. So one user after another, with the luck of mdp/game.h, is
// run 0 of the same spec to the last bit, its certificate among it.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "tacit/agents/published.h"
#include "tacit/lab/experiment/agent_order.h"

namespace tacit {

/// What an agent published at one release, with the exact sums of it. The latter are USERS' DATA
/// (privacy/release_value.h).
struct KeptRelease {
  Published published;
  SealedBlock sealed;
};

class DrivenUser;

class DrivenAgent : public std::enable_shared_from_this<DrivenAgent> {
 public:
  /// In the environment of the spec, of which the agent is told the problem. Throws Error.
  static std::shared_ptr<DrivenAgent> make(const RunSpec& spec);
  /// For a problem of which nobody knows the truth; `spec.env` is what certificates call it. Throws Error.
  static std::shared_ptr<DrivenAgent> make(const RunSpec& spec, Problem problem);

  /// Lets a user come. Who comes after the last episode was taken can only act, stage after stage.
  DrivenUser user();

  const Problem& problem() const { return *problem_; }
  /// None where nobody knows it.
  const LinearMdp* environment() const { return environment_.get(); }
  std::int64_t episodes() const { return spec_.episodes; }
  std::int64_t taken() const;
  const AgentEntry& entry() const { return entry_; }
  Policy policy() const;
  /// The exact value of the policy, averaged over first states. Throws Error where nobody knows the truth.
  double value() const;
  /// None of agents without a budget.
  std::optional<std::string> certificate() const;
  std::vector<KeptRelease> releases() const;
  /// Takes the releases of an agent that was made alike, before anybody comes. The next user is the one after the last
  /// who was in them. Throws Error at the first that is not the next one of this agent; those before it are taken.
  void resume(const std::vector<KeptRelease>& releases);

 private:
  friend class DrivenUser;
  DrivenAgent(RunSpec spec, std::shared_ptr<const LinearMdp> environment, std::shared_ptr<const Problem> problem);
  void take(DrivenUser& user);

  RunSpec spec_;
  std::shared_ptr<const LinearMdp> environment_;
  std::shared_ptr<const Problem> problem_;
  const AgentEntry& entry_;
  Settings options_;
  std::optional<Promise> promise_;
  std::unique_ptr<Agent> agent_;
  StreamKey ties_;
  std::int64_t came_ = 0, taken_ = 0;
  bool whole_ = true;  ///< Not where an agent failed while it took a user.
  std::vector<KeptRelease> releases_;
  mutable std::mutex busy_;
};

class DrivenUser {
 public:
  DrivenUser(DrivenUser&&) = default;  // No copies: each could be handed over.
  /// What to do in this state.
  int act(const State& state);
  /// What came of it: a reward from 0 to 1, and where the user is now.
  void observe(double reward, const State& next);
  /// Hands the episode over: after the last stage, or earlier where the user leaves. What was said last and has no
  /// outcome is left out.
  void end();

  /// Counts from 0, in the order in which users came.
  std::int64_t number() const { return number_; }
  std::int64_t version() const { return policy_.version(); }
  int stage() const { return static_cast<int>(steps_.size()); }
  /// Whether there is nothing left to decide.
  bool over() const { return over_; }
  const DrivenAgent& agent() const { return *agent_; }

 private:
  friend class DrivenAgent;
  DrivenUser(std::shared_ptr<DrivenAgent> agent, Policy policy, std::int64_t number, Stream ties, bool late);
  int act_only(const State& state);
  [[noreturn]] void refuse_act(const State& state) const;
  void require_outcome(double reward, const State& next) const;
  State kept(const State& state);

  std::shared_ptr<DrivenAgent> agent_;
  Policy policy_;
  std::int64_t number_;
  Stream ties_;
  std::vector<Step> steps_;
  std::deque<std::vector<double>> features_;  ///< Of states that are no points.
  State state_;
  int action_ = -1;    ///< -1: none was said that has no outcome yet.
  bool over_ = false;  ///< After the last stage, or where users are who stopped.
  bool ended_ = false;
  bool late_;  ///< Came after all episodes were taken.
};

}  // namespace tacit
