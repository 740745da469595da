// Expected numbers come from the formulas in 30-digit arithmetic, outside this library: d = 10, H = 20, K = 1e6, p =
// 0.05.
#include "tacit/agents/lsvi/theory.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tacit/agents/lsvi/constants.h"
#include "tacit/privacy/accounting/conversions.h"
#include "tacit/privacy/release/tree.h"

namespace tacit {
namespace {

const TheorySize kSize = theory_size(10, 20, 1e6, false);
const TheorySize kLearned = theory_size(10, 20, 1e6, true);

void expect_near(double value, double expected) { EXPECT_NEAR(value, expected, 1e-12 * std::abs(expected)); }

TheorySize with_episodes(TheorySize size, double episodes) {
  size.episodes = episodes;
  return size;
}

// How fast a bound grows: the exponent of K between two large numbers of episodes.
double growth(const std::vector<RegretBound>& at_1e20, const std::vector<RegretBound>& at_1e24, std::size_t i) {
  return std::log10(at_1e24[i].value / at_1e20[i].value) / 4;
}

TEST(LsviUcbTheory, IsThePublishedFormula) {
  const LsviUcbTheory t = lsvi_ucb_theory(kSize);
  EXPECT_EQ(t.ridge, 1);
  expect_near(t.beta, 955.043609027907);  // d H sqrt(log(2dKH/p))
  EXPECT_EQ(t.switches, 1e6);
  expect_near(lsvi_ucb_regret(kSize)[0].value, 288433968.539146);  // sqrt(d^3 H^4 K) log(2dKH/p)
}

TEST(PlusPlusTheory, IsThePublishedFormula) {
  const PlusPlusTheory t = plus_plus_theory(kLearned);
  expect_near(t.ridge, 1.0 / 400);
  expect_near(t.log_term, 28.1010247451743);
  expect_near(t.bernstein, 92.0255204396718);
  expect_near(t.hoeffding, 17775.8108335609);
  expect_near(t.second, 355516.216671217);
  expect_near(t.reward, 1.55931654268803);
  expect_near(t.switches, 4186.3138581343);  // d H log2(1 + K H/d)
  EXPECT_EQ(plus_plus_theory(kSize).reward, 0);
}

TEST(PlusPlusTheory, WeightsAreAstronomicallySmall) {
  const PlusPlusTheory t = plus_plus_theory(kSize);
  expect_near(t.first_weight, 7.8125e-14);           // 1/(4 d^6 H^4 H)
  expect_near(t.total_weight, 7.81256103515625e-8);  // (1/H + K/(8 d^6 H^4))^2 - 1/H^2
  expect_near(t.at_end.bonus, 1840.48165126764);
  expect_near(t.at_end.spread_bonus, 1840.5075329802);
}

// The published weights at their largest (no variance, no E, no D), of users who take `directions` in turns.
double sum_of_weights(const TheorySize& size, double ridge, int directions) {
  const double d = size.dimension, H = size.horizon;
  std::vector<double> gram(directions, ridge);
  double total = 0;
  for (int k = 0; k < size.episodes; ++k) {
    double& own = gram[k % directions];
    const double weight = 1 / std::max(H, 4 * std::pow(d, 6) * std::pow(H, 4) / std::sqrt(own));
    own += weight;
    total += weight;
  }
  return total;
}

TEST(PlusPlusTheory, TotalWeightCoversTheRecursion) {
  for (const double H : {1.0, 2.0}) {
    for (const double K : {1.0, 100.0, 20000.0}) {
      const TheorySize size = theory_size(2, H, K, false);
      const PlusPlusTheory t = plus_plus_theory(size);
      EXPECT_LE(sum_of_weights(size, t.ridge, 1), t.total_weight);
      EXPECT_LE(sum_of_weights(size, t.ridge, 2), t.total_weight);
      EXPECT_GT(sum_of_weights(size, t.ridge, 1), 0.5 * t.total_weight);
    }
    EXPECT_DOUBLE_EQ(sum_of_weights(theory_size(2, H, 1, false), 1 / (H * H), 1),
                     plus_plus_theory(theory_size(2, H, 1, false)).first_weight);
  }
}

TEST(PlusPlusTheory, RegretIsTheLeadingTermOrAllOfLemmaC1) {
  const auto bounds = plus_plus_regret(kSize);
  expect_near(bounds[0].value, 894427.190999916);
  expect_near(bounds[1].value, 2.13358675535579e+18);
  EXPECT_LT(bounds[0].value, kSize.trivial_bound());
  EXPECT_GT(*bounds[1].informative_from, 1e12);
}

// agents/lsvi/constants.h keeps the same radii for weights at most 1 and per unit of span.
TEST(PlusPlusTheory, AgreesWithWhatTheAgentUses) {
  Problem problem;
  problem.horizon = 20, problem.dimension = 10, problem.actions = 2, problem.measure_norm = 4.5;
  const double H = 20, scale = std::sqrt(H);
  const PlusPlusTheory t = plus_plus_theory(theory_size(problem, 1000));
  const Constants c = make_constants(problem, {.family = Family::lsvi_ucb_plus_plus, .practical = false}, 1000);
  expect_near(c.ridge, H * t.ridge);
  expect_near(c.optimistic * H, scale * t.bernstein);
  expect_near(c.pessimistic * H, scale * t.hoeffding);
  expect_near(c.second * H * H, scale * t.second);
  expect_near(c.reward, scale * t.reward);
  const Constants plain = make_constants(problem, {.practical = false}, 1000);
  expect_near(plain.optimistic * H, lsvi_ucb_theory(theory_size(problem, 1000)).beta);
}

TEST(LuyoTheory, IsTheFormula) {
  const LuyoTheory t = luyo_theory(kSize, Epsilon(1), Mu(0.25));
  EXPECT_EQ(t.batches, 1821);  // ceil(1e6^0.4 10^0.6 20^0.2)
  EXPECT_EQ(t.levels, 11);
  expect_near(t.gram_scale, 83.9047078536121);
  expect_near(t.moment_scale, 43182.2185627371);
  expect_near(t.eta, 3856.67292385313);
  expect_near(t.ridge, 7723.34584770626);
  expect_near(t.beta, 122888.952053808);
  expect_near(t.at_end.bonus, 122.183544464777);
  expect_near(luyo_regret(kSize, Epsilon(1))[0].value, 128065103.113251);
}

TEST(LuyoTheory, SpendsTheWholeBudget) {
  const LuyoTheory t = luyo_theory(kSize, Epsilon(1), Mu(0.25));
  const double H = 20, gram = H * t.levels / std::pow(t.gram_scale, 2);
  const double moments = H * static_cast<double>(t.batches) * std::pow(2 * H / t.moment_scale, 2);
  expect_near(std::sqrt(gram + moments), 0.25);
}

TEST(LuyoTheory, HasNoMoreBatchesThanEpisodes) {
  const LuyoTheory t = luyo_theory(theory_size(1000, 1000, 3, false), Epsilon(1e4), Mu(100));
  EXPECT_EQ(t.batches, 3);
  EXPECT_EQ(luyo_theory(theory_size(1, 1, 1, false), Epsilon(1e-6), Mu(1e-6)).batches, 1);
}

TEST(NgoTheory, IsTheFormula) {
  const NgoTheory t = ngo_theory(kSize, Mu(0.25));
  EXPECT_EQ(t.levels, 20);
  expect_near(t.gram_scale, 113.137084989848);
  expect_near(t.eta, 7781.7164055065);
  EXPECT_EQ(t.ridge, 2 * t.eta);
  EXPECT_EQ(t.most_switches, 579);
  expect_near(t.moment_scale, 24349.4558460759);
  expect_near(t.beta, 178868.627544327);
  expect_near(t.at_end.bonus, 176.816629208221);
  expect_near(ngo_regret(kSize, Epsilon(1))[0].value, 154911463.443787);
}

TEST(NgoTheory, SpendsTheWholeBudget) {
  const NgoTheory t = ngo_theory(kSize, Mu(0.25));
  const double H = 20, gram = H * t.levels / std::pow(t.gram_scale, 2);
  const double moments = H * static_cast<double>(t.most_switches) * std::pow(2 * H / t.moment_scale, 2);
  expect_near(std::sqrt(gram + moments), 0.25);
}

TEST(NgoTheory, HasTheTreeThatWouldBeBuilt) {
  for (const double K : {1.0, 2.0, 3.0, 4.0, 1023.0, 1024.0, 1e7})
    EXPECT_EQ(ngo_theory(with_episodes(kSize, K), Mu(1)).levels, tree_levels(static_cast<Index>(K))) << K;
}

TEST(NgoTheory, AllowsOneSwitchHoweverLargeTheNoise) {
  EXPECT_EQ(ngo_theory(theory_size(1, 1, 1, false), Mu(1e-9)).most_switches, 1);
}

TEST(PaperTheory, IsTheFormula) {
  const PaperTheory t = paper_theory(kSize, Rho(0.02));
  EXPECT_EQ(t.statistics, 4);
  expect_near(t.rho_0, 2.5e-10);
  expect_near(t.value_scale, 1788854.38199983);
  expect_near(t.second_scale, 35777087.6399966);
  EXPECT_EQ(t.reward_scale, 0);
  expect_near(t.gram_scale, 44721.3595499958);
  expect_near(t.noise_bound, 39526918.6584012);
  expect_near(t.lambda, 1035625.86145284);
  expect_near(t.log_term, 84.6905603385546);
  expect_near(t.bernstein, 2544042716737.67);
  expect_near(t.hoeffding, 2544042770032.87);
  expect_near(t.second, 2.01116339034804e+21);
  EXPECT_EQ(t.reward, 0);
  expect_near(t.total_weight, 0.00275411516749023);
  expect_near(t.switches, 26.5969422677288);
  expect_near(t.at_end.bonus, 1443318998.03743);
}

TEST(PaperTheory, LearnedRewardsAreAFifthStatistic) {
  const PaperTheory t = paper_theory(kLearned, Rho(0.02));
  EXPECT_EQ(t.statistics, 5);
  expect_near(t.rho_0, 2e-10);
  expect_near(t.value_scale, 2e6);
  expect_near(t.reward_scale, 1e5);
  expect_near(t.gram_scale, 5e4);
  expect_near(t.reward, 11596.7851986512);
}

TEST(PaperTheory, SpendsTheWholeBudget) {
  for (const TheorySize& size : {kSize, kLearned}) {
    const PaperTheory t = paper_theory(size, Rho(0.02));
    const auto rho = [](double sensitivity, double sigma) { return std::pow(sensitivity / sigma, 2) / 2; };
    double one = 2 * rho(40, t.value_scale) + rho(800, t.second_scale) + rho(1, t.gram_scale);
    if (size.rewards_learned) one += rho(2, t.reward_scale);
    expect_near(one * 20 * 1e6, 0.02);
  }
}

// lam~ was printed for add-remove; it is large enough for the noise of replace-one, and for a fifth statistic.
TEST(PaperTheory, LambdaCoversTheNoiseOfReplaceOne) {
  for (const double d : {1.0, 2.0, 5.0, 10.0, 30.0, 100.0, 1e4}) {
    for (const double K : {1.0, 100.0, 1e6, 1e12}) {
      for (const bool learned : {false, true}) {
        const PaperTheory t = paper_theory(theory_size(d, 20, K, learned), Rho(0.02));
        EXPECT_GE(t.lambda, eta(t.gram_scale, d, 20 * K, kFailure)) << d << " " << K;
      }
    }
  }
}

TEST(PaperTheory, StatementsOfTheRegretDiffer) {
  const auto bounds = paper_regret(kSize, Epsilon(1), Delta(1e-7));
  ASSERT_EQ(bounds.size(), 4u);
  expect_near(bounds[0].value, 17900476010.2639);
  expect_near(bounds[1].value, 27111242679.1065);
  expect_near(bounds[2].value, 256394738191.221);
  EXPECT_NEAR(bounds[3].value / 1.54301969907714e+29, 1, 1e-8);  // rho is rounded down on its way.
  expect_near((bounds[2].value - 894427.190999916) / (bounds[1].value - 894427.190999916), std::pow(20, 0.75));
}

// The last step of the proof cannot be right: the line before it grows faster than H K, whatever K is.
TEST(PaperTheory, ProofDoesNotGiveTheRateOfTheTheorem) {
  const auto at = [](double K) { return paper_regret(with_episodes(kSize, K), Epsilon(1), Delta(1e-7)); };
  const auto low = at(1e20), high = at(1e24);
  EXPECT_NEAR(growth(low, high, 0), 0.5, 1e-6);
  EXPECT_NEAR(growth(low, high, 1), 0.5, 0.05);
  EXPECT_NEAR(growth(low, high, 3), 1.5, 0.1);
  EXPECT_TRUE(low[0].informative_from.has_value());
  EXPECT_FALSE(low[3].informative_from.has_value());
}

TEST(PrivateTheory, MoreBudgetMeansLessNoiseAndSmallerBounds) {
  EXPECT_LT(luyo_theory(kSize, Epsilon(1), Mu(0.5)).gram_scale, luyo_theory(kSize, Epsilon(1), Mu(0.25)).gram_scale);
  EXPECT_LT(ngo_theory(kSize, Mu(0.5)).beta, ngo_theory(kSize, Mu(0.25)).beta);
  EXPECT_LT(paper_theory(kSize, Rho(0.04)).bernstein, paper_theory(kSize, Rho(0.02)).bernstein);
  EXPECT_LT(luyo_regret(kSize, Epsilon(2))[0].value, luyo_regret(kSize, Epsilon(1))[0].value);
  EXPECT_LT(ngo_regret(kSize, Epsilon(2))[0].value, ngo_regret(kSize, Epsilon(1))[0].value);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_LT(paper_regret(kSize, Epsilon(2), Delta(1e-7))[i].value,
              paper_regret(kSize, Epsilon(1), Delta(1e-7))[i].value);
}

// Without a price for privacy what is left is the rate of the non-private algorithm.
TEST(PrivateTheory, RegretTendsToThatOfTheNonPrivateAlgorithm) {
  const double hoeffding = std::pow(10, 1.5) * 400 * 1000;
  EXPECT_NEAR(ngo_regret(kSize, Epsilon(1e12))[0].value / hoeffding, 1, 1e-4);
  EXPECT_NEAR(luyo_regret(kSize, Epsilon(1e12))[0].value / hoeffding, 1, 1e-3);
  EXPECT_NEAR(paper_regret(kSize, Epsilon(1e12), Delta(1e-7))[0].value / plus_plus_regret(kSize)[0].value, 1, 1e-6);
}

TEST(PrivateTheory, WiderMeasuresMeanWiderRadii) {
  TheorySize wide = kSize;
  wide.measure_norm *= 2;
  EXPECT_GT(luyo_theory(wide, Epsilon(1), Mu(0.25)).beta, luyo_theory(kSize, Epsilon(1), Mu(0.25)).beta);
  EXPECT_GT(ngo_theory(wide, Mu(0.25)).beta, ngo_theory(kSize, Mu(0.25)).beta);
  EXPECT_GT(paper_theory(wide, Rho(0.02)).hoeffding, paper_theory(kSize, Rho(0.02)).hoeffding);
}

// The largest and the smallest that the program lets through.
TEST(PrivateTheory, IsFiniteAtTheEndsOfTheRange) {
  for (const double d : {1.0, 1e6}) {
    for (const double H : {1.0, 1e4}) {
      for (const double K : {1.0, 1e12}) {
        const TheorySize size = theory_size(d, H, K, true);
        for (const auto& [epsilon, delta] : {std::pair{1e-6, 1e-300}, {1e4, 0.5}}) {
          const Rho rho = zcdp_simple_rho(Epsilon(epsilon), Delta(delta));
          const Mu mu = gdp_mu(Epsilon(epsilon), Delta(delta));
          EXPECT_TRUE(std::isfinite(paper_theory(size, rho).second));
          EXPECT_TRUE(std::isfinite(luyo_theory(size, Epsilon(epsilon), mu).beta));
          EXPECT_TRUE(std::isfinite(ngo_theory(size, mu).beta));
          for (const RegretBound& bound : paper_regret(size, Epsilon(epsilon), Delta(delta))) {
            EXPECT_TRUE(std::isfinite(bound.value));
            EXPECT_GT(bound.value, 0);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace tacit
