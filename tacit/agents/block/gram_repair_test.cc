#include "tacit/agents/block/gram_repair.h"

#include <gtest/gtest.h>

#include "tacit/agents/block/many_coordinates.h"
#include "tacit/core/rng.h"

namespace tacit {
namespace {

constexpr Index kRows = 12, kDimension = 4;

Matrix random_rows(Stream& s, Index n = kRows, Index dimension = kDimension) {
  Matrix rows(n, dimension);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = s.normal() / std::sqrt(static_cast<double>(dimension));
  return rows;
}

Vector random_counts(Stream& s, double users, Index n = kRows) {
  std::vector<double> shares(n);
  s.dirichlet(0.3, shares);
  return users * ConstVectorView(shares.data(), n);
}

Matrix gram(const Matrix& rows, const Vector& counts) { return rows.transpose() * counts.asDiagonal() * rows; }

Matrix noise(Stream& s, double scale, Index dimension = kDimension) {
  Matrix z(dimension, dimension);
  for (double& x : z.reshaped()) x = scale * s.normal();
  return (z + z.transpose()) / std::sqrt(2.0);
}

Matrix repaired(const Matrix& noisy, const Matrix& rows, double users, double accuracy) {
  Vector counts;
  return repaired_gram(noisy, PlayableRows(rows), users, accuracy, counts);
}

TEST(GramRepair, IsTheSameForRowsThatItKnows) {
  Stream s(5, "repair");
  const PlayableRows playable(random_rows(s));
  Vector counts;
  const Matrix noisy = gram(playable.rows, random_counts(s, 300)) + noise(s, 50);
  const Matrix first = repaired_gram(noisy, playable, 300, 0.01, counts);
  EXPECT_EQ(repaired_gram(noisy, playable, 300, 0.01, counts), first);
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

// The same claims where inner products of the rows are what is fitted.
constexpr Index kManyRows = 60;

struct ManyCoordinates {
  explicit ManyCoordinates(std::uint64_t seed, double scale) : s(seed, "repair") {
    rows = random_rows(s, kManyRows, kManyCoordinates);
    exact = gram(rows, random_counts(s, 1000, kManyRows));
    noisy = exact + noise(s, scale, kManyCoordinates);
  }
  Stream s;
  Matrix rows, exact, noisy;
};

TEST(GramRepair, OfManyCoordinatesIsByInnerProducts) {
  EXPECT_EQ(PlayableRows(ManyCoordinates(1, 1).rows).kernel.rows(), kManyRows);
  Stream s(1, "repair");
  EXPECT_EQ(PlayableRows(random_rows(s)).kernel.size(), 0);
}

TEST(GramRepair, OfManyCoordinatesIsNearerToTheTruthThanTheNoisyOne) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const ManyCoordinates many(seed, 30);
    EXPECT_LT((repaired(many.noisy, many.rows, 1000, 0.1) - many.exact).norm(), 0.8 * (many.noisy - many.exact).norm());
  }
}

TEST(GramRepair, OfManyCoordinatesLeavesNoOtherUsersNearer) {
  const ManyCoordinates many(2, 30);
  const Matrix result = repaired(many.noisy, many.rows, 1000, 1e-6), away = many.noisy - result;
  for (Index i = 0; i < kManyRows; ++i) {
    const Matrix there = 1000 * many.rows.row(i).transpose() * many.rows.row(i);
    EXPECT_LT((there - result).cwiseProduct(away).sum(), 1e-3 * away.norm() * result.norm());
  }
}

TEST(GramRepair, OfManyCoordinatesBeginsWhereTheLastOneEnded) {
  // An accuracy that a single step meets: the result is as near to the best as where it began.
  const ManyCoordinates many(3, 30);
  const PlayableRows playable(many.rows);
  const Matrix best = repaired(many.noisy, many.rows, 1000, 1e-6);
  Vector ended, none;
  repaired_gram(many.noisy, playable, 500, 1e-6, ended);
  EXPECT_NEAR(ended.sum(), 500, 1e-6);
  ended.setZero(), repaired_gram(many.noisy, playable, 1000, 1e-6, ended);
  const double warm = (repaired_gram(many.noisy, playable, 1000, 1e9, ended) - best).norm();
  EXPECT_LT(warm, 0.01 * (repaired_gram(many.noisy, playable, 1000, 1e9, none) - best).norm());
}

}  // namespace
}  // namespace tacit
