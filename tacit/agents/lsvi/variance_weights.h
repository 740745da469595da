// The weights of LSVI-UCB++: a step counts less where the value of the next state varies more.
//
// With B the span of the next value (H as published; its range in the practical planner), n = |phi| in the norm of the
// inverse of the present Gram matrix, and everything divided by B^2 (He et al. 2023; the papers' sigma-bar^2 in units
// of its floor B^2 / H):
//   var    = [ clip(second, 0, ..) - (clip(first, ..) - centre)^2 ] / B^2
//   E      = min(second_radius n, 1) + min(2 hoeffding n, 1)
//   D      = min(4 d^3 H ((first - check) / B + 2 hoeffding n), d^3 H)
//   weight = 1 / max(1 + H max(var + E + D, 0), 4 d^6 H^3.5 n)  <= 1
// first, second, check: predictions of the next value, its square and the pessimistic next value by ridge regressions
// on all users so far, with the values as of the last plan. They change with every step: the inverse by rank-one
// updates (Sherman and Morrison), made afresh at each plan. A step costs O(d^2).
#pragma once

#include <vector>

#include "tacit/agents/agent.h"
#include "tacit/agents/lsvi/planner.h"

namespace tacit {

class VarianceWeights {
 public:
  /// `live`: the regressions take in every user at once, as published. Otherwise they stay as of the last plan, so that
  /// a user's weight depends on public numbers and the user's own features alone. Keeps references.
  VarianceWeights(const Problem& problem, const Constants& constants, const Planner& planner, bool live);

  /// Whether a user's weight depends on users since the last plan.
  bool live() const { return live_; }
  /// Starts over from the newest plan.
  void planned();
  /// The weight of a step; takes the step into the regressions.
  double weigh(const Step& step);

 private:
  /// Rows are filled up with zeros to whole lanes, so that a step is a few vector instructions per row.
  static constexpr Index kLane = 8;
  struct Stage {
    Matrix inverse;  ///< d rows.
    Matrix moments;  ///< 3 rows: sums of w phi times the centred value, pessimistic value, squared value.
  };
  /// Adds phi phi' w to a stage, and w phi times its targets.
  void take_in(Stage& stage, double weight, double squared, const double (&targets)[3]);

  const Problem& problem_;
  const Constants& constants_;
  const Planner& planner_;
  bool live_;
  std::vector<Stage> stages_;
  Index width_;             ///< d, rounded up to whole lanes.
  Vector phi_, direction_;  ///< Features and inverse * phi, filled up likewise; kept to avoid allocation.
};

}  // namespace tacit
