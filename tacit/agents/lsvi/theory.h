// What the theorems promise for d, H, K and a privacy budget: constants, switching bounds and regret bounds, as pure
// functions. `constants=theory` of an agent uses the same formulas; the noise of its trees is what it is, here it is
// bounded from above (levels over all K or B points, worst prefix).
//
//   Jin       Jin, Yang, Wang and Jordan 2020: LSVI-UCB
//   He        He, Zhao, Zhou and Gu 2023: LSVI-UCB++
//   Luyo      Luyo, Garcelon, Lazaric and Pirotta 2021: LSVI-UCB, released at the ends of fixed batches
//   Ngo       Ngo, Vietri and Wu 2022: LSVI-UCB, released when a determinant doubles
//   paper     Sahu 2025: LSVI-UCB++, every sum released anew at every stage of every episode
//
// Every O(.) has 1 inside. A bound stated as O~(.) hides logarithms: what is written out here is all that is counted.
// The papers' sqrt(d), as a bound on |measures_h(S)| and |theta_h|, is measure_norm here. Radii are in the papers'
// scale (LSVI-UCB++: weights at most 1/H; agents/lsvi/constants.h keeps them for weights at most 1). p = kFailure
// throughout. For Luyo and Ngo the noise is calibrated anew, for replace-one neighbours and Gaussian DP; their regret
// bounds are those of the publications, for the noise that was published.
#pragma once

#include <cstdint>
#include <vector>

#include "tacit/agents/lsvi/bounds.h"
#include "tacit/privacy/accounting/budget.h"

namespace tacit {

struct LsviUcbTheory {
  double ridge = 0, beta = 0;
  double switches = 0;  ///< K: it plans after every episode.
  FinalBonus at_end;
};
LsviUcbTheory lsvi_ucb_theory(const TheorySize& size);
std::vector<RegretBound> lsvi_ucb_regret(const TheorySize& size);

struct PlusPlusTheory {
  double ridge = 0;                                 ///< lambda
  double log_term = 0;                              ///< l
  double bernstein = 0, hoeffding = 0, second = 0;  ///< Radii.
  double reward = 0;                                ///< Width of learned rewards; 0 for known ones.
  double first_weight = 0;                          ///< The weight of a unit phi that nobody has shown yet, at most.
  double total_weight = 0;                          ///< Sum of w |phi|^2 over all K users, whatever they do, at most.
  double switches = 0;
  FinalBonus at_end;  ///< The optimistic bonus by then.
};
PlusPlusTheory plus_plus_theory(const TheorySize& size);
std::vector<RegretBound> plus_plus_regret(const TheorySize& size);

struct LuyoTheory {
  std::int64_t batches = 0;                 ///< B; also the most switches.
  int levels = 0;                           ///< Levels of the tree over batches.
  double gram_scale = 0, moment_scale = 0;  ///< s of one node of the tree; sigma of one release.
  double eta = 0, ridge = 0;                ///< ridge = lambda + 2 eta.
  double beta = 0;
  FinalBonus at_end;
};
/// B = min(K, (K eps)^(2/5) d^(3/5) H^(1/5)), rounded up.
std::int64_t luyo_batches(double dimension, double horizon, double episodes, Epsilon epsilon);
LuyoTheory luyo_theory(const TheorySize& size, Epsilon epsilon, Mu mu);
std::vector<RegretBound> luyo_regret(const TheorySize& size, Epsilon epsilon);

struct NgoTheory {
  std::int64_t most_switches = 0;  ///< N_max: the budget is for so many, and then no more are made.
  int levels = 0;                  ///< Levels of the tree over episodes.
  double gram_scale = 0, moment_scale = 0;
  double eta = 0, ridge = 0;  ///< ridge = lam~ = 2 eta.
  double beta = 0;
  FinalBonus at_end;
};
NgoTheory ngo_theory(const TheorySize& size, Mu mu);
std::vector<RegretBound> ngo_regret(const TheorySize& size, Epsilon epsilon);

struct PaperTheory {
  int statistics = 0;                               ///< m: 4 per stage and episode, 5 with learned rewards.
  double rho_0 = 0;                                 ///< rho/(m H K), of one release.
  double value_scale = 0, second_scale = 0;         ///< Standard deviations of the noise on moments of V and V^2,
  double reward_scale = 0;                          ///< of r (0 for known rewards),
  double gram_scale = 0;                            ///< and scale s of the GOE on the Gram matrix.
  double noise_bound = 0;                           ///< L
  double lambda = 0;                                ///< lam~; the ridge is twice that.
  double log_term = 0;                              ///< l
  double bernstein = 0, hoeffding = 0, second = 0;  ///< Radii.
  double reward = 0;                                ///< Width of learned rewards; 0 for known ones.
  double first_weight = 0, total_weight = 0;        ///< As in PlusPlusTheory.
  double switches = 0;
  FinalBonus at_end;  ///< The optimistic (Bernstein) bonus by then.
};
PaperTheory paper_theory(const TheorySize& size, Rho rho);
/// As the theorem states it, as the appendix does, as the last line of its proof does, and the line before that one,
/// evaluated; rho is what (epsilon, delta) allow by the simple conversion.
std::vector<RegretBound> paper_regret(const TheorySize& size, Epsilon epsilon, Delta delta);

}  // namespace tacit
