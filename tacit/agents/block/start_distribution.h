// Where users begin, learned from Gram matrices.
//
// At the first stage no policy has moved anybody yet: the state of a user has one distribution p, whatever the policies
// were. So the Gram matrices of the first stage of all blocks are one regression,
//   G = sum_s p_s D_s + noise,   D_s = sum over audiences of users sum_a policy(a|s) w phi phi'(s, a),
// of a p that is known to be a distribution; users, policies and rows are public. Policies differ between blocks, so
// states that look alike in one of them are told apart by others. Before data p is uniform with a deviation of S^-1/2,
// as a measure is (model_learner.h). Noise is that of the release; the chance of who came is small beside it. Nobody
// begins in Problem::ended, so p is 0 there and S is the number of the others. Post-processing.
//
// Where matrices have more entries than there are states, inner products of the D_s are kept and not the D_s of every
// block: all the regression needs, and it then costs the same after many blocks as after one.
#pragma once

#include <vector>

#include "tacit/agents/block/visit_forecast.h"
#include "tacit/core/linear_algebra.h"
#include "tacit/mdp/problem.h"

namespace tacit {

class StartDistribution {
 public:
  /// `rooted`: the public rows, each times the root of its weight, without the coordinate of `ended`. Keeps references.
  /// Where states and dimension are so many that it would cost more than it brings, the estimate stays uniform.
  StartDistribution(const Problem& problem, const Matrix& rooted);

  /// A block in which its own users count `gain` times and what was in the block before `fading` times, the Gram matrix
  /// of its first stage in the coordinates of `rooted`, and the variance of the noise in an entry of that.
  void take(const std::vector<Audience>& audiences, double gain, double fading, const Matrix& gram, double variance);

  /// Adds up to 1.
  const Vector& estimate() const { return estimate_; }

 private:
  /// Among the states in which users begin.
  Index place(Index state) const { return state - (problem_.ended >= 0 && state > problem_.ended ? 1 : 0); }
  void show_all_states();
  void add_block(const std::vector<Audience>& audiences, double gain, double fading);

  const Problem& problem_;
  const Matrix& rooted_;
  Index firsts_;    ///< States in which users begin.
  bool by_kernel_;  ///< Whether inner products are kept.
  bool worthwhile_;
  Eigen::MatrixXd block_;   ///< Per such state D_s of the newest block, flattened.
  Eigen::MatrixXd design_;  ///< The same of all blocks side by side, each over the deviation of its noise.
  Vector seen_;             ///< Gram matrices, likewise.
  Eigen::MatrixXd kernel_;  ///< The inner products of the design, where those are kept in its place.
  Vector pull_;             ///< Those of the design with what was seen.
  Vector fitted_;           ///< p, of the states in which users begin.
  Vector estimate_;         ///< p, of all states.
};

}  // namespace tacit
