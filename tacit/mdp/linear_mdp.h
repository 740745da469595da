// An environment as a value: the public problem together with the truth that a learner never sees.
//
// Two kinds of state space are built in. Finite: the measures are matrices. Interval: the state is x in [0,1], action a
// moves x by shifts[a] (clamped to [0,1]), the features are the hat-function weights of the moved x on `dimension`
// equally spaced anchors, and every measure is a Beta law.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "tacit/core/linear_algebra.h"
#include "tacit/mdp/problem.h"

namespace tacit {

struct FiniteDynamics {
  std::vector<Matrix> measures;  ///< dimension x states: one per stage, or a single one that all stages have.
  Vector start;                  ///< Distribution of the first state.

  const Matrix& measure(int h) const { return measures[measures.size() == 1 ? 0 : h]; }
};

struct BetaLaw {
  double a = 1, b = 1;
};

struct IntervalDynamics {
  std::vector<double> shifts;                  ///< Per action.
  std::vector<std::vector<BetaLaw>> measures;  ///< Per stage and anchor.
  BetaLaw start;
};

/// The units that rewards were stated in: everything in an environment counts `low` as 0 and `high` as 1.
struct RewardRange {
  double low = 0, high = 1;

  double width() const { return high - low; }
  /// What a total over so many stages counts as; and the other way round.
  double counted(double stated, int stages = 1) const { return (stated - stages * low) / width(); }
  double stated(double counted, int stages = 1) const { return stages * low + counted * width(); }
  bool operator==(const RewardRange&) const = default;
};

struct LinearMdp {
  std::string name;
  Problem problem;
  Matrix rewards;                 ///< theta, horizon x dimension.
  bool bernoulli_rewards = true;  ///< Observed reward: Bernoulli with the stated mean, or the mean itself.
  RewardRange reward_range;       ///< For whoever reads numbers; nothing is computed from it.
  std::variant<FiniteDynamics, IntervalDynamics> dynamics;

  const FiniteDynamics* finite() const { return std::get_if<FiniteDynamics>(&dynamics); }
  const IntervalDynamics* interval() const { return std::get_if<IntervalDynamics>(&dynamics); }
};

/// Writes the feature block of x, actions x dimension.
void interval_features(const IntervalDynamics& dynamics, int dimension, double x, double* out);
/// The cover of [0,1] that an interval problem makes public: `count` equally spaced points.
Matrix interval_cover(const IntervalDynamics& dynamics, int dimension, Index count);
/// Position of cover point p.
inline double cover_position(Index p, Index count) { return static_cast<double>(p) / static_cast<double>(count - 1); }

/// Per row of features the coordinate that alone is not zero, or -1 where there are several or none.
std::vector<Index> sole_features(const Matrix& features);

/// Whether all stages have the same transitions; the same rewards. To the last bit.
bool transitions_alike(const LinearMdp& mdp);
bool rewards_alike(const LinearMdp& mdp);

/// Throws Error unless this is a linear MDP: shapes, |phi| <= 1, rewards in [0,1], distributions, `ended` absorbing and
/// paid ended_reward, stages alike to the last bit where they are declared alike.
void validate(const LinearMdp& mdp);

}  // namespace tacit
