#include "tacit/agents/lsvi/constants.h"

#include <algorithm>
#include <cmath>

#include "tacit/agents/lsvi/theory.h"

namespace tacit {
namespace {

// beta = d H sqrt(log(2 d K H / p)), lambda = 1; one radius for reward and value together.
void fill_lsvi_ucb(Constants& c, double d, double K, double H) {
  if (!c.practical) c.ridge = 1;
  c.optimistic = d * std::sqrt(std::log(2 * d * K * H / kFailure));
  c.pessimistic = c.optimistic;
  // Theory: beta covers r + V, no width of its own. Practical: the reward's range is 1.
  c.reward = c.practical ? c.optimistic : 0;
}

void fill_plus_plus(Constants& c, double d, double K, double H, double norm, Bonus bonus) {
  const double lambda = 1 / (H * H);
  if (!c.practical) c.ridge = H * lambda;
  const double l = std::log(d * H * K / (kFailure * lambda));
  const double scale = std::sqrt(H);  // |phi| of the papers in units of ours.
  // The papers' H sqrt(d lambda) is H measure_norm sqrt(lambda) with their measure_norm sqrt(d).
  const double shrinkage = norm * std::sqrt(lambda);
  c.hoeffding = scale * (shrinkage + std::pow(d, 1.5) * l);
  c.second = scale * (shrinkage + std::pow(d, 1.5) * l);
  const double bernstein = scale * (shrinkage + std::sqrt(d) * l / H);
  c.optimistic = bonus == Bonus::bernstein ? bernstein : c.hoeffding;
  c.pessimistic = c.practical ? c.optimistic : c.hoeffding;
  if (c.practical) {
    // The same Bernstein argument for the reward: weights at most 1, standard deviation at most 1/2.
    c.reward = 0.5 * std::sqrt(d) * l;
  } else {
    c.reward = scale * (shrinkage + 0.5 / std::sqrt(H) *
                                        std::sqrt(d * std::log1p(K / (d * H * lambda)) + 2 * std::log(H / kFailure)));
  }
}

// Ridge and beta of the private variants of LSVI-UCB (agents/lsvi/theory.h), per unit of span.
void fill_private(Constants& c, const TheorySize& size, Confidence confidence, double twice_eta) {
  const bool luyo = confidence == Confidence::luyo;
  const double d = size.dimension;
  c.ridge = (luyo ? d : 0) + (c.practical ? c.multipliers.shift : 1) * twice_eta;
  c.ridge = std::max(c.ridge, 1e-3);  // There must be something to invert.
  c.optimistic =
      (size.measure_norm * std::sqrt(c.ridge) + (luyo ? 0 : d)) * std::log(d * size.episodes * size.horizon / kFailure);
  c.pessimistic = c.optimistic;
  c.reward = c.practical ? c.optimistic : 0;  // Theory: beta covers r + V.
  c.multipliers.shift = 0;                    // It is in the ridge.
}

// The paper's; practical planners take its ridge alone. Everything is for weights at most 1/H already.
void fill_paper(Constants& c, const TheorySize& size, Bonus bonus, Rho rho) {
  const PaperTheory theory = paper_theory(size, rho);
  c.ridge = (c.practical ? c.ridge + c.multipliers.shift * 2 * theory.lambda : 2 * theory.lambda);
  c.multipliers.shift = 0;  // It is in the ridge.
  if (c.practical) return;
  const double H = size.horizon;
  c.optimistic = (bonus == Bonus::bernstein ? theory.bernstein : theory.hoeffding) / H;
  c.pessimistic = c.hoeffding = theory.hoeffding / H;
  c.second = theory.second / (H * H);
  c.reward = theory.reward;
}

}  // namespace

Constants make_constants(const Problem& problem, const ConstantsChoice& choice, std::int64_t episodes,
                         const GramNoise& noise) {
  Constants c;
  c.practical = choice.practical;
  c.joint_reward = choice.joint_reward;
  const bool plus_plus = choice.family == Family::lsvi_ucb_plus_plus;
  c.keep_extremes = plus_plus && (choice.keep_extremes || !choice.practical);
  if (choice.practical) {
    c.ridge = choice.ridge;
    c.multipliers = choice.multipliers;
    c.weighing = choice.weighing;
  }
  const double d = problem.dimension, H = problem.horizon, K = static_cast<double>(episodes);
  const TheorySize size = theory_size(problem, episodes);
  if (choice.confidence == Confidence::family || choice.confidence == Confidence::paper) {
    if (plus_plus) {
      fill_plus_plus(c, d, K, H, problem.measure_norm, choice.bonus);
    } else {
      fill_lsvi_ucb(c, d, K, H);
    }
  } else {
    fill_private(c, size, choice.confidence, 2 * eta(noise.scale, d, noise.matrices, kFailure));
  }
  c.optimistic *= c.multipliers.beta;
  c.pessimistic *= c.multipliers.beta;
  c.reward *= c.multipliers.beta;
  // Gram matrix and ridge grow by the scale, |phi| in the norm of the inverse shrinks by its root.
  const double scale = choice.weight_scale, root = std::sqrt(scale);
  c.weight_scale = scale;
  c.ridge *= scale;
  for (double* radius : {&c.optimistic, &c.pessimistic, &c.reward, &c.hoeffding, &c.second}) *radius *= root;
  if (choice.confidence == Confidence::paper) fill_paper(c, size, choice.bonus, Rho(noise.rho));
  return c;
}

}  // namespace tacit
