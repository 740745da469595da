// A learner that can take in many users at once.
//
// Where it is public when the policy changes next, and the weight of a step is fixed until then, all that a learner
// keeps of the users in between is sums: of them it is enough to know how many did what.
#pragma once

#include <cstdint>

#include "tacit/mdp/tally.h"

namespace tacit {

class Countable {
 public:
  virtual ~Countable() = default;

  /// So many more users are certain to meet the present policy; at least one.
  virtual std::int64_t steady_users() const = 0;
  /// How often the policy changes at most, over all users.
  virtual std::int64_t most_switches() const = 0;
  /// Takes in what several users did alike. Of `n` <= steady_users() users all stages are told, then end_episodes(n).
  virtual void observe_users(const Tally& tally) = 0;
  /// Ends the episodes of so many users; true if the policy changed.
  virtual bool end_episodes(std::int64_t users) = 0;
};

}  // namespace tacit
