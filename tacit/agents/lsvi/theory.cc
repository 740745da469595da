#include "tacit/agents/lsvi/theory.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tacit/agents/lsvi/constants.h"
#include "tacit/privacy/accounting/conversions.h"

namespace tacit {
namespace {

constexpr double p = kFailure;

double power(double base, double exponent) { return std::pow(base, exponent); }

// Share of mu for each of two statistics: mu^2 = mu_gram^2 + mu_moment^2, split evenly.
double half_of(Mu mu) { return mu.value() / std::sqrt(2.0); }

// tree_levels of privacy/release/tree.h, also beyond what it would build.
int levels_over(std::int64_t points) { return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(points))); }

// The floor 4 d^6 H^4 |phi| of sigma-bar^2. Let W be the sum of w |phi|^2 so far. The norm of the next phi in Lam^-1 is
// at least |phi|/sqrt(ridge + W), so it adds w |phi|^2 <= c |phi| sqrt(ridge + W) <= c u, with u^2 = ridge + W:
double floor_slope(const TheorySize& size) { return 1 / (4 * power(size.dimension, 6) * power(size.horizon, 4)); }

double first_weight(const TheorySize& size, double ridge) {
  return std::min(1 / size.horizon, floor_slope(size) * std::sqrt(ridge));
}

// u_next^2 <= u^2 + c u <= (u + c/2)^2, so u grows by at most c/2 a user. And no weight exceeds 1/H.
double total_weight(const TheorySize& size, double ridge) {
  const double growth = floor_slope(size) / 2 * size.episodes;
  return std::min(growth * (2 * std::sqrt(ridge) + growth), size.episodes / size.horizon);
}

// Self-normalised bound (Abbasi-Yadkori et al. 2011, Theorem 1) for rewards in [0, 1], which are 1/2-sub-Gaussian,
// times sqrt(w) <= 1/sqrt(H), in all H stages: det <= (ridge + K/(d H))^d.
double reward_deviation(const TheorySize& size, double ridge) {
  const double d = size.dimension, H = size.horizon, K = size.episodes;
  return 0.5 / std::sqrt(H) * std::sqrt(d * std::log1p(K / (d * H * ridge)) + 2 * std::log(H / p));
}

// He, Lemma C.1, which the paper repeats: the regret on the event that all confidence intervals hold, from the
// optimistic radius beta, the ridge (in iota), and a bound on the sum of sigma^2 over all steps.
double regret_chain(const TheorySize& size, double beta, double ridge, double variance) {
  const double d = size.dimension, H = size.horizon, K = size.episodes;
  const double iota = std::log1p(K / (d * ridge));
  return 16 * power(d, 4) * power(H, 8) * iota + 40 * beta * power(d, 7) * power(H, 5) * iota +
         8 * beta * std::sqrt(2 * d * H * iota * (variance + H * H * K)) +
         4 * std::sqrt(H * H * H * K * std::log(H / p));
}

// What LSVI-UCB and its private forms share: sqrt(d^3 H^4 K).
double hoeffding_rate(const TheorySize& size) {
  return power(size.dimension, 1.5) * size.horizon * size.horizon * std::sqrt(size.episodes);
}

double bernstein_rate(const TheorySize& size) {
  return size.dimension * std::sqrt(power(size.horizon, 3) * size.episodes);
}

}  // namespace

// Jin, Theorem 3.1: lambda = 1, beta = c d H sqrt(iota), iota = log(2 d K H/p).
LsviUcbTheory lsvi_ucb_theory(const TheorySize& size) {
  const double d = size.dimension, H = size.horizon, K = size.episodes;
  LsviUcbTheory t;
  t.ridge = 1;
  t.beta = d * H * std::sqrt(std::log(2 * d * K * H / p));
  t.switches = K;
  t.at_end = final_bonus(size, t.beta, t.ridge, K);
  return t;
}

// Jin, Theorem 3.1: O(sqrt(d^3 H^3 T iota^2)) with T = K H.
std::vector<RegretBound> lsvi_ucb_regret(const TheorySize& size) {
  return {regret_bound("theorem", "sqrt(d^3 H^4 K) log(2dKH/p)", size, [](const TheorySize& s) {
    return hoeffding_rate(s) * std::log(2 * s.dimension * s.episodes * s.horizon / p);
  })};
}

// He, Theorem 5.1 and Algorithm 1: lambda = 1/H^2. Weights are at most 1/H, so that determinants double as with weights
// at most 1 and ridge H lambda.
PlusPlusTheory plus_plus_theory(const TheorySize& size) {
  const double d = size.dimension, H = size.horizon, K = size.episodes;
  PlusPlusTheory t;
  t.ridge = 1 / (H * H);
  t.log_term = std::log(d * H * K / (p * t.ridge));
  const double shrinkage = size.measure_norm * std::sqrt(t.ridge);
  t.bernstein = H * shrinkage + std::sqrt(d) * t.log_term;
  t.hoeffding = H * shrinkage + power(d, 1.5) * H * t.log_term;
  t.second = H * H * shrinkage + power(d, 1.5) * H * H * t.log_term;
  if (size.rewards_learned) t.reward = shrinkage + reward_deviation(size, t.ridge);
  t.first_weight = first_weight(size, t.ridge);
  t.total_weight = total_weight(size, t.ridge);
  t.switches = doubling_bound(size, H * t.ridge);
  t.at_end = final_bonus(size, t.bernstein, t.ridge, t.total_weight);
  return t;
}

