#include "tacit/agents/block/cell_map.h"

#include <gtest/gtest.h>

namespace tacit {
namespace {

Problem problem(const Matrix& points, int actions) {
  Problem p;
  p.horizon = 3, p.actions = actions, p.dimension = static_cast<int>(points.cols());
  p.points = points;
  return p;
}

TEST(CellMap, HasACellForEveryRowAndOneForTheBeginning) {
  const auto map = CellMap::of(problem(Matrix::Identity(6, 6), 2));
  ASSERT_TRUE(map);
  EXPECT_EQ(map->count(), 7);
  EXPECT_EQ(map->beginning(), 6);
  for (Index s = 0; s < 3; ++s)
    for (int a = 0; a < 2; ++a) EXPECT_EQ(map->cell(s, a), 2 * s + a);
}

TEST(CellMap, LetsPairsWithTheSameRowShareACell) {
  Matrix points = Matrix::Zero(4, 3);
  points(0, 0) = points(1, 1) = points(2, 2) = points(3, 2) = 1;
  const auto map = CellMap::of(problem(points, 2));
  ASSERT_TRUE(map);
  EXPECT_EQ(map->count(), 4);
  EXPECT_EQ(map->cell(1, 0), map->cell(1, 1));
}

// theta is paid once by the one and half by the other.
TEST(CellMap, TellsRowsOfDifferentLengthApart) {
  Matrix points = Matrix::Zero(2, 1);
  points << 1, 0.5;
  const auto map = CellMap::of(problem(points, 2));
  ASSERT_TRUE(map);
  EXPECT_NE(map->cell(0, 0), map->cell(0, 1));
}

TEST(CellMap, IsNotThereForOtherFeatures) {
  Matrix points = Matrix::Identity(4, 4);
  points(2, 3) = 0.1;
  EXPECT_FALSE(CellMap::of(problem(points, 2)));
  points = Matrix::Identity(4, 4);
  points(2, 2) = 0;
  EXPECT_FALSE(CellMap::of(problem(points, 2)));
  Problem infinite = problem(Matrix::Identity(4, 4), 2);
  infinite.finite = false;
  EXPECT_FALSE(CellMap::of(infinite));
}

}  // namespace
}  // namespace tacit
