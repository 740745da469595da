#include "tacit/agents/block/possible_weights.h"

#include <gtest/gtest.h>

#include "tacit/agents/block/many_coordinates.h"
#include "tacit/core/rng.h"

namespace tacit {
namespace {

constexpr Index kDimension = 4, kStates = 9;

Eigen::MatrixXd random(Stream& s, Index rows, Index columns) {
  Eigen::MatrixXd result(rows, columns);
  for (double& x : result.reshaped()) x = s.normal();
  return result;
}

Matrix random_covariance(Stream& s) {
  const Eigen::MatrixXd root = random(s, kDimension, kDimension);
  return 0.02 * (root * root.transpose() + 0.3 * Matrix::Identity(kDimension, kDimension));
}

// In each row.
Eigen::MatrixXd random_distributions(Stream& s) {
  Eigen::MatrixXd result(kDimension, kStates);
  std::vector<double> shares(kStates);
  for (auto row : result.rowwise()) {
    s.dirichlet(0.3, shares);
    row = ConstRow(shares.data(), kStates);
  }
  return result;
}

// So long that nothing changes any more.
template <typename Fit>
Eigen::MatrixXd converged(const Fit& fit, const Posterior& known, const Matrix& corners) {
  Footing footing;
  for (int i = 0; i < 300; ++i) fit(known, corners, footing);
  return fit(known, corners, footing);
}

const Matrix kAxes = Matrix::Identity(kDimension, kDimension);

constexpr auto kDistributions = [](const Posterior& known, const Matrix& corners, Footing& footing) {
  return possible_measures(known, corners, footing);
};

TEST(PossibleMeasures, StayAsTheyAreWhenTheyArePossible) {
  Stream s(1, "possible");
  const Posterior known{random_distributions(s), random_covariance(s)};
  Footing footing;
  EXPECT_LT((possible_measures(known, kAxes, footing) - known.mean).norm(), 1e-9);
}

TEST(PossibleMeasures, AreTheNearestInTheMetricOfTheirErrors) {
  // m is the nearest point of a convex set if and only if (x - m)' P (mean - m) <= 0 for all x in it.
  Stream s(2, "possible");
  for (int trial = 0; trial < 5; ++trial) {
    const Posterior known{random_distributions(s) + 0.3 * random(s, kDimension, kStates), random_covariance(s)};
    const Eigen::MatrixXd m = converged(kDistributions, known, kAxes);
    EXPECT_GT(m.minCoeff(), -1e-6);
    EXPECT_LT((m.rowwise().sum().array() - 1).abs().maxCoeff(), 1e-6);
    const Eigen::MatrixXd away = known.covariance.inverse() * (known.mean - m);
    for (int i = 0; i < 200; ++i) EXPECT_LT((random_distributions(s) - m).cwiseProduct(away).sum(), 1e-4 * away.norm());
  }
}

TEST(PossibleMeasures, AddUpToWhatIsLeftForThem) {
  Stream s(6, "possible");
  const Posterior known{random_distributions(s), random_covariance(s)};
  const Vector totals = Eigen::Vector4d(1, 0.9, 0.5, 0.2);
  const auto fit = [&](const Posterior& k, const Matrix& corners, Footing& footing) {
    return possible_measures(k, corners, totals, footing);
  };
  EXPECT_LT((converged(fit, known, kAxes).rowwise().sum() - totals).norm(), 1e-6);
}

TEST(PossibleMeasures, AreNearerToTheTruth) {
  Stream s(3, "possible");
  for (int trial = 0; trial < 20; ++trial) {
    const Matrix covariance = random_covariance(s), precision = covariance.inverse();
    const Eigen::MatrixXd truth = random_distributions(s), root = covariance.llt().matrixL();
    const Eigen::MatrixXd noise = root * random(s, kDimension, kStates);
    Footing footing;
    const Eigen::MatrixXd error = possible_measures({truth + noise, covariance}, kAxes, footing) - truth;
    EXPECT_LT((error.transpose() * precision * error).trace(), 0.7 * (noise.transpose() * precision * noise).trace());
  }
}

TEST(PossibleMeasures, StartWhereTheLastOnesEnded) {
  Stream s(4, "possible");
  Posterior known{random_distributions(s) + 0.3 * random(s, kDimension, kStates), random_covariance(s)};
  Footing cold, warm;
  for (int i = 0; i < 300; ++i) possible_measures(known, kAxes, warm);
  known.mean += 0.01 * random(s, kDimension, kStates);
  known.covariance *= 0.8;
  const Eigen::MatrixXd exact = converged(kDistributions, known, kAxes);
  const double from_warm = (possible_measures(known, kAxes, warm) - exact).norm();
  EXPECT_LT(from_warm, 0.5 * (possible_measures(known, kAxes, cold) - exact).norm());
  EXPECT_LT(from_warm, 0.01);
}

// With many coordinates the iterations end where changes are far below the error of what is known.
TEST(PossibleMeasures, OfManyCoordinatesAreNearerToTheTruth) {
  constexpr Index d = kManyCoordinates;
  const Matrix axes = Matrix::Identity(d, d), covariance = 0.01 * axes;
  Stream s(7, "possible");
  Eigen::MatrixXd truth(d, kStates);
  std::vector<double> shares(kStates);
  for (auto row : truth.rowwise()) {
    s.dirichlet(0.3, shares);
    row = ConstRow(shares.data(), kStates);
  }
  const Eigen::MatrixXd noise = 0.1 * random(s, d, kStates);
  Footing footing;
  const Eigen::MatrixXd once = possible_measures({truth + noise, covariance}, axes, footing);
  EXPECT_LT((once - truth).squaredNorm(), 0.7 * noise.squaredNorm());
  EXPECT_LT((once - converged(kDistributions, {truth + noise, covariance}, axes)).norm(), 0.1 * noise.norm());
}

TEST(PossibleRewards, AreTheNearestFromZeroToOneAtEveryCorner) {
  Stream s(5, "possible");
  const Matrix corners = random(s, 7, kDimension);
  const Posterior known{random(s, kDimension, 1), random_covariance(s)};
  const Vector m = converged(possible_rewards, known, corners);
  EXPECT_LT((corners * m).cwiseAbs().maxCoeff(), 0.5 + 1e-5);
  EXPECT_GT((corners * known.mean).cwiseAbs().maxCoeff(), 0.6);
  const Vector away = known.covariance.inverse() * (known.mean - m);
  for (int i = 0; i < 200; ++i) {
    Vector other = random(s, kDimension, 1);
    other *= 0.5 / (corners * other).cwiseAbs().maxCoeff();
    EXPECT_LT((other - m).dot(away), 1e-4 * away.norm());
  }
}

}  // namespace
}  // namespace tacit
