#include "tacit/agents/lsvi/noisy_regression.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tacit/core/rng.h"

namespace tacit {
namespace {

constexpr Index kDimension = 6;
constexpr double kVariance = 0.1, kDeviation = 0.3;

// Sums over users whose features are spread unevenly, and what is released of them.
struct Sums {
  Matrix gram = Matrix::Zero(kDimension, kDimension), noisy_gram;
  Vector truth = Vector(kDimension), moment = Vector::Zero(kDimension), noisy_moment;

  Sums(Stream& stream, int users, double gram_noise, double moment_noise) {
    for (double& w : truth) w = kDeviation * stream.normal();
    for (int i = 0; i < users; ++i) {
      Vector phi(kDimension);
      for (Index j = 0; j < kDimension; ++j) phi[j] = stream.normal() * std::pow(0.6, static_cast<double>(j));
      phi.normalize();
      gram += phi * phi.transpose();
      moment += phi * (phi.dot(truth) + std::sqrt(kVariance) * stream.normal());
    }
    noisy_gram = gram, noisy_moment = moment;
    for (Index i = 0; i < kDimension; ++i) {
      noisy_moment[i] += moment_noise * stream.normal();
      for (Index j = 0; j <= i; ++j) {
        const double noise = gram_noise * stream.normal() * (i == j ? std::sqrt(2.0) : 1);
        noisy_gram(i, j) += noise;
        if (i != j) noisy_gram(j, i) += noise;
      }
    }
  }
};

TEST(NoisyRegression, IsRidgeRegressionWithoutNoise) {
  Stream stream(1, "ridge");
  const Sums sums(stream, 50, 0, 0);
  const auto fit = NoisyRegression(sums.gram, 0).fit(sums.moment, {kVariance, kDeviation, 0});
  const Matrix ridge = sums.gram + kVariance / (kDeviation * kDeviation) * Matrix::Identity(kDimension, kDimension);
  EXPECT_TRUE(fit.weights.isApprox(ridge.ldlt().solve(sums.moment), 1e-9));
  EXPECT_TRUE(fit.precision.isApprox(ridge / kVariance, 1e-9));
}

TEST(NoisyRegression, KnowsNothingBeforeData) {
  const auto fit = NoisyRegression(Matrix::Zero(3, 3), 0).fit(Vector::Zero(3), {kVariance, 2, 0});
  EXPECT_EQ(fit.weights.norm(), 0);
  EXPECT_TRUE(fit.precision.isApprox(0.25 * Matrix::Identity(3, 3)));
}

TEST(NoisyRegression, BelievesLittleWhereThereIsNothingButNoise) {
  Stream stream(2, "nothing");
  double length = 0;
  for (int round = 0; round < 200; ++round) {
    const Sums sums(stream, 0, 30, 30);
    length +=
        NoisyRegression(sums.noisy_gram, 30).fit(sums.noisy_moment, {kVariance, kDeviation, 30}).weights.squaredNorm();
  }
  // The prior expects |w|^2 = d c^2 = 0.54.
  EXPECT_LT(length / 200, 0.1 * kDimension * kDeviation * kDeviation);
}

// The reason for all this: a matrix shifted by the spectral norm of its noise can be inverted, at the price of a bias.
TEST(NoisyRegression, IsNearerTheTruthThanAShiftedRidge) {
  Stream stream(3, "nearer");
  for (const int users : {300, 1000, 5000, 30000}) {
    double ours = 0, shifted = 0;
    for (int round = 0; round < 100; ++round) {
      const Sums sums(stream, users / 10, 4, 4);  // Noise and users both a tenth.
      const auto fit = NoisyRegression(sums.noisy_gram, 4).fit(sums.noisy_moment, {kVariance, kDeviation, 4});
      const Matrix ridge = sums.noisy_gram + (1 + 8 * std::sqrt(6.0)) * Matrix::Identity(kDimension, kDimension);
      ours += (fit.weights - sums.truth).squaredNorm();
      shifted += (ridge.ldlt().solve(sums.noisy_moment) - sums.truth).squaredNorm();
    }
    EXPECT_LT(ours, 0.9 * shifted) << users;
  }
}

TEST(NoisyRegression, StatesHowFarItMayBeOff) {
  Stream stream(4, "honest");
  for (const int users : {100, 1000, 3000}) {
    double squares = 0;
    for (int round = 0; round < 200; ++round) {
      const Sums sums(stream, users, 10, 10);
      const auto fit = NoisyRegression(sums.noisy_gram, 10).fit(sums.noisy_moment, {kVariance, kDeviation, 10});
      const Vector error = fit.weights - sums.truth;
      squares += error.dot(fit.precision * error) / kDimension;
    }
    // 1 if the model were exact; eigenvectors are noisy too, and what noise could make is taken off.
    EXPECT_GT(squares / 200, 0.5) << users;
    EXPECT_LT(squares / 200, 2) << users;
  }
}

}  // namespace
}  // namespace tacit
