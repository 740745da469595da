// A policy: what to do in every state at every stage. An immutable value that carries a version.
//
// Copies share what they hold, and nothing in it changes: any number of threads may ask one policy, and a user who
// began with it keeps it while others get a newer one. On the public points a policy is a table (policy_table.h).
// Elsewhere, where the state space is infinite, it is greedy in action values that are computed from the features.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "tacit/agents/policy_table.h"
#include "tacit/core/linear_algebra.h"
#include "tacit/core/rng.h"
#include "tacit/mdp/evaluation.h"
#include "tacit/mdp/problem.h"

namespace tacit {

class Policy {
 public:
  /// Writes one value per action for a state whose features are finite numbers. Safe from any thread.
  using ActionValues = std::function<void(int h, const State& state, std::span<double> values)>;

  /// `values`: action values per stage at the public points, row p * actions + a, where there are any to show.
  /// `elsewhere`: for states that are no public points; none: every action alike there.
  Policy(const Problem& problem, std::int64_t version, PolicyTable table, std::vector<Vector> values = {},
         ActionValues elsewhere = {});

  /// Counts from 0, the policy of the first user.
  std::int64_t version() const { return rest_->version; }
  /// The action for a user. Ties are broken with `ties`.
  int act(int h, const State& state, Stream& ties) const {
    if (state.point >= 0 || !rest_->elsewhere) return table_->act(h, state.point, ties);
    return act_elsewhere(h, state, ties);
  }
  /// The law of `act`: what the exact value of the policy is computed from.
  void distribution(int h, const State& state, std::span<double> probability) const;
  /// The same as a function, which keeps the policy.
  ActionDistribution law() const;
  /// What it is greedy in at the public points, row p * actions + a; empty where it comes from no plan.
  std::span<const double> action_values(int h) const;

  /// The policy on the public points, shared.
  const std::shared_ptr<const PolicyTable>& table() const { return table_; }

 private:
  struct Rest {
    std::int64_t version;
    int actions, dimension;
    std::vector<Vector> values;
    ActionValues elsewhere;
  };
  int act_elsewhere(int h, const State& state, Stream& ties) const;
  bool known(const State& state) const;

  std::shared_ptr<const PolicyTable> table_;
  std::shared_ptr<const Rest> rest_;
};

}  // namespace tacit
