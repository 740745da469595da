// Exact values: V* and V^pi by backward induction on the true model, never from realised rewards.
//
// In a linear MDP every action value is linear in the features: Q_h(s,a) = <phi(s,a), weights_h> with
// weights_h = theta_h + integral of V_{h+1} against measures_h. So a policy's value is H vectors of length d. Ties in
// an argmax are broken uniformly at random, so a policy gives a distribution over actions and V^pi averages over it.
//
// Finite state spaces: exact up to rounding. The interval: V_h is piecewise linear in x between the kinks of the hat
// functions and the points where the policy changes; pieces are integrated against the Beta laws in closed form. Policy
// changes are found by looking at the public cover and at the kinks and bisecting between neighbours that differ; a
// change of policy that begins and ends between two neighbours is not seen. The error this leaves is below 1e-5 (tested
// against a cover eight times finer, in envs/corridor_test).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "tacit/mdp/linear_mdp.h"

namespace tacit {

/// Writes the probability of each action at `state` in stage h.
using ActionDistribution = std::function<void(int h, const State& state, std::span<double> probability)>;

/// Two actions are tied when their values differ by no more than this.
inline constexpr double kTie = 1e-10;

/// Uniform over the maximisers of Q_h(s,a) = <phi(s,a), weights.row(h)>.
ActionDistribution greedy_in(const Problem& problem, const Matrix& weights);
/// Turns values into the uniform distribution over their maximisers; may work in place.
void greedy_distribution(std::span<const double> values, std::span<double> probability);

struct Evaluation {
  Matrix weights;         ///< Q_h(s,a) = <phi(s,a), weights.row(h)>, horizon x dimension.
  Vector start_values;    ///< V_0 of every state where the state space is finite, otherwise empty.
  double mean_value = 0;  ///< V_0 averaged over the initial distribution.
};

class Evaluator {
 public:
  explicit Evaluator(const LinearMdp& mdp);  ///< Keeps a reference; `mdp` must outlive it. Const use is thread-safe.

  Evaluation optimal() const;
  Evaluation of(const ActionDistribution& policy) const;
  /// V_0 at one state, given the evaluation of `policy`.
  double start_value(const State& state, const ActionDistribution& policy, const Evaluation& evaluation) const;

 private:
  struct Piece;
  /// A cover point, or a kink (point -1).
  struct Node {
    double x;
    Index point;
  };
  enum class Goal { maximise, follow };
  Evaluation finite_values(Goal goal, const ActionDistribution& policy) const;
  Evaluation interval_values(const ActionDistribution& policy) const;
  std::vector<Piece> pieces(int h, const ActionDistribution& policy, const Eigen::RowVectorXd& weights) const;

  const LinearMdp& mdp_;
  std::vector<double> kinks_;  ///< Interval: where some feature bends, 0 and 1 included.
  std::vector<Node> nodes_;    ///< Interval: where policies are looked at first, in order.
};

}  // namespace tacit
