// What one user did, from the first step to the last.
#pragma once

#include <cstdint>
#include <span>

#include "tacit/mdp/problem.h"

namespace tacit {

/// One step of one user.
struct Step {
  int h = 0;
  State state;
  int action = 0;
  double reward = 0;
  State next;  ///< Also given after the last stage, where its value is 0. Of no state: the user has ended.
};

struct Episode {
  std::int64_t version = 0;     ///< Of the policy that the user followed.
  std::span<const Step> steps;  ///< In the order of the stages; fewer than the horizon where the user stopped early.
};

/// What an agent asks of an episode before it takes anything from it: the version is one of 0, ..., `newest`, steps are
/// those of stages 0, 1, ... and actions are among the problem's. Throws Error. Rewards, features and states are not
/// looked at: what is out of bounds there is projected, because a refusal would be seen (privacy/vault.h).
void require_order(const Episode& episode, const Problem& problem, std::int64_t newest);

}  // namespace tacit
