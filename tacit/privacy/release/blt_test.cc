#include "tacit/privacy/release/blt.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tacit/core/error.h"
#include "tacit/privacy/release/toeplitz.h"
#include "tests/dense.h"

namespace tacit {
namespace {

// C by its definition.
Matrix dense_factor(const BltParameters& p, Index T) {
  Matrix C = Matrix::Identity(T, T);
  for (Index i = 0; i < T; ++i)
    for (Index j = 0; j < i; ++j)
      for (std::size_t b = 0; b < p.omega.size(); ++b)
        C(i, j) += p.omega[b] * std::pow(p.decay[b], static_cast<double>(i - j - 1));
  return C;
}

TEST(Blt, StreamsPrefixSumsTimesTheInverseOfItsFactor) {
  const BltParameters p = optimal_blt(40, 3);
  const Matrix D = trial::dense_decoder(blt_strategy(40, p));
  const Matrix ones = Matrix::Ones(40, 40).triangularView<Eigen::Lower>();
  EXPECT_LT((D * dense_factor(p, 40) - ones).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(Blt, SensitivityIsTheLargestColumnNorm) {
  for (const Index T : {2, 17, 40}) {
    const BltParameters p = optimal_blt(T, 3);
    EXPECT_NEAR(blt_sensitivity(p, T), dense_factor(p, T).colwise().norm().maxCoeff(), 1e-12);
  }
  const BltParameters rounded = {{0.3, 0.1}, {0.99, 0.5}};
  EXPECT_NEAR(blt_sensitivity(rounded, 25), dense_factor(rounded, 25).colwise().norm().maxCoeff(), 1e-12);
}

TEST(Blt, IsWithinThreePercentOfTheSquareRoot) {
  for (const Index T : {1, 2, 3, 10, 34, 76, 100, 1000, 10000, 30000}) {
    const double ratio = blt_strategy(T).prefix_std.back() / toeplitz_strategy(T).prefix_std.back();
    EXPECT_LT(ratio, T <= 1000 ? 1.002 : 1.01) << T;
    EXPECT_GT(ratio, 1 - 1e-9) << T;  // The square root is the best Toeplitz matrix for the last prefix.
  }
  EXPECT_LT(blt_strategy(1'000'000).prefix_std.back(), 1.03 * (std::log(1e6) / std::acos(-1) + 1.066));
}

TEST(Blt, OneBufferIsNotEnoughForManyReleases) {
  EXPECT_GT(blt_strategy(10000, 1).prefix_std.back(), 1.2 * toeplitz_strategy(10000).prefix_std.back());
}

TEST(Blt, ParametersAreInRange) {
  for (const Index T : {2, 100, 1'000'000})
    for (const Index buffers : {1, 3, 5}) {
      const BltParameters p = optimal_blt(T, buffers);
      for (const double omega : p.omega) EXPECT_GE(omega, 0);
      for (const double decay : p.decay) EXPECT_TRUE(decay > 0 && decay < 1) << decay;
    }
}

TEST(Blt, KeepsAFewNumbersPerCoordinate) { EXPECT_EQ(blt_strategy(1000).memory, 5); }

TEST(Blt, RefusesParametersUnderWhichTheFirstColumnIsNotTheLargest) {
  EXPECT_THROW(blt_strategy(10, BltParameters{{-0.5}, {0.5}}), Error);
  EXPECT_THROW(blt_strategy(10, BltParameters{{0.5}, {1.5}}), Error);
  EXPECT_THROW(blt_strategy(10, BltParameters{{std::nan("")}, {0.5}}), Error);
  EXPECT_THROW(optimal_blt(10, 9), Error);
}

}  // namespace
}  // namespace tacit
