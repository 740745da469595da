#include "tacit/privacy/release/layout.h"

#include <gtest/gtest.h>

#include "tacit/core/error.h"

namespace tacit {
namespace {

TEST(Layout, NormOfASymmetricMatrixIsFrobeniusOverRootTwo) {
  const Matrix m = (Matrix(3, 3) << 1, 2, 3, 2, -4, 5, 3, 5, 6).finished();
  std::vector<double> x(6);
  pack_symmetric(m, x);
  const Layout layout = Layout::symmetric(3);
  double squared = 0;
  for (std::size_t i = 0; i < 6; ++i) squared += x[i] * x[i] / layout.relative_variance()[i];
  EXPECT_NEAR(squared, m.squaredNorm() / 2, 1e-12);
}

TEST(Layout, PackingAndUnpackingAreInverse) {
  const Matrix m = (Matrix(2, 2) << 1, 2, 2, 3).finished();
  std::vector<double> x(3);
  pack_symmetric(m, x);
  EXPECT_EQ(unpack_symmetric(x, 2), m);
}

TEST(Layout, AppendingKeepsTheOrderAndScalesVariances) {
  Layout layout = Layout::symmetric(2);
  layout.append(Layout::vector(2), 4);
  const std::vector<double> expected = {2, 1, 2, 4, 4};
  EXPECT_EQ(std::vector<double>(layout.relative_variance().begin(), layout.relative_variance().end()), expected);
}

TEST(Layout, AppendsToItself) {
  Layout layout = Layout::vector(3);
  layout.append(layout, 2);
  EXPECT_EQ(layout.size(), 6);
}

TEST(Layout, RefusesWhatIsNotASize) {
  EXPECT_THROW(Layout::vector(0), Error);
  EXPECT_THROW(Layout::symmetric(-1), Error);
  EXPECT_THROW(Layout::vector(1).append(Layout::vector(1), 0), Error);
}

}  // namespace
}  // namespace tacit
