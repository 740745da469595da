#include "tacit/privacy/noise/production_noise.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <type_traits>
#include <vector>

#include "tacit/privacy/noise/simulation_noise.h"

namespace tacit {
namespace {

TEST(ProductionNoise, HasNoSeedNoCopyAndNothingInCommonWithSimulation) {
  EXPECT_FALSE((std::is_constructible_v<ProductionNoise, std::uint64_t>));
  EXPECT_FALSE((std::is_constructible_v<ProductionNoise, std::uint64_t, const char*>));
  EXPECT_FALSE((std::is_constructible_v<ProductionNoise, KeyStream::Key>));
  EXPECT_FALSE((std::is_copy_constructible_v<ProductionNoise> || std::is_move_constructible_v<ProductionNoise>));
  EXPECT_FALSE((std::is_convertible_v<SimulationNoise&, ProductionNoise&>));
  EXPECT_FALSE((std::is_convertible_v<ProductionNoise&, SimulationNoise&>));
}

TEST(ProductionNoise, TwoSourcesNeverAgree) {
  const DiscreteGaussian law(0x1p80);
  ProductionNoise a, b;
  std::vector<std::int64_t> x(4), y(4), again(4);
  a.fill(law, x), b.fill(law, y), a.fill(law, again);
  EXPECT_NE(x, y);      // Wrong with chance below 2^-160.
  EXPECT_NE(x, again);  // A draw is not handed out twice.
  EXPECT_NE(a.draw(0x1p80), b.draw(0x1p80));
}

TEST(ProductionNoise, AForkedChildDoesNotRepeatItsParent) {
  const DiscreteGaussian law(0x1p80);
  ProductionNoise noise;
  std::vector<std::int64_t> mine(4), childs(4);
  noise.fill(law, mine);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  noise.fill(law, mine);
  const auto size = static_cast<ssize_t>(mine.size() * sizeof(mine[0]));
  if (child == 0) _exit(write(ends[1], mine.data(), size) == size ? 0 : 1);
  ASSERT_EQ(read(ends[0], childs.data(), size), size);
  int status = 1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_NE(mine, childs);
}

}  // namespace
}  // namespace tacit
