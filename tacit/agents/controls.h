// Agents that never learn: what every comparison needs beside the learners.
#pragma once

#include <cstdint>
#include <limits>

#include "tacit/agents/agent.h"
#include "tacit/agents/countable.h"
#include "tacit/core/linear_algebra.h"

namespace tacit {

/// Has one policy, and takes in nothing, from one user or from many.
class FixedAgent final : public Agent, public Countable {
 public:
  /// Keeps a reference to `problem`.
  FixedAgent(const Problem& problem, Policy policy) : problem_(problem), policy_(std::move(policy)) {}

  Policy policy() const override { return policy_; }
  Taken take(const Episode& episode) override;
  const Ledger* ledger() const override { return nullptr; }

  bool counts() const override { return true; }
  std::int64_t steady_users() const override { return std::numeric_limits<std::int64_t>::max(); }
  std::int64_t most_switches() const override { return 0; }
  void observe_users(const Tally&) override {}
  bool end_episodes(std::int64_t) override { return false; }

 private:
  const Problem& problem_;
  Policy policy_;
};

/// Every action with equal probability.
Policy uniform_policy(const Problem& problem);
/// Greedy in action values that are linear in the features, `weights` being horizon x dimension; with the true ones it
/// is the optimal policy.
Policy greedy_policy(const Problem& problem, const Matrix& weights);

}  // namespace tacit
