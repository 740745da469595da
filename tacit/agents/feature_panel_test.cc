#include "tacit/agents/feature_panel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tacit/core/rng.h"

namespace tacit {
namespace {

Matrix random_matrix(Index rows, Index columns) {
  Stream stream(1, "test");
  Matrix m(rows, columns);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = stream.normal();
  return m;
}

// Dimensions that are and are not a multiple of the rows of M that are taken together; full and other panels.
class FeaturePanels : public testing::TestWithParam<std::pair<Index, Index>> {
 protected:
  void SetUp() override {
    panel.load(random_matrix(FeaturePanel::kRows, d).data(), FeaturePanel::kRows);  // To be overwritten.
    panel.load(rows.data(), count);
  }
  void expect_each(const FeaturePanel::Lane& lane, const Vector& expected) const {
    for (Index r = 0; r < count; ++r)
      EXPECT_NEAR(lane[r], expected[r], 1e-12 * (1 + std::abs(expected[r]))) << "row " << r;
    for (Index r = count; r < FeaturePanel::kRows; ++r) EXPECT_EQ(lane[r], 0) << "row " << r;
  }
  Index d = GetParam().first, count = GetParam().second;
  Matrix rows = random_matrix(count, d), square = random_matrix(d, d);
  FeaturePanel panel{d};
};

TEST_P(FeaturePanels, MultiplyRowsByWeights) {
  const Vector weights = Vector::LinSpaced(d, -1, 2);
  expect_each(panel.dot(weights), rows * weights);
}

TEST_P(FeaturePanels, MeasureRows) { expect_each(panel.squared_length(), rows.rowwise().squaredNorm()); }

TEST_P(FeaturePanels, MeasureRowsAfterAnyMap) {
  expect_each(panel.squared_norm(square), (rows * square.transpose()).rowwise().squaredNorm());
}

TEST_P(FeaturePanels, MeasureRowsAfterATriangularMap) {
  const Matrix lower = square.triangularView<Eigen::Lower>();
  expect_each(panel.squared_norm_below(lower), (rows * lower.transpose()).rowwise().squaredNorm());
}

INSTANTIATE_TEST_SUITE_P(Sizes, FeaturePanels,
                         testing::Values(std::pair(1, 8), std::pair(3, 1), std::pair(4, 8), std::pair(10, 5),
                                         std::pair(33, 8)));

}  // namespace
}  // namespace tacit
