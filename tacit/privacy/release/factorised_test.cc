#include "tacit/privacy/release/factorised.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tacit/core/error.h"
#include "tacit/core/rng.h"
#include "tacit/privacy/release/toeplitz.h"
#include "tests/dense.h"

namespace tacit {
namespace {

double weighted(const Strategy& s, const std::vector<double>& weights) {
  double sum = 0;
  for (std::size_t t = 0; t < weights.size(); ++t) sum += weights[t] * s.prefix_std[t] * s.prefix_std[t];
  return sum;
}
double worst(const Strategy& s) { return *std::max_element(s.prefix_std.begin(), s.prefix_std.end()); }

std::vector<double> growing(Index T, double ratio) {
  std::vector<double> w(T, 1.0);
  for (Index t = 1; t < T; ++t) w[t] = w[t - 1] * ratio;
  return w;
}

TEST(OptimalFactorisation, BeatsTheSquareRootForEveryWorth) {
  for (const Index T : {10, 34, 76})
    for (const double ratio : {0.9, 1.0, 1.2}) {
      const auto w = growing(T, ratio);
      EXPECT_LT(weighted(factorised_strategy(optimal_factorisation(w)), w), 0.92 * weighted(toeplitz_strategy(T), w))
          << T << " " << ratio;
    }
}

TEST(OptimalFactorisation, NoNearbyFactorisationIsBetter) {
  const auto w = growing(12, 1.1);
  const Matrix C = optimal_factorisation(w);
  const double best = weighted(factorised_strategy(C), w);
  Stream stream(1, "nearby");
  for (int i = 0; i < 200; ++i) {
    Matrix moved = C;
    for (Index r = 0; r < 12; ++r)
      for (Index c = 0; c <= r; ++c) moved(r, c) += 0.01 * stream.normal();
    EXPECT_GT(weighted(factorised_strategy(moved), w), best);
  }
}

TEST(OptimalFactorisation, SolvesTwoReleasesInClosedForm) {
  // X = (1 x; x 1), V = (2 1; 1 1): tr(V X^-1) = (3 - 2x)/(1 - x^2), least at x = (3 - sqrt5)/2.
  const std::vector<double> w = {1, 1};
  const double x = (3 - std::sqrt(5.0)) / 2;
  EXPECT_NEAR(weighted(factorised_strategy(optimal_factorisation(w)), w), (3 - 2 * x) / (1 - x * x), 1e-9);
}

TEST(OptimalFactorisation, HasUnitColumns) {
  const Matrix C = optimal_factorisation(growing(34, 1.0));
  for (Index j = 0; j < 34; ++j) EXPECT_NEAR(C.col(j).norm(), 1, 1e-12);
}

TEST(OptimalFactorisation, SurvivesWorthlessPrefixes) {
  std::vector<double> w(20, 0.0);
  w.back() = 1;
  const Strategy s = factorised_strategy(optimal_factorisation(w));
  EXPECT_LT(s.prefix_std.back(), 1.05);  // Only the total matters: little more than one release of it.
  EXPECT_THROW(optimal_factorisation(std::vector<double>(5, 0.0)), Error);
  EXPECT_THROW(optimal_factorisation(std::vector<double>{1, -1}), Error);
  EXPECT_THROW(optimal_factorisation(std::vector<double>(401, 1.0)), Error);
}

TEST(WorstCaseFactorisation, BeatsTheWorstPrefixOfTheSquareRootByATenth) {
  for (const Index T : {10, 34, 76})
    EXPECT_LT(worst(factorised_strategy(worst_case_factorisation(T))), 0.9 * worst(toeplitz_strategy(T))) << T;
}

TEST(Factorised, MatchesTheSquareRootWhenGivenIt) {
  const Strategy toeplitz = toeplitz_strategy(20);
  const Strategy s = factorised_strategy(trial::dense_decoder(toeplitz));
  for (Index t = 0; t < 20; ++t) EXPECT_NEAR(s.prefix_std[t], toeplitz.prefix_std[t], 1e-12);
  EXPECT_FALSE(s.encoder);  // Not on the lattice.
}

TEST(Factorised, RoundingCostsLittleAndRecomputesTheSensitivity) {
  const Matrix C = worst_case_factorisation(34), rounded = rounded_factorisation(C);
  const Strategy s = factorised_strategy(rounded);
  EXPECT_TRUE(s.encoder);
  EXPECT_NE(s.unit_noise, factorised_strategy(C).unit_noise);
  EXPECT_NEAR(s.unit_noise, trial::dense_encoder(s).colwise().norm().maxCoeff(), 1e-12);  // By brute force.
  EXPECT_LT(worst(s), 1.01 * worst(factorised_strategy(C)));
}

TEST(Factorised, RefusesWhatIsNotAFactor) {
  EXPECT_THROW(factorised_strategy(Matrix::Ones(3, 3)), Error);
  EXPECT_THROW(factorised_strategy(Matrix::Zero(3, 3)), Error);
  EXPECT_THROW(factorised_strategy(Matrix::Identity(3, 2)), Error);
  EXPECT_THROW(factorised_strategy(Matrix::Identity(2, 2) * std::nan("")), Error);
}

}  // namespace
}  // namespace tacit
