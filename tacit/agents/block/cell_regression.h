// What releases tell of cells whose stages are declared alike: a table of next states and of rewards, with errors.
//
// A release measures for each cell i the weighted visits G_i, the rewards R_i = G_i theta_i (less 1/2 each) and the
// successors Y_i = G_i p_i, each with noise of known size. G is not known either, and a ratio of two noisy numbers is
// biased where the lower one is small: cells that hardly anybody saw would seem to be known, wrongly. So a release is
// weighed by the visits F_i that were FORECAST before it (cell_forecast.h), which the noise of the release knows
// nothing about: F is an instrument in the sense of econometrics. With v the variance of one outcome, t^2 that of the
// noise, and q = F / (v F + t^2),
//   A = sum q G,   B = sum q Y,   D = sum q^2 (v G + t^2),
// over all releases, B = A p + an error of variance D: the estimate is B/A, and the precision (A^2 - 4 N)/D, with N the
// variance of the noise on A. So a cell is unseen where A is within two deviations of its own noise, and known little
// where it is not far beyond: whatever noise lifted above a threshold would else seem to be known, and to be average. A
// forecast that the release itself contradicts by more than two deviations of its noise is moved to where it does not:
// else a small error in a large forecast would drown what few users saw.
//
// G is measured twice: by the Gram matrix, and as the sum of the successors. Both are used, each by its precision.
// Steps of the last stage tell what a cell pays and not where it leads (cell_map.h): those that led nowhere are taken
// off G where successors are learned.
//
// Before data every next state has chance 1/S with deviation S^-1/2, and theta_i = level + own_i, with deviations 1/2
// and `spread`, unless the cell pays what most do (usual_reward.h). Deviations are those without that exception: what
// probably pays no more than the rest has to be tried all the same. Estimates are projected on what is possible.
#pragma once

#include "tacit/agents/block/block_plan.h"
#include "tacit/agents/block/cell_map.h"
#include "tacit/agents/block/cell_model.h"
#include "tacit/agents/block/faded_blocks.h"
#include "tacit/mdp/problem.h"

namespace tacit {

struct CellPriors {
  double spread = 0.45;           ///< The deviation of an expected reward before data.
  double reward_variance = 0.15;  ///< The variance of a reward in a cell.
};

class CellRegression {
 public:
  /// `fading`: of the release (worthwhile_fading). Keeps references.
  CellRegression(const Problem& problem, const CellMap& map, const CellPriors& priors, double fading);

  /// Takes in the newest release, of the users of these policies, and learns.
  void take(const Billboard& billboard, const std::vector<Audience>& audiences);

  const CellModel& model() const { return model_; }
  /// How much more precise each cell will be after so many more users with these limits, as far as can be foreseen:
  /// their variances in a copy of the model.
  void foresee(double users, const StepLimits& limits, CellModel& model) const;

 private:
  /// What was measured last: sums in which earlier blocks count less.
  struct Measured {
    Vector gram, reward;
    Matrix successors;  ///< Outcomes x cells.
    Vector forecast, squares, last;
  };
  void measure(const Billboard& billboard, const std::vector<Audience>& audiences);
  void add_evidence();
  void learn();
  void set_known();
  double successor_noise(Index cell) const;
  double reward_noise(Index cell) const;

  const Problem& problem_;
  const CellMap& map_;
  CellPriors priors_;
  FadedBlocks faded_;
  Measured shown_, newest_;  ///< Prefix sums as published; the newest measurement.
  BillboardNoise noise_;
  double gram_variance_ = 0;  ///< That of the noise on G,
  double left_variance_ = 0;  ///< and on G less what led nowhere.
  struct Evidence {
    Vector a, noise_of_a, d;
    Vector noise;  ///< The part of D that is noise.
  };
  Evidence next_, reward_;
  Matrix successors_;   ///< Cells x states: B.
  Vector reward_sums_;  ///< The same of rewards less 1/2.
  Vector is_known_;     ///< 1 where nothing is to be learned.
  double level_ = 0;    ///< What rewards usually are, less 1/2.
  CellModel model_;
};

}  // namespace tacit
