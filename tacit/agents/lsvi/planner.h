// LSVI-UCB and LSVI-UCB++ planning: from what is on the billboard to action values, by backward induction.
//
// One planner for both families and both kinds of state space. Stage by stage, from the last to the first: regress the
// value of the next state (and its square, and the pessimistic value) on the features, add the bonus, cap. LSVI-UCB++
// as published keeps the smallest optimistic and the largest pessimistic action values of all its plans (He et al.
// 2023); at the public points these are tables, elsewhere the plans are evaluated again, and a plan that is nowhere the
// extreme one on the public points is forgotten: that uses public numbers only. With bonuses too small to be upper
// bounds, the smallest value ever seen is the worst underestimate ever made, so the practical planner takes the newest
// plan alone unless told otherwise (docs/algorithms.md has the measurement).
//
// Problem::ended is worth ended_reward for each stage that is left, without bonus: that is written into the tables, not
// learned, and whoever goes to no state at all is worth the same. Its coordinate shares no row with others, so the
// exact Gram matrix has nothing between the two; what a noisy one has there is noise, which would reach the weights of
// all other coordinates through the inverse, and is dropped.
#pragma once

#include <span>
#include <vector>

#include "tacit/agents/lsvi/constants.h"
#include "tacit/agents/lsvi/state_basis.h"
#include "tacit/agents/stage_plan.h"
#include "tacit/mdp/problem.h"
#include "tacit/privacy/billboard.h"

namespace tacit {

class Planner {
 public:
  /// `basis`: given where the outcomes on the billboard are mixtures of its anchors. Keeps references. `threads`: that
  /// may share a large plan; the plan does not depend on how many.
  Planner(const Problem& problem, Family family, const Constants& constants, const StateBasis* basis = nullptr,
          int threads = 1);

  /// Makes a new plan from the billboard (task h is stage h), and from the plans before it where the family says so.
  void plan(const Billboard& billboard);

  /// What is added to a Gram matrix with such noise.
  double ridge(const BillboardNoise& noise) const;
  const StagePlan& stage(int h) const { return history_[h].back(); }
  bool two_sided() const { return two_sided_; }

  /// Optimistic action values at the public points, row p * actions + a.
  const Vector& action_values(int h) const { return optimistic_[h]; }
  /// Optimistic action values anywhere: `out` has one entry per action.
  void action_values(int h, const State& state, std::span<double> out) const;
  /// Values of a state in stage h (0 after the last).
  StagePlan::Values values(int h, const State& state) const;

 private:
  struct Range {
    double low, high;
  };
  void plan_stage(int h, const Billboard& billboard);
  void regularise(int h, const Billboard& billboard, StagePlan& stage) const;
  void set_published_radii(int h, StagePlan& stage) const;
  void set_practical_radii(const Billboard& billboard, int h, StagePlan& stage) const;
  void set_practical_radii(const Vector& next, double radius, double sign, const Billboard& billboard, int h,
                           StagePlan::Side& side) const;
  void regress(int h, const Billboard& billboard, StagePlan& stage) const;
  void plan_noisy_stage(int h, const Billboard& billboard);
  void finish(int h, StagePlan stage);
  /// Whether the reward is regressed by itself: not known, and not added to the value.
  bool reward_apart() const { return !problem_.rewards_known() && !constants_.joint_reward; }
  Matrix gram(int h, const Billboard& billboard) const;
  Range range(const Vector& values) const;
  double centre(const Vector& values, const BillboardNoise& noise, std::int64_t users) const;
  Targets targets(int h, const StagePlan& stage) const;
  void evaluate(int h, const ConstMatrixView& features, Vector& optimistic, Vector& pessimistic) const;
  StagePlan::Values evaluate(int h, const double* phi) const;
  void merge(int h);
  void set_ended(int h);
  void forget_dominated(int h);

  const Problem& problem_;
  Constants constants_;
  const StateBasis* basis_;
  int threads_;
  Index ended_coordinate_;  ///< Of `ended` alone; -1: there is none.
  bool two_sided_;
  std::vector<std::vector<StagePlan>> history_;   ///< Per stage, oldest first; never empty after plan().
  std::vector<Vector> optimistic_, pessimistic_;  ///< Per stage, action values at the public points.
  /// Per stage and row of a table: which remembered plan the value is from (-1: none yet). Infinite state spaces only.
  std::vector<std::vector<int>> optimistic_from_, pessimistic_from_;
  std::vector<Vector> value_, pessimistic_value_;  ///< Per stage 0..H, values at the public points.
};

}  // namespace tacit
