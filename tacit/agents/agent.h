// A learner, as the lab sees it.
//
// The lab shows a user's state, plays the action, reports what happened and says when the episode is over; the agent
// may then change its policy for the next user. Between those moments the policy is fixed.
#pragma once

#include <span>

#include "tacit/core/rng.h"
#include "tacit/mdp/problem.h"

namespace tacit {

/// One step of one user.
struct Step {
  int h = 0;
  State state;
  int action = 0;
  double reward = 0;
  State next;  ///< Also given after the last stage, where its value is 0.
};

struct StagePlan;
class Countable;
class Ledger;

class Agent {
 public:
  virtual ~Agent() = default;

  /// The action for this user now. Ties are broken with `ties`.
  virtual int act(int h, const State& state, Stream& ties) const = 0;
  /// The law of `act`: what the exact value of the policy is computed from.
  virtual void distribution(int h, const State& state, std::span<double> probability) const = 0;
  /// Takes in one step; returns the weight it was given.
  virtual double observe(const Step& step) = 0;
  /// Ends the episode; true if the policy changed.
  virtual bool end_episode() = 0;

  /// The same learner for whoever has many users at once; none where each user may change what the next one meets.
  virtual Countable* countable() { return nullptr; }
  /// The books of a private agent: its promise and what it has spent; none for agents that promise nothing.
  virtual const Ledger* ledger() const { return nullptr; }
  /// What the planner last used in stage h, for the curious; none for agents that do not plan.
  virtual const StagePlan* plan(int /*h*/) const { return nullptr; }
  /// Optimistic action values at the public points, row p * actions + a; empty for agents that do not plan.
  virtual std::span<const double> action_values(int /*h*/) const { return {}; }
};

}  // namespace tacit
