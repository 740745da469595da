#include "tacit/privacy/release/blocks.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tacit/core/error.h"

namespace tacit {
namespace {

TEST(Fresh, HasRootTOnEveryPrefix) {
  for (const double deviation : fresh_strategy(34).prefix_std) EXPECT_DOUBLE_EQ(deviation, std::sqrt(34.0));
}

TEST(Fresh, OverAWindowTouchesAUserOncePerReleaseOfIt) {
  const Strategy s = fresh_strategy(34, {.window = 5});
  EXPECT_DOUBLE_EQ(s.prefix_std[33], std::sqrt(5.0));
  EXPECT_EQ(s.touches[20].first_block, 16);
}

TEST(Fresh, WithADiscountCostsAGeometricSeries) {
  EXPECT_NEAR(fresh_strategy(1000, {.discount = 0.9}).prefix_std[0], 1 / std::sqrt(1 - 0.81), 1e-12);
  EXPECT_THROW(fresh_strategy(2001, {.discount = 0.9}), Error);
}

TEST(Blocks, ReproducesTheSpecifiedExample) {
  EXPECT_NEAR(blocks_strategy(34).prefix_std[33], 5.83, 0.005);
  EXPECT_NEAR(blocks_strategy(34, {.window = 5}).prefix_std[33], 2.24, 0.005);
}

TEST(Blocks, WithADiscountForgetsNoise) {
  const Strategy s = blocks_strategy(100, {.discount = 0.9});
  EXPECT_DOUBLE_EQ(s.prefix_std[0], 1);
  EXPECT_NEAR(s.prefix_std[1], std::sqrt(1.81), 1e-12);
  EXPECT_NEAR(s.prefix_std[99], 1 / std::sqrt(1 - 0.81), 1e-8);
}

TEST(Blocks, TouchesEveryUserOnce) {
  for (const Touch& touch : blocks_strategy(9).touches) EXPECT_EQ(touch.end_block - touch.first_block, 1);
}

TEST(Memory, RefusesWhatMakesNoSense) {
  EXPECT_THROW(blocks_strategy(9, {.window = -1}), Error);
  EXPECT_THROW(blocks_strategy(9, {.discount = 0}), Error);
  EXPECT_THROW(blocks_strategy(9, {.discount = 1.1}), Error);
  EXPECT_THROW(blocks_strategy(9, {.window = 2, .discount = 0.5}), Error);
  EXPECT_THROW(blocks_strategy(0), Error);
}

}  // namespace
}  // namespace tacit
