// The bystander attack: what joint differential privacy speaks of. The adversary is all users but one, answers for them
// and sees the actions they are shown.
//
// Everybody else gathers in one state and says 1/2 to everything, so that all actions of that state are tied but for
// noise, and what the victim says tips the balance. The victim is one of two users with opposite tastes (users.h): one
// is rewarded by the first half of the actions, the other by the second. So whatever action the victim is shown, the
// sums of the two halves move apart by 1, in opposite directions in the two worlds. From the first release on every
// plan shows, in each stage, the sign of (noise + what the victim said).
//
// Two scores: how often others are shown what the replacement likes, which needs no learning; and the weights that tell
// the worlds apart best in runs of both, for each stretch of users, stage and action (Fisher's discriminant). Where
// noise is small the second is better: it knows which stretch follows which release.
//
// Actions are post-processing of releases: this attack is weaker than the billboard attack, and where it finds more
// than is claimed, something other than the releases leaks. docs/audit.md says what part of a claim it can show.
#pragma once

#include <cstdint>
#include <vector>

#include "tacit/audit/agent_world.h"
#include "tacit/core/linear_algebra.h"

namespace tacit {

class BystanderAttack {
 public:
  /// Learns from `runs` runs of each world. Keeps a reference to `world`.
  BystanderAttack(const AgentWorld& world, std::uint64_t seed, int runs = 100);

  struct Score {
    double liked;  ///< Actions shown that the replacement likes, less the others.
    double learned;
  };
  /// Plays one run. Safe to call from several threads.
  Score score(std::int64_t run, bool replaced) const;
  const Cast& cast() const { return cast_; }

 private:
  Vector watch(std::uint64_t seed, bool replaced) const;

  const AgentWorld& world_;
  Cast cast_;
  std::uint64_t seed_;
  Vector fixed_, learned_;  ///< Per stretch, stage and action.
};

}  // namespace tacit
