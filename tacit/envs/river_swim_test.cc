#include "tacit/envs/river_swim.h"

#include <gtest/gtest.h>

#include "tacit/envs/catalog.h"

namespace tacit {
namespace {

// The label behind which left is: left alone pays in state 0.
int left_label(const LinearMdp& mdp) { return mdp.rewards(0, 0) > 0 ? 0 : 1; }

TEST(RiverSwim, MovesAsDefined) {
  const LinearMdp mdp = make_environment("river-swim", 0, 1, {});
  const Matrix& next = mdp.finite()->measures[7];
  const int left = left_label(mdp), right = 1 - left;
  EXPECT_EQ(next(left, 0), 1);
  EXPECT_EQ(next(2 * 3 + left, 2), 1);
  EXPECT_EQ(next(right, 0), 0.4);
  EXPECT_EQ(next(right, 1), 0.6);
  EXPECT_EQ(next(2 * 3 + right, 2), 0.05);
  EXPECT_EQ(next(2 * 3 + right, 3), 0.6);
  EXPECT_EQ(next(2 * 3 + right, 4), 0.35);
  EXPECT_EQ(next(2 * 5 + right, 4), 0.4);
  EXPECT_EQ(next(2 * 5 + right, 5), 0.6);
}

TEST(RiverSwim, PaysAtTheEndsOnly) {
  const LinearMdp mdp = make_environment("river-swim", 0, 1, {});
  const int left = left_label(mdp);
  EXPECT_EQ(mdp.rewards(3, left), 0.005);
  EXPECT_EQ(mdp.rewards(3, 2 * 5 + 1 - left), 1);
  EXPECT_DOUBLE_EQ(mdp.rewards.row(3).sum(), 1.005);
}

}  // namespace
}  // namespace tacit
