#include "tacit/agents/block/gram_repair.h"

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

Matrix repaired(const Matrix& noisy, const Matrix& rows, double users, double accuracy) {
  PlayableRows playable{rows};
  return repaired_gram(noisy, playable, users, accuracy);
}

TEST(GramRepair, IsTheSameForRowsThatItKnows) {
  Stream s(5, "repair");
  PlayableRows playable{random_rows(s)};
  const Matrix noisy = gram(playable.rows, random_counts(s, 300)) + noise(s, 50);
  const Matrix first = repaired_gram(noisy, playable, 300, 0.01);
  EXPECT_GT(playable.curvature, 0);
  EXPECT_EQ(repaired_gram(noisy, playable, 300, 0.01), first);
}

TEST(GramRepair, LeavesWhatIsPossibleAsItIs) {
  Stream s(1, "repair");
  for (int trial = 0; trial < 20; ++trial) {
    const Matrix rows = random_rows(s), exact = gram(rows, random_counts(s, 1000));
    EXPECT_LT((repaired(exact, rows, 1000, 1e-4) - exact).norm(), 0.01 * exact.norm());
  }
}

TEST(GramRepair, IsNearerToTheTruthThanTheNoisyOne) {
  Stream s(3, "repair");
  for (int trial = 0; trial < 50; ++trial) {
    const Matrix rows = random_rows(s), exact = gram(rows, random_counts(s, 300)), noisy = exact + noise(s, 30);
    EXPECT_LT((repaired(noisy, rows, 300, 0.01) - exact).norm(), (noisy - exact).norm()) << trial;
  }
}

TEST(GramRepair, IsOfAllUsersAndNoMore) {
  // Rows of length 1: the trace counts users.
  Stream s(2, "repair");
  Matrix rows = random_rows(s);
  rows.rowwise().normalize();
  const Matrix result = repaired(gram(rows, random_counts(s, 300)) + noise(s, 50), rows, 300, 1e-6);
  EXPECT_NEAR(result.trace(), 300, 1e-6);
}

TEST(GramRepair, NoOtherUsersAreNearer) {
  // G is the nearest of a convex set if and only if <H - G, noisy - G> <= 0 for all H in it: for each row if all users
  // were there, and so for all mixtures of them.
  Stream s(4, "repair");
  const Matrix rows = random_rows(s), noisy = gram(rows, random_counts(s, 300)) + noise(s, 60);
  const Matrix result = repaired(noisy, rows, 300, 1e-7), away = noisy - result;
  for (Index i = 0; i < kRows; ++i) {
    const Matrix there = 300 * rows.row(i).transpose() * rows.row(i);
    EXPECT_LT((there - result).cwiseProduct(away).sum(), 1e-3 * away.norm() * result.norm());
  }
}

}  // namespace
}  // namespace tacit