// The leading term is what the theorem is known for. Its proof has more: Lemma C.1 with the Bernstein radius and, of
// the variance (Lemma C.3), the leading part H^2 K alone; the terms left out only make it larger.
std::vector<RegretBound> plus_plus_regret(const TheorySize& size) {
  return {regret_bound("theorem, leading term", "d sqrt(H^3 K)", size, bernstein_rate),
          regret_bound("proof, lower-order terms too",
                       "16 d^4 H^8 i + 40 b d^7 H^5 i + 8 b sqrt(2dHi 2H^2 K) + 4 sqrt(H^3 K log(H/p)), "
                       "b = radius_bernstein, i = log(1 + K/(d lambda))",
                       size, [](const TheorySize& s) {
                         const PlusPlusTheory t = plus_plus_theory(s);
                         return regret_chain(s, t.bernstein, t.ridge, s.horizon * s.horizon * s.episodes);
                       })};
}

std::int64_t luyo_batches(double dimension, double horizon, double episodes, Epsilon epsilon) {
  const double wanted = power(episodes * epsilon.value(), 0.4) * power(dimension, 0.6) * power(horizon, 0.2);
  return static_cast<std::int64_t>(std::min(episodes, std::ceil(wanted)));
}

// Gram: a user is in `levels` nodes of the tree of each of H stages, each with ratio 1/s: mu_G^2 = H levels/s^2; a
// prefix sums at most `levels` nodes. Moments of r + V in [0, H]: a user moves each by at most 2H, in at most B
// releases of H stages: mu_u^2 = H B (2H/sigma)^2.
LuyoTheory luyo_theory(const TheorySize& size, Epsilon epsilon, Mu mu) {
  const double d = size.dimension, H = size.horizon, K = size.episodes;
  LuyoTheory t;
  t.batches = luyo_batches(d, H, K, epsilon);
  const double B = static_cast<double>(t.batches);
  t.levels = levels_over(t.batches);
  t.gram_scale = std::sqrt(H * t.levels) / half_of(mu);
  t.moment_scale = 2 * H * std::sqrt(H * B) / half_of(mu);
  t.eta = eta(t.gram_scale * std::sqrt(static_cast<double>(t.levels)), d, H * B, p);
  t.ridge = d + 2 * t.eta;  // lambda = d
  t.beta = H * size.measure_norm * std::sqrt(t.ridge) * std::log(d * K * H / p);
  t.at_end = final_bonus(size, t.beta, t.ridge + t.eta, K);
  return t;
}

// As published; the abstract and the introduction of Sahu 2025 cite it so.
std::vector<RegretBound> luyo_regret(const TheorySize& size, Epsilon epsilon) {
  return {regret_bound("theorem", "sqrt(d^3 H^4 K) + H^(11/5) d^(8/5) K^(3/5) / epsilon^(2/5)", size,
                       [e = epsilon.value()](const TheorySize& s) {
                         return hoeffding_rate(s) + power(s.horizon, 2.2) * power(s.dimension, 1.6) *
                                                        power(s.episodes, 0.6) / power(e, 0.4);
                       })};
}

// As for Luyo, with a tree over episodes, and moments released at most N_max times.
NgoTheory ngo_theory(const TheorySize& size, Mu mu) {
  const double d = size.dimension, H = size.horizon, K = size.episodes;
  NgoTheory t;
  t.levels = levels_over(static_cast<std::int64_t>(K));
  t.gram_scale = std::sqrt(H * t.levels) / half_of(mu);
  t.eta = eta(t.gram_scale * std::sqrt(static_cast<double>(t.levels)), d, H * K, p);
  t.ridge = 2 * t.eta;
  t.most_switches = static_cast<std::int64_t>(std::ceil(doubling_bound(size, t.ridge)));
  t.moment_scale = 2 * H * std::sqrt(H * static_cast<double>(t.most_switches)) / half_of(mu);
  t.beta = (H * size.measure_norm * std::sqrt(t.ridge) + d * H) * std::log(d * K * H / p);
  t.at_end = final_bonus(size, t.beta, t.ridge + t.eta, K);
  return t;
}

// As published; the abstract and the introduction of Sahu 2025 cite it so.
std::vector<RegretBound> ngo_regret(const TheorySize& size, Epsilon epsilon) {
  return {regret_bound("theorem", "sqrt(d^3 H^4 K) + H^3 d^(5/4) K^(1/2) / epsilon^(1/2)", size,
                       [e = epsilon.value()](const TheorySize& s) {
                         return hoeffding_rate(s) +
                                power(s.horizon, 3) * power(s.dimension, 1.25) * std::sqrt(s.episodes / e);
                       })};
}

