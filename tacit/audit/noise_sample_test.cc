#include "tacit/audit/noise_sample.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tacit {
namespace {

// Two publications of `size` coordinates with deviation 1, of which the first three are moved by 3, 2 and 1.
Transcript published(std::size_t size, bool replaced) {
  Transcript run;
  for (int row = 0; row < 2; ++row) {
    std::vector<double> expected(size), deviation(size, 1), values(size, 0.5);
    for (std::size_t i = 0; i < 3 && replaced; ++i) expected[i] = static_cast<double>(3 - i);
    run.expecting(expected, deviation);
    run.releasing(0, 0, row + 1, expected, 1, values);
  }
  return run;
}

std::vector<NoiseCoordinate> chosen(std::size_t joint, std::size_t most) {
  return choose_coordinates({published(5, false), published(5, false)}, published(5, true), joint, most);
}

TEST(NoiseSample, PutsWhatTheUserMovesFirstWithAllRowsOfAnEntry) {
  const auto all = chosen(10, 10);
  ASSERT_EQ(all.size(), 10u);
  const double shifts[] = {3, 3, 2, 2, 1, 1, 0, 0, 0, 0};
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(all[i].shift, shifts[i]) << i;
}

TEST(NoiseSample, AddsUpWhatDoesNotFitInTheDirectionOfTheShift) {
  const auto all = chosen(4, 4);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_TRUE(all[0].is_single() && all[1].is_single());
  for (std::size_t i = 2; i < 4; ++i) {
    EXPECT_EQ(all[i].terms.size(), 2u);
    EXPECT_NEAR(all[i].shift, std::sqrt(2.0 * 2 + 1), 1e-12);  // No part of the shift is lost.
  }
}

// A user of the last block is in the last release alone; the noise of the earlier ones is in that release as well.
TEST(NoiseSample, KeepsTheRowsBeforeTheUserCame) {
  Transcript other;
  for (int row = 0; row < 2; ++row) {
    std::vector<double> expected(5), deviation(5, 1), values(5, 0.5);
    expected[4] = row;
    other.expecting(expected, deviation);
    other.releasing(0, 0, row + 1, expected, 1, values);
  }
  const auto all = choose_coordinates({published(5, false)}, other, 10, 10);
  EXPECT_EQ(all[0].terms.front().first, 4u);
  EXPECT_EQ(all[1].terms.front().first, 4u);
  EXPECT_NE(all[0].row, all[1].row);
}

TEST(NoiseSample, ReadsResidualsInDeclaredDeviations) {
  const NoiseSample sample(chosen(10, 10));
  EXPECT_EQ(sample.read(published(5, false)), Vector::Constant(10, 0.5));
  EXPECT_NEAR(sample.read(published(5, true))[0], -2.5, 1e-12);
  EXPECT_TRUE(std::isnan(sample.read(Transcript())[0]));
}

}  // namespace
}  // namespace tacit
