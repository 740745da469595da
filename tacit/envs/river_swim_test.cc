#include "tacit/envs/river_swim.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tacit/envs/catalog.h"

namespace tacit {
namespace {

// The label behind which left is in state s: left alone moves for sure.
int left_label(const LinearMdp& mdp, Index s) {
  return mdp.finite()->measure(0)(2 * s, std::max<Index>(s - 1, 0)) == 1 ? 0 : 1;
}

TEST(RiverSwim, MovesAsDefined) {
  const LinearMdp mdp = make_environment("river-swim", 0, 1, {});
  const Matrix& next = mdp.finite()->measure(7);
  const auto left = [&](Index s) { return 2 * s + left_label(mdp, s); };
  const auto right = [&](Index s) { return 2 * s + 1 - left_label(mdp, s); };
  EXPECT_EQ(next(left(0), 0), 1);
  EXPECT_EQ(next(left(3), 2), 1);
  EXPECT_EQ(next(right(0), 0), 0.4);
  EXPECT_EQ(next(right(0), 1), 0.6);
  EXPECT_EQ(next(right(3), 2), 0.05);
  EXPECT_EQ(next(right(3), 3), 0.6);
  EXPECT_EQ(next(right(3), 4), 0.35);
  EXPECT_EQ(next(right(5), 4), 0.4);
  EXPECT_EQ(next(right(5), 5), 0.6);
}

TEST(RiverSwim, PaysAtTheEndsOnly) {
  const LinearMdp mdp = make_environment("river-swim", 0, 1, {});
  EXPECT_EQ(mdp.rewards(3, left_label(mdp, 0)), 0.005);
  EXPECT_EQ(mdp.rewards(3, 2 * 5 + 1 - left_label(mdp, 5)), 1);
  EXPECT_DOUBLE_EQ(mdp.rewards.row(3).sum(), 1.005);
}

}  // namespace
}  // namespace tacit
