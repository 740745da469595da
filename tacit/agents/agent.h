// A learner: gives a policy, takes in what users did.
//
// Whoever drives it, the lab, a service or a program of one's own, asks for the policy, plays a user's episode with it
// and hands the episode over whole. Users may be under way together, finish in any order, stop early or never come
// back: an episode says which version of the policy it followed, and nothing is learned from a user before the episode
// is taken. What an agent can do besides is an interface of its own: Countable (countable.h), Planning, Resumable
// (published.h).
//
// A promise covers what is in episodes, not when they are taken: that moment decides who is in which release, and is
// public. It must not depend on what users did (docs/privacy.md, "Sharp edges").
#pragma once

#include <span>

#include "tacit/agents/episode.h"
#include "tacit/agents/policy.h"

namespace tacit {

struct StagePlan;
class Ledger;

/// What became of an episode.
struct Taken {
  bool new_policy = false;
  std::span<const double> weights;  ///< What each step was weighed with; until the next episode is taken.
};

class Agent {
 public:
  virtual ~Agent() = default;

  /// For the users who come now.
  virtual Policy policy() const = 0;
  /// Takes in one user's episode. Throws Error where it is none of this problem, and then takes nothing.
  virtual Taken take(const Episode& episode) = 0;
  /// The books of a private agent: its promise and what it has spent; none for agents that promise nothing.
  virtual const Ledger* ledger() const = 0;
};

/// An agent whose plans can be looked at.
class Planning {
 public:
  virtual ~Planning() = default;
  /// What the present policy was planned from in stage h; none before the first plan.
  virtual const StagePlan* plan(int h) const = 0;
};

}  // namespace tacit
