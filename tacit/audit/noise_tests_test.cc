#include "tacit/audit/noise_tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tacit/core/rng.h"

namespace tacit {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int64_t kRuns = 400;
constexpr double kConfidence = 0.99;

// Two kinds with two publications of three coordinates each; the user moves the first coordinate of each kind by 1.
std::vector<NoiseCoordinate> coordinates() {
  std::vector<NoiseCoordinate> all;
  for (const char* kind : {"sums", "moments"})
    for (std::size_t row = 0; row < 2; ++row)
      for (std::size_t i = 0; i < 3; ++i) all.push_back({kind, 3, row, {{i, 1.0}}, i == 0 ? 1.0 : 0.0});
  return all;
}

/// Runs of independent standard normal numbers, changed by `change`.
template <typename Change>
NoiseTests tested(const Change& change, double claimed_mu = 2, std::uint64_t seed = 1, std::int64_t runs = kRuns) {
  NoiseSample sample(coordinates());
  for (std::int64_t r = 0; r < runs; ++r) {
    Stream stream(seed, "noise tests", static_cast<std::uint64_t>(r));
    Vector x(static_cast<Index>(coordinates().size()));
    for (double& value : x) value = stream.normal();
    change(x);
    sample.add({x});
  }
  return test_noise(sample, claimed_mu, kConfidence);
}

constexpr auto kHonest = [](Vector&) {};

// Negative control: four coordinates of shift 1 make a mu of 2, and no more is found.
TEST(NoiseTests, FindNothingInNoiseAsDeclared) {
  const NoiseTests tests = tested(kHonest);
  EXPECT_THAT(tests.reasons, IsEmpty());
  EXPECT_THAT(tests.notes, IsEmpty());
  EXPECT_NEAR(*tests.mu, 2, 5 * 2 / std::sqrt(2.0 * kRuns));
  EXPECT_LT(*tests.mu_lower, 2);
  EXPECT_GT(*tests.mu_lower, 0.9 * expected_joint_bound(2, kRuns, 12, kConfidence));
}

// The level: of 200 honest samples at confidence 0.99 two are refused on average, more than eight with chance 2e-4.
TEST(NoiseTests, RefuseNoMoreOfTheHonestThanStated) {
  int refused = 0;
  for (std::uint64_t seed = 100; seed < 300; ++seed) refused += !tested(kHonest, 2, seed, 100).reasons.empty();
  EXPECT_LE(refused, 8);
}

TEST(NoiseTests, FindNoiseOfNineTenths) {
  EXPECT_THAT(tested([](Vector& x) { x *= 0.9; }).reasons, testing::Contains(HasSubstr("less noise than declared")));
}

TEST(NoiseTests, FindTooLittleNoiseOnOneCoordinate) {
  EXPECT_THAT(tested([](Vector& x) { x[5] *= 0.7; }).reasons, testing::Contains(HasSubstr("coordinate 2 of 'sums'")));
}

TEST(NoiseTests, SayThatThereIsMoreNoiseAndDoNotObject) {
  const NoiseTests tests = tested([](Vector& x) { x[1] *= 1.5; });
  EXPECT_THAT(tests.reasons, IsEmpty());
  EXPECT_THAT(tests.notes, testing::ElementsAre(HasSubstr("more noise than declared")));
}

TEST(NoiseTests, FindADrawThatTwoKindsShare) {
  const NoiseTests tests = tested([](Vector& x) { x[7] = x[1]; });
  EXPECT_THAT(tests.reasons, testing::Contains(HasSubstr("noise is shared")));
  EXPECT_NEAR(tests.correlation, 1, 1e-9);
}

TEST(NoiseTests, FindACorrelationOfThreeTenths) {
  const auto related = [](Vector& x) { x[7] = 0.3 * x[1] + std::sqrt(1 - 0.09) * x[7]; };
  EXPECT_THAT(tested(related, 2, 1, 2000).reasons, testing::Contains(HasSubstr("noise is shared")));
}

// A strategy may relate an entry of a stream with itself, later; what that costs is for the joint test to say.
TEST(NoiseTests, LeaveAnEntryOfAStreamToItsStrategy) {
  const auto summed = [](Vector& x) { x[3] = (x[0] + x[3]) / std::sqrt(2.0); };
  const NoiseTests tests = tested(summed, 2.2);
  EXPECT_THAT(tests.reasons, IsEmpty());
  EXPECT_LT(*tests.mu, 2.1);
}

TEST(NoiseTests, AreCertainWhereSharedNoiseCanBeSubtracted) {
  const NoiseTests tests = tested([](Vector& x) { x[1] = x[0]; });  // The user moves only one of the two.
  EXPECT_TRUE(std::isinf(*tests.mu_lower));
  EXPECT_THAT(tests.reasons, testing::Contains(HasSubstr("noise hides nothing")));
}

TEST(NoiseTests, WhitenWithTheJointCovariance) {
  const auto partly = [](Vector& x) { x[1] = 0.8 * x[0] + 0.6 * x[1]; };  // Takes 0.64 of the variance of x[0] away.
  EXPECT_NEAR(*tested(partly).mu, std::sqrt(3 + 1 / 0.36), 5 * 2.5 / std::sqrt(2.0 * kRuns));
}

TEST(NoiseTests, FindAMuAboveTheClaim) {
  EXPECT_THAT(tested(kHonest, 1.5).reasons, testing::ElementsAre(HasSubstr("1.5 is claimed")));
}

// Noise of variance 1 that is uncorrelated, and yet shows the data: a sum is one of two numbers.
TEST(NoiseTests, FindNoiseOfAnotherLaw) {
  const auto coins = [](Vector& x) {
    for (double& value : x) value = value > 0 ? 1 : -1;
  };
  EXPECT_THAT(tested(coins).reasons, testing::Contains(HasSubstr("Gaussian law")));
}

TEST(NoiseTests, LeaveOutWhatNotAllRunsHave) {
  const NoiseTests tests = tested([](Vector& x) { x[2] = x[2] > 2 ? NAN : x[2]; });
  EXPECT_EQ(tests.coordinates, 11);
  EXPECT_THAT(tests.reasons, IsEmpty());
}

}  // namespace
}  // namespace tacit
