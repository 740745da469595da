#include "tacit/privacy/release/tree.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace tacit {
namespace {

TEST(Tree, HasTheSpecifiedLevels) {
  EXPECT_EQ(tree_levels(1024), 11);  // golden/accounting.csv
  EXPECT_EQ(tree_levels(1023), 10);
  EXPECT_EQ(tree_levels(1), 1);
  for (int T = 1; T < 200; ++T) EXPECT_EQ(tree_levels(T), std::ceil(std::log2(T + 1.0) - 1e-12)) << T;
}

TEST(Tree, HasLevelsTimesOnesOfVariance) {
  const Strategy s = tree_strategy(100);
  for (Index t = 0; t < 100; ++t)
    EXPECT_NEAR(s.prefix_std[t], std::sqrt(7.0 * std::popcount(static_cast<unsigned>(t + 1))), 1e-12);
}

TEST(Tree, MeasuresOneNodePerRelease) {
  const Strategy s = tree_strategy(100);
  EXPECT_EQ(s.touches.size(), 100u);
  EXPECT_EQ(s.touches[63].first_block, 0);
  EXPECT_EQ(s.touches[63].end_block, 64);
}

TEST(Tree, RefinementNeverHurtsAndNearlyHalvesLargeNodes) {
  const Strategy plain = tree_strategy(1024), refined = tree_strategy(1024, Refinement::kHonaker);
  for (Index t = 0; t < 1024; ++t) EXPECT_LE(refined.prefix_std[t], plain.prefix_std[t]);
  EXPECT_NEAR(std::pow(refined.prefix_std[1023] / plain.prefix_std[1023], 2), 0.5, 0.001);
}

}  // namespace
}  // namespace tacit
