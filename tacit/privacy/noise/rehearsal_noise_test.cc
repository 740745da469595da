#include "tacit/privacy/noise/rehearsal_noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>
#include <vector>

#include "tacit/privacy/noise/production_noise.h"
#include "tests/statistics.h"

namespace tacit {
namespace {

std::vector<std::int64_t> drawn(std::uint64_t seed, Index release, std::size_t count = 20) {
  RehearsalNoise noise(seed);
  noise.turn_to(release);
  std::vector<std::int64_t> out(count);
  noise.fill(DiscreteGaussian(1e6), out);
  return out;
}

TEST(RehearsalNoise, IsAFunctionOfSeedAndRelease) {
  EXPECT_EQ(drawn(1, 3), drawn(1, 3));
  EXPECT_NE(drawn(1, 3), drawn(1, 4));
  EXPECT_NE(drawn(1, 3), drawn(2, 3));
}

TEST(RehearsalNoise, HasTheVarianceOfItsLaw) {
  constexpr std::size_t kDraws = 100'000;
  double squares = 0;
  for (const std::int64_t x : drawn(1, 0, kDraws)) squares += static_cast<double>(x * x) / kDraws;
  EXPECT_LT(trial::standard_errors(squares, 1e6, 1e6 * std::sqrt(2.0), kDraws), 5);
  EXPECT_GT(trial::standard_errors(squares, 1.1e6, 1.1e6 * std::sqrt(2.0), kDraws), 5);
}

TEST(RehearsalNoise, DoesNotPassForProductionNoise) {
  EXPECT_FALSE((std::is_convertible_v<RehearsalNoise&, ProductionNoise&>));
  EXPECT_FALSE((std::is_copy_constructible_v<RehearsalNoise>));
}

}  // namespace
}  // namespace tacit
