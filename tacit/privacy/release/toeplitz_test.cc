#include "tacit/privacy/release/toeplitz.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tacit/core/error.h"
#include "tests/dense.h"

namespace tacit {
namespace {

TEST(Toeplitz, HasTheGoldenWorstPrefix) {
  const std::vector<std::pair<Index, double>> golden = {// golden/accounting.csv, toeplitz_sum_f2(T)
                                                        {10, 1.791343941586},
                                                        {100, 2.531352112636},
                                                        {1000, 3.265003080672},
                                                        {10000, 3.998010291062}};
  for (const auto& [T, value] : golden) EXPECT_NEAR(toeplitz_strategy(T).prefix_std.back(), value, 1e-9 * value);
}

TEST(Toeplitz, ReproducesTheSpecifiedExampleAndTheAsymptote) {
  EXPECT_NEAR(toeplitz_strategy(34).prefix_std.back(), 2.19, 0.005);
  EXPECT_NEAR(toeplitz_strategy(10000).prefix_std.back(), std::log(10000.0) / std::acos(-1) + 1.066, 0.001);
}

TEST(Toeplitz, StreamsTheSquareRootOfPrefixSums) {
  const Matrix C = trial::dense_decoder(toeplitz_strategy(30));
  const Matrix ones = Matrix::Ones(30, 30).triangularView<Eigen::Lower>();
  EXPECT_LT((C * C - ones).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_NEAR(toeplitz_strategy(30).unit_noise, C.colwise().norm().maxCoeff(), 1e-13);  // By brute force.
}

TEST(Toeplitz, RefusesMoreThanItCanRemember) { EXPECT_THROW(toeplitz_strategy(100'001), Error); }

}  // namespace
}  // namespace tacit
