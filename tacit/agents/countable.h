// A learner that can take in many users at once.
//
// Where it is public when the policy changes next, and the weight of a step is fixed until then, all that a learner
// keeps of the users in between is sums: of them it is enough to know how many did what.
#pragma once

#include <cstdint>

#include "tacit/agents/agent.h"
#include "tacit/mdp/tally.h"

namespace tacit {

class Countable {
 public:
  virtual ~Countable() = default;

  /// Whether it can: not where each user may change what the next one meets.
  virtual bool counts() const = 0;
  /// So many more users are certain to meet the present policy; at least one.
  virtual std::int64_t steady_users() const = 0;
  /// How often the policy changes at most, over all users.
  virtual std::int64_t most_switches() const = 0;
  /// Takes in what several users of the present policy did alike. Of `n` <= steady_users() users all stages are told,
  /// then end_episodes(n).
  virtual void observe_users(const Tally& tally) = 0;
  /// Ends the episodes of so many users; true if there is a new policy.
  virtual bool end_episodes(std::int64_t users) = 0;
};

/// The same learner for whoever has many users at once; none where it cannot take them.
inline Countable* countable(Agent& agent) {
  auto* several = dynamic_cast<Countable*>(&agent);
  return several && several->counts() ? several : nullptr;
}

}  // namespace tacit
