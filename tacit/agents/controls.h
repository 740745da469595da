// Agents that never learn: what every comparison needs beside the learners.
#pragma once

#include <limits>

#include "tacit/agents/agent.h"
#include "tacit/agents/countable.h"
#include "tacit/core/linear_algebra.h"

namespace tacit {

/// Takes in nothing, from one user or from many.
class NeverLearns : public Agent, public Countable {
 public:
  double observe(const Step&) final { return 0; }
  bool end_episode() final { return false; }
  Countable* countable() final { return this; }
  std::int64_t steady_users() const final { return std::numeric_limits<std::int64_t>::max(); }
  std::int64_t most_switches() const final { return 0; }
  void observe_users(const Tally&) final {}
  bool end_episodes(std::int64_t) final { return false; }
};

/// Every action with equal probability.
class UniformAgent final : public NeverLearns {
 public:
  explicit UniformAgent(const Problem& problem) : actions_(problem.actions) {}
  int act(int h, const State& state, Stream& ties) const override;
  void distribution(int h, const State& state, std::span<double> probability) const override;

 private:
  int actions_;
};

/// Greedy in action values that are linear in the features; with the true ones it is the optimal policy.
class GreedyAgent final : public NeverLearns {
 public:
  /// `weights`: horizon x dimension. Keeps a reference to `problem`.
  GreedyAgent(const Problem& problem, Matrix weights) : problem_(problem), weights_(std::move(weights)) {}
  int act(int h, const State& state, Stream& ties) const override;
  void distribution(int h, const State& state, std::span<double> probability) const override;

 private:
  const Problem& problem_;
  Matrix weights_;
};

}  // namespace tacit