// Section 3, the appendix on privacy, and Lemma "Utility Analysis" (c1 = K, c2 = 1: the union bound over episodes that
// its text asks for). Noise of rho_0 each: sigma^2 = Delta^2/(2 rho_0) with Delta = 2H, 2H, 2H^2, 2, and GOE of scale
// s = 1/sqrt(2 rho_0), which is replace-one. L and lam~ are as printed, for m = 4 and add-remove: lam~ covers the noise
// here too (theory_test.cc); L falls short of a union bound by up to sqrt(5/4) where m = 5.
PaperTheory paper_theory(const TheorySize& size, Rho rho) {
  const double d = size.dimension, H = size.horizon, K = size.episodes;
  PaperTheory t;
  t.statistics = size.rewards_learned ? 5 : 4;
  t.rho_0 = rho.value() / (t.statistics * H * K);
  const double unit = std::sqrt(2 / t.rho_0);
  t.value_scale = H * unit;
  t.second_scale = H * H * unit;
  if (size.rewards_learned) t.reward_scale = unit;
  t.gram_scale = unit / 2;
  t.noise_bound = 4 * H * std::sqrt(d * H * K / rho.value() * std::log(10 * d * K * H / p));
  t.lambda = std::sqrt(8 * d * H * K / rho.value()) * (2 + power(std::log(5 * H * K / p) / d, 2.0 / 3));
  const double L = t.noise_bound;
  t.log_term = std::log1p(H * power(K, 4) * L * L * d / (p * t.lambda));
  const double shrinkage = size.measure_norm * std::sqrt(t.lambda);
  t.hoeffding = H * L * shrinkage + power(d, 1.5) * H * t.log_term;
  t.second = H * H * L * L * shrinkage + power(d, 1.5) * H * H * t.log_term;
  t.bernstein = H * L * shrinkage + std::sqrt(d) * t.log_term;
  // Not in the paper, whose rewards are known. With |noise| <= L/H (its deviation is 1/H of that of the values), Gram
  // noise at most lam~, ridge 2 lam~, hence a matrix of at least lam~ I: L/(H sqrt(lam~)) + 3 lam~ |theta|/sqrt(lam~).
  if (size.rewards_learned) t.reward = L / (H * std::sqrt(t.lambda)) + 3 * shrinkage + reward_deviation(size, t.lambda);
  const double most_ridge = 3 * t.lambda;  // 2 lam~ and noise of spectral norm at most lam~.
  t.first_weight = first_weight(size, most_ridge);
  t.total_weight = total_weight(size, most_ridge);
  t.switches = doubling_bound(size, t.lambda);
  t.at_end = final_bonus(size, t.bernstein, most_ridge, t.total_weight);
  return t;
}

std::vector<RegretBound> paper_regret(const TheorySize& size, Epsilon epsilon, Delta delta) {
  const double e = epsilon.value(), log_delta = std::log(1 / delta.value());
  const auto printed = [e](const TheorySize& s, double exponent, double log_factor) {
    return bernstein_rate(s) +
           power(s.horizon, exponent) * power(s.dimension, 7.0 / 6) * std::sqrt(s.episodes) * log_factor / e;
  };
  const auto log_p = [](const TheorySize& s) { return std::log(10 * s.dimension * s.episodes * s.horizon / p); };
  return {
      regret_bound("theorem", "d sqrt(H^3 K) + H^(15/4) d^(7/6) K^(1/2) log(1/delta) / epsilon", size,
                   [=](const TheorySize& s) { return printed(s, 15.0 / 4, log_delta); }),
      regret_bound("appendix", "d sqrt(H^3 K) + H^(15/4) d^(7/6) K^(1/2) log(10dKH/p) / epsilon", size,
                   [=](const TheorySize& s) { return printed(s, 15.0 / 4, log_p(s)); }),
      regret_bound("proof, last line", "d sqrt(H^3 K) + H^(18/4) d^(7/6) K^(1/2) log(10dKH/p) / epsilon", size,
                   [=](const TheorySize& s) { return printed(s, 18.0 / 4, log_p(s)); }),
      // With L ~ K^(1/2) and lam~ ~ K^(1/2) the radius grows like K^(3/4), the variance like K^(3/2): K^(3/2) in all.
      regret_bound("proof, line before",
                   "16 d^4 H^8 i + 40 b d^7 H^5 i + 8 b sqrt(2dHi (H^2 K + H^(9/2) d^3 K^(1/2) L^2 l^(3/2) + H^2 K)) "
                   "+ 4 sqrt(H^3 K log(H/p)), b = radius_bernstein, i = log(1 + K/(d lam~))",
                   size, [rho = zcdp_simple_rho(epsilon, delta)](const TheorySize& s) {
                     const PaperTheory t = paper_theory(s, rho);
                     const double H = s.horizon, K = s.episodes;
                     const double variance = H * H * K + power(H, 4.5) * power(s.dimension, 3) * std::sqrt(K) *
                                                             t.noise_bound * t.noise_bound * power(t.log_term, 1.5);
                     return regret_chain(s, t.bernstein, t.lambda, variance);
                   })};
}

}  // namespace tacit
