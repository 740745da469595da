// The bystander attack: what joint differential privacy speaks of. The adversary is all users but one, chooses the
// states they are in, and sees the actions they are shown.
//
// What is seen is how often each action was shown, per stage and state, to those who came after the victim. Which of
// these counts tell the worlds apart is learned from runs of both worlds: the score is the sum of the counts, each
// weighed by the difference of its means over its variance, over those counts that differ by more than chance may.
// Actions are post-processing of releases: this attack is weaker than the billboard attack on the same users, and where
// it finds more than is claimed, something other than the releases leaks.
#pragma once

#include <cstdint>
#include <vector>

#include "tacit/audit/agent_world.h"

namespace tacit {

class BystanderAttack {
 public:
  /// Learns from `runs` runs of each world. Keeps a reference to `world`.
  BystanderAttack(const AgentWorld& world, Cast cast, std::uint64_t seed, int runs = 100);

  /// Plays one run. Safe to call from several threads.
  double score(std::int64_t run, bool replaced) const;

 private:
  std::vector<double> watch(std::uint64_t seed, bool replaced) const;

  const AgentWorld& world_;
  Cast cast_;
  std::uint64_t seed_;
  std::vector<double> weights_;  ///< Per stage, state and action.
};

}  // namespace tacit
