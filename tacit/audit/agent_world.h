// An agent of the catalogue among users that an adversary made up.
//
// All users but one are bystanders (users.h); one, the victim, comes at a given position and is the original or the
// replacement of a pair. Everything random comes from one seed: the noise, ties, the agent's own draws.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tacit/agents/catalog.h"
#include "tacit/audit/users.h"
#include "tacit/core/settings.h"
#include "tacit/mdp/linear_mdp.h"
#include "tacit/privacy/accounting/promise.h"

namespace tacit {

/// Who is told apart from whom, and when.
struct Cast {
  UserPair pair;
  std::int64_t position = 0;
  std::optional<Index> gathering = {};  ///< The state in which all others are; none: they go round the states.
};

struct WorldSpec {
  std::string env;         ///< A name of the catalogue, or a file.
  std::string env_sha256;  ///< Of the file, where that was looked at before; its content must still be the same.
  std::shared_ptr<const LinearMdp> own_env = {};  ///< One's own; then nothing of it is set.
  int horizon = 0;                                ///< 0: the environment's own.
  Assignments env_settings;
  std::string agent;
  Assignments agent_settings;
  std::int64_t episodes = 0;
  double epsilon = 1, delta = 1e-6;
  std::uint64_t seed = 1;
  Noise noise = Noise::simulation;  ///< Not production: it has no seed, and nobody watches it.
};

/// What others than the victim were shown: their numbers, stages and states are the adversary's own choice.
class ActionLog {
 public:
  virtual ~ActionLog() = default;
  virtual void shown(std::int64_t user, int h, Index state, int action) = 0;
};

class AgentWorld {
 public:
  /// Throws Error: env, agent, settings, budget.
  explicit AgentWorld(const WorldSpec& spec);

  const Problem& problem() const { return mdp_->problem; }
  const AgentEntry& agent() const { return entry_; }
  std::int64_t episodes() const { return spec_.episodes; }
  /// What is claimed; of agents that promise nothing: what they are compared with.
  const Promise& claim() const { return claim_; }

  /// Plays all users. Safe to call from several threads. `log` may be null; agents that promise nothing have no door to
  /// watch, and ignore the witness.
  void play(const Cast& cast, bool replaced, std::uint64_t seed, Witness* witness, ActionLog* log) const;

 private:
  WorldSpec spec_;
  std::shared_ptr<const LinearMdp> mdp_;
  const AgentEntry& entry_;
  Settings settings_;
  Promise claim_;
};

}  // namespace tacit
