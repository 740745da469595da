// The billboard attack: the adversary sees every release, knows all other users' data and all coins but the noise, and
// asks which of two users took part.
//
// A run is made in one world. Then the other world is played with everything published frozen to that run; the two
// transcripts give the likelihood ratio (likelihood.h). By the billboard lemma nobody who takes part sees more than the
// releases: this attack is the strongest there is on the pair of users it is given.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "tacit/audit/agent_world.h"
#include "tacit/audit/likelihood.h"

namespace tacit {

/// Anything that publishes through doors made with the given witness. All its randomness comes from the seed.
using Subject = std::function<void(Witness& witness, std::uint64_t seed, bool replaced)>;

/// The seed of a run: no two purposes, runs or worlds share one.
std::uint64_t run_seed(std::uint64_t seed, std::string_view purpose, std::int64_t run, bool replaced);

class BillboardAttack {
 public:
  /// Learns the noise from runs of its own: as many as `runs`, or more where there are many releases.
  BillboardAttack(Subject subject, std::uint64_t seed, int runs = 64);

  /// Plays one run and weighs it. Safe to call from several threads.
  Evidence weigh(std::int64_t run, bool replaced) const;
  /// The mu of the pair: the most that any attack on it can reach, if the noise is Gaussian. Infinite where the worlds
  /// are certain.
  double reach() const { return reach_; }

 private:
  Evidence weigh(std::string_view purpose, std::int64_t run, bool replaced) const;

  Subject subject_;
  std::uint64_t seed_;
  NoiseModel noise_;
  double reach_ = 0;
};

/// The pair of users and the position among those tried at which the worlds are farthest apart.
Cast worst_cast(const AgentWorld& world, std::uint64_t seed);
/// One agent and one cast as a subject. Keeps a reference to `world`.
Subject subject_of(const AgentWorld& world, const Cast& cast);

}  // namespace tacit
