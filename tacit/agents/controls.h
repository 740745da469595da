// Agents that never learn: what every comparison needs beside the learners.
#pragma once

#include "tacit/agents/agent.h"
#include "tacit/core/linear_algebra.h"

namespace tacit {

/// Every action with equal probability.
class UniformAgent final : public Agent {
 public:
  explicit UniformAgent(const Problem& problem) : actions_(problem.actions) {}
  int act(int h, const State& state, Stream& ties) const override;
  void distribution(int h, const State& state, std::span<double> probability) const override;
  double observe(const Step&) override { return 0; }
  bool end_episode() override { return false; }

 private:
  int actions_;
};

/// Greedy in action values that are linear in the features; with the true ones it is the optimal policy.
class GreedyAgent final : public Agent {
 public:
  /// `weights`: horizon x dimension. Keeps a reference to `problem`.
  GreedyAgent(const Problem& problem, Matrix weights) : problem_(problem), weights_(std::move(weights)) {}
  int act(int h, const State& state, Stream& ties) const override;
  void distribution(int h, const State& state, std::span<double> probability) const override;
  double observe(const Step&) override { return 0; }
  bool end_episode() override { return false; }

 private:
  const Problem& problem_;
  Matrix weights_;
};

}  // namespace tacit
