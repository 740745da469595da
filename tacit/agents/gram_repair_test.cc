#include "tacit/agents/gram_repair.h"

#include <gtest/gtest.h>

#include "tacit/core/rng.h"

namespace tacit {
namespace {

constexpr Index kRows = 12, kDimension = 4;

Matrix random_rows(Stream& s) {
  Matrix rows(kRows, kDimension);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = s.normal() / 2;
  return rows;
}

Vector random_counts(Stream& s, double users) {
  std::vector<double> shares(kRows);
  s.dirichlet(0.3, shares);
  return users * ConstVectorView(shares.data(), kRows);
}

Matrix gram(const Matrix& rows, const Vector& counts) { return rows.transpose() * counts.asDiagonal() * rows; }

Matrix noise(Stream& s, double scale) {
  Matrix z(kDimension, kDimension);
  for (double& x : z.reshaped()) x = scale * s.normal();
  return (z + z.transpose()) / std::sqrt(2.0);
}

TEST(GramRepair, LeavesWhatIsPossibleAsItIs) {
  Stream s(1, "repair");
  for (int trial = 0; trial < 20; ++trial) {
    const Matrix rows = random_rows(s), exact = gram(rows, random_counts(s, 1000));
    EXPECT_LT((repaired_gram(exact, rows, 1000, 1e-4).gram - exact).norm(), 0.01 * exact.norm());
  }
}

TEST(GramRepair, IsOfSomeUsers) {
  Stream s(2, "repair");
  const Matrix rows = random_rows(s), noisy = gram(rows, random_counts(s, 300)) + noise(s, 50);
  const RepairedGram repaired = repaired_gram(noisy, rows, 300, 1e-6);
  EXPECT_GE(repaired.counts.minCoeff(), 0);
  EXPECT_NEAR(repaired.counts.sum(), 300, 1e-6);
  EXPECT_LT((repaired.gram - gram(rows, repaired.counts)).norm(), 1e-9);
}

TEST(GramRepair, IsNearerToTheTruthThanTheNoisyOne) {
  Stream s(3, "repair");
  for (int trial = 0; trial < 50; ++trial) {
    const Matrix rows = random_rows(s), exact = gram(rows, random_counts(s, 300)), noisy = exact + noise(s, 30);
    EXPECT_LT((repaired_gram(noisy, rows, 300, 0.01).gram - exact).norm(), (noisy - exact).norm()) << trial;
  }
}

TEST(GramRepair, NoOtherCountsAreNearer) {
  // First-order optimality: moving users from any row that has some to any other does not come nearer.
  Stream s(4, "repair");
  const Matrix rows = random_rows(s), noisy = gram(rows, random_counts(s, 300)) + noise(s, 60);
  const RepairedGram repaired = repaired_gram(noisy, rows, 300, 1e-7);
  const Vector slope = (rows * (repaired.gram - noisy)).cwiseProduct(rows).rowwise().sum();
  for (Index i = 0; i < kRows; ++i) {
    if (repaired.counts[i] <= 1) continue;
    EXPECT_LT(slope[i] - slope.minCoeff(), 0.5);  // Of slopes up to some hundreds.
  }
}

}  // namespace
}  // namespace tacit
