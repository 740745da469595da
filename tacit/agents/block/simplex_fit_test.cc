#include "tacit/agents/block/simplex_fit.h"

#include <gtest/gtest.h>

#include "tacit/core/rng.h"

namespace tacit {
namespace {

Vector random(Stream& s, Index size) {
  Vector result(size);
  for (double& x : result) x = s.normal();
  return result;
}

TEST(SimplexProjection, IsTheNearestOfTheSimplex) {
  // x is the nearest of a convex set if and only if (corner - x)'(given - x) <= 0 for all corners.
  Stream s(1, "simplex");
  for (int trial = 0; trial < 100; ++trial) {
    const Index n = 1 + static_cast<Index>(s.below(20));
    const double total = 0.1 + 10 * s.uniform();
    const Vector given = 3 * random(s, n);
    Vector x = given;
    project_on_simplex(x, total);
    EXPECT_GE(x.minCoeff(), 0);
    EXPECT_NEAR(x.sum(), total, 1e-12 * total * static_cast<double>(n));
    for (Index i = 0; i < n; ++i) EXPECT_LT((total * Vector::Unit(n, i) - x).dot(given - x), 1e-9);
  }
}

TEST(SimplexProjection, EndsOnAFace) {
  // One entry is at the threshold exactly: rounding puts it now on one side, now on the other.
  Vector x = Eigen::Vector3d(0.07675044705035439, 0.2239339480507302, -0.34965780244945766);
  project_on_simplex(x, 1);
  EXPECT_GE(x.minCoeff(), 0);
  EXPECT_NEAR(x.sum(), 1, 1e-12);
}

TEST(SimplexFit, IsWhereNoDirectionInsideImproves) {
  constexpr Index kCounts = 9;
  constexpr double kTotal = 7, kRidge = 0.5;
  Stream s(2, "simplex");
  for (int trial = 0; trial < 20; ++trial) {
    Eigen::MatrixXd design(kCounts, 5);
    for (double& x : design.reshaped()) x = s.uniform();
    const Vector wanted = 5 * random(s, 5);
    Vector x = Vector::Constant(kCounts, kTotal / kCounts);
    for (int again = 0; again < 5; ++again) x = simplex_fit(design, wanted, kRidge, 1e-12, x);
    const Vector slope = design * (design.transpose() * x - wanted) + kRidge * (x.array() - kTotal / kCounts).matrix();
    EXPECT_NEAR(x.sum(), kTotal, 1e-9);
    for (Index i = 0; i < kCounts; ++i) EXPECT_GT((kTotal * Vector::Unit(kCounts, i) - x).dot(slope), -1e-6);
  }
}

TEST(KernelFit, IsTheFitOfItsDesign) {
  constexpr Index kCounts = 9;
  Stream s(4, "simplex");
  for (int trial = 0; trial < 20; ++trial) {
    Eigen::MatrixXd design(kCounts, 15);
    for (double& x : design.reshaped()) x = s.uniform();
    const Vector wanted = 5 * random(s, 15);
    const Eigen::MatrixXd kernel = design * design.transpose();
    Vector a = Vector::Constant(kCounts, 0.7), b = a;
    for (int again = 0; again < 20; ++again) {
      a = simplex_fit(design, wanted, 0.5, 1e-12, a);
      b = kernel_fit(kernel, curvature_of_kernel(kernel), design * wanted, 0.5, 1e-12, b);
    }
    EXPECT_LT((a - b).norm(), 1e-6);
    EXPECT_GT((a.array() - 0.7).abs().maxCoeff(), 0.1);  // They moved.
  }
}

TEST(WeightedSquares, AreAddedAndLeaveASymmetricMatrix) {
  Stream s(5, "simplex");
  const Matrix rows = random(s, 12).reshaped(4, 3);
  const Vector weights = Eigen::Vector4d(0.5, 0, 2, 1);
  Matrix sum = Matrix::Identity(3, 3);
  add_weighted_squares(rows, weights, sum);
  const Matrix expected = Matrix::Identity(3, 3) + rows.transpose() * weights.asDiagonal() * rows;
  EXPECT_LT((sum - expected).norm(), 1e-12);
  EXPECT_EQ(sum, Matrix(sum.transpose()));
}

TEST(Flattened, KeepsInnerProductsAndComesBack) {
  Stream s(3, "simplex");
  const auto symmetric = [&] {
    const Matrix m = random(s, 4) * random(s, 4).transpose();
    return Matrix(m + m.transpose());
  };
  const Matrix a = symmetric(), b = symmetric();
  EXPECT_NEAR(flattened(a).dot(flattened(b)), a.cwiseProduct(b).sum(), 1e-12);
  EXPECT_LT((unflattened(flattened(a), 4) - a).norm(), 1e-12);
}

}  // namespace
}  // namespace tacit
