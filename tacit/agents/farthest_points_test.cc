#include "tacit/agents/farthest_points.h"

#include <gmock/gmock.h>

#include "tacit/core/rng.h"

namespace tacit {
namespace {

std::vector<Index> found(const Matrix& rows, Index count) {
  return farthest_points({rows.data(), rows.rows(), rows.cols()}, count);
}

TEST(FarthestPoints, SpreadOverALine) {
  Matrix line(9, 1);
  for (Index i = 0; i < 9; ++i) line(i, 0) = static_cast<double>(i);
  EXPECT_THAT(found(line, 5), testing::ElementsAre(0, 8, 4, 2, 6));
}

TEST(FarthestPoints, AreAllDifferent) {
  Matrix rows = Matrix::Zero(5, 2);
  rows(3, 0) = rows(4, 0) = 1;
  EXPECT_THAT(found(rows, 4), testing::ElementsAre(0, 3));
}

TEST(FarthestPoints, AreApartAsFarAsAnythingIsFromThem) {
  Stream stream(1, "points");
  Matrix rows(300, 3);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = stream.uniform();
  const std::vector<Index> some = found(rows, 20);
  ASSERT_EQ(some.size(), 20u);
  double nearest = 1e9, farthest = 0;
  for (const Index i : some)
    for (const Index j : some)
      if (i != j) nearest = std::min(nearest, (rows.row(i) - rows.row(j)).norm());
  for (Index row = 0; row < rows.rows(); ++row) {
    double away = 1e9;
    for (const Index i : some) away = std::min(away, (rows.row(i) - rows.row(row)).norm());
    farthest = std::max(farthest, away);
  }
  EXPECT_LE(farthest, nearest);
}

}  // namespace
}  // namespace tacit
