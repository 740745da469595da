// The sums over past users that a planner works from, per stage: the Gram matrix, the reward moment, and moments of any
// function of the next state.
//
// Finite state space: sums of fixed size (Gram, reward moment, successor matrix), so a step costs O(d^2) whatever the
// number of users. Infinite state space: the users' features, weights and next states are kept, and a function of the
// next state is evaluated on them when the planner asks.
#pragma once

#include <functional>
#include <vector>

#include "tacit/agents/agent.h"
#include "tacit/core/linear_algebra.h"

namespace tacit {

/// m functions of the next state.
struct Targets {
  Matrix at_points;  ///< Their values at the public points, points x m.
  /// Their values at other states, given the feature blocks (n * actions x d): writes n x m.
  std::function<void(const ConstMatrixView& blocks, Matrix& values)> elsewhere;
};

class Sums {
 public:
  explicit Sums(const Problem& problem);  ///< Keeps a reference.

  void add(const Step& step, double weight);

  const Matrix& gram(int h) const { return stages_[h].gram; }      ///< sum w phi phi'
  const Vector& reward(int h) const { return stages_[h].reward; }  ///< sum w phi r
  const Vector& mass(int h) const { return stages_[h].mass; }      ///< sum w phi
  /// sum w phi (targets of the next state)', d x m.
  Matrix moments(int h, const Targets& targets) const;

 private:
  struct Stage {
    Matrix gram;
    Vector reward, mass;
    Matrix successors;                          ///< Finite: states x d, row s' holds the sum of w phi into s'.
    std::vector<double> features, next_blocks;  ///< Infinite: w phi, and the feature block of the next state, per user.
  };
  const Problem& problem_;
  std::vector<Stage> stages_;
};

}  // namespace tacit
