#include "tacit/privacy/release/running_sum.h"

#include <gtest/gtest.h>

namespace tacit {
namespace {

std::vector<double> run(const Memory& memory, const std::vector<double>& values) {
  const auto decoder = sum_decoder(1, memory);
  std::vector<double> sums(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) decoder->decode({&values[i], 1}, {&sums[i], 1});
  return sums;
}

TEST(RunningSum, AddsUpAllTheNewestOrTheDiscounted) {
  EXPECT_EQ(run({}, {1, 2, 3, 4}), (std::vector<double>{1, 3, 6, 10}));
  EXPECT_EQ(run({.window = 2}, {1, 2, 3, 4}), (std::vector<double>{1, 3, 5, 7}));
  EXPECT_EQ(run({.discount = 0.5}, {8, 8, 8, 8}), (std::vector<double>{8, 12, 14, 15}));
}

TEST(RunningSum, AWindowForgetsRoundingErrorsWithItsBlocks) {
  EXPECT_EQ(run({.window = 1}, {1e300, 1, 2}), (std::vector<double>{1e300, 1, 2}));
}

TEST(RunningSum, SquaredWeightIsThatOfTheWeights) {
  EXPECT_DOUBLE_EQ(Memory{}.squared_weight(7), 7);
  EXPECT_DOUBLE_EQ(Memory{.window = 3}.squared_weight(7), 3);
  EXPECT_NEAR(Memory{.discount = 0.5}.squared_weight(3), 1 + 0.25 + 0.0625, 1e-15);
}

TEST(RunningSum, IntegersAreSummedAlike) {
  const auto encoder = sum_encoder(1, 2);
  std::vector<std::int64_t> got;
  for (const std::int64_t v : {1, 2, 3, 4}) {
    std::int64_t out = 0;
    encoder->encode({&v, 1}, {&out, 1});
    got.push_back(out);
  }
  EXPECT_EQ(got, (std::vector<std::int64_t>{1, 3, 5, 7}));
}

}  // namespace
}  // namespace tacit
