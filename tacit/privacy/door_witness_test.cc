// What the witness of a door is told to expect: the release without its noise, and the size of the noise.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/door.h"

namespace tacit {
namespace {

using namespace trial;

struct Expecting final : Watcher {
  std::vector<std::vector<double>> expected, deviation, seen;
  void expecting(std::span<const double> without_noise, std::span<const double> deviations) override {
    expected.emplace_back(without_noise.begin(), without_noise.end());
    deviation.emplace_back(deviations.begin(), deviations.end());
  }
  void releasing(std::int64_t, std::int64_t, std::int64_t, std::span<const double>, double,
                 std::span<double> published) override {
    seen.emplace_back(published.begin(), published.end());
  }
};

TEST(DoorWitness, ExpectsTheExactSums) {
  for (const std::string& strategy : kStrategies) {
    Expecting witness;
    Private hidden(shape_of(1), options_of(strategy, 1), &witness);
    Vault vault(shape_of(1));
    Billboard board;
    Expecting open;
    Door exact(vault, board, &open);
    Stream stream(1, "people"), same(1, "people");
    for (Index t = 0; t < kReleases; ++t) {
      for (int i = 0; i < 5; ++i) contribute(hidden.vault, stream), contribute(vault, same);
      hidden.door.release();
      exact.release();
      ASSERT_EQ(witness.expected[t].size(), open.seen[t].size());
      for (std::size_t i = 0; i < open.seen[t].size(); ++i)
        EXPECT_NEAR(witness.expected[t][i], open.seen[t][i], 1e-12) << strategy;
      EXPECT_EQ(open.expected[t], open.seen[t]);
      EXPECT_NE(witness.expected[t], witness.seen[t]) << strategy;
    }
  }
}

TEST(DoorWitness, ExpectsTheNoiseThatTheBillboardStates) {
  for (const std::string& strategy : kStrategies) {
    Expecting witness;
    Private hidden(shape_of(1), options_of(strategy, 1), &witness);
    for (Index t = 0; t < kReleases; ++t) {
      hidden.users(1);
      hidden.door.release();
      const BillboardNoise& noise = hidden.board.noise(0);
      const std::vector<double>& told = witness.deviation[t];
      EXPECT_NEAR(told[0], std::sqrt(2.0) * noise.gram, 1e-12 * told[0]) << strategy;  // On the diagonal.
      EXPECT_NEAR(told[1], noise.gram, 1e-12 * told[1]) << strategy;
      EXPECT_NEAR(told[3], noise.response, 1e-12 * told[3]) << strategy;
      EXPECT_NEAR(told.back(), noise.outcomes, 1e-12 * told.back()) << strategy;
    }
  }
}

TEST(DoorWitness, ExpectsMomentsOnRequestWithTheirNoise) {
  Expecting witness;
  DoorOptions options = options_of("tree", 1);
  options.splits = {{0.5, 0, 0}};
  Private hidden(shape_of(1), options, &witness);
  hidden.door.answer({0.5, 1}, SimulationNoise(1, "moments"));
  Stream stream(1, "people");
  contribute(hidden.vault, stream);
  hidden.door.release();
  const Moments moments = hidden.board.moments(0, {Vector::Ones(kOutcomes), {}, 1});
  ASSERT_EQ(witness.expected.size(), 2u);
  for (Index i = 0; i < kDimension; ++i) {
    EXPECT_EQ(witness.deviation[1][i], moments.deviation[0]);
    EXPECT_LT(std::abs(witness.expected[1][i] - moments.sums(i, 0)), 6 * moments.deviation[0]);
    EXPECT_LE(std::abs(witness.expected[1][i]), 1);  // One user adds no more.
  }
}

}  // namespace
}  // namespace tacit
