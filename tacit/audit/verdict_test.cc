#include "tacit/audit/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tacit {
namespace {

MuBound with(double lower, std::int64_t trials) {
  MuBound bound;
  bound.lower = lower;
  bound.trials = trials;
  return bound;
}

TEST(Verdict, IsViolatedAboveTheClaim) { EXPECT_EQ(judge(with(1.01, 1000), 1, 0.95).verdict, Verdict::violated); }

TEST(Verdict, IsConsistentBelowTheClaim) {
  EXPECT_EQ(judge(with(0.99, 1000), 1, 0.95).verdict, Verdict::consistent);
  EXPECT_EQ(judge(with(1, 1000), 1, 0.95).verdict, Verdict::consistent);
}

TEST(Verdict, IsInconclusiveWithTooFewRuns) {
  const Judgement judgement = judge(with(0.05, 50), 0.2, 0.95);
  EXPECT_EQ(judgement.verdict, Verdict::inconclusive);
  EXPECT_THAT(judgement.because, testing::HasSubstr("too few runs"));
}

TEST(Verdict, IsInconclusiveWhereTheAttackSawNothing) {
  const Judgement judgement = judge(with(0, 100000), 1, 0.95);
  EXPECT_EQ(judgement.verdict, Verdict::inconclusive);
  EXPECT_THAT(judgement.because, testing::HasSubstr("chance"));
}

TEST(Verdict, OfAFewRunsMayStillBeViolated) { EXPECT_EQ(judge(with(3, 50), 0.2, 0.95).verdict, Verdict::violated); }

TEST(Verdict, OfSeveralAttacksIsTheWorst) {
  using enum Verdict;
  EXPECT_EQ(overall({consistent, violated, inconclusive}), violated);
  EXPECT_EQ(overall({inconclusive, consistent}), consistent);
  EXPECT_EQ(overall({inconclusive}), inconclusive);
  EXPECT_EQ(overall({untested, consistent}), consistent);
  EXPECT_EQ(overall({}), inconclusive);
}

// Replay takes the declared noise for granted: by itself it must not read as a pass.
TEST(Verdict, OfReplayAloneSaysThatNoiseWasNotTested) {
  EXPECT_EQ(overall({Verdict::untested}), Verdict::untested);
  EXPECT_EQ(overall({Verdict::untested, Verdict::inconclusive}), Verdict::untested);
  EXPECT_EQ(to_text(Verdict::untested), "consistent (noise not tested)");
}

NoiseTests noise_of(double mu_lower, std::int64_t runs) {
  NoiseTests tests;
  tests.runs = runs, tests.coordinates = 50, tests.joint = runs / kRunsPerCoordinate;
  tests.mu_lower = mu_lower;
  return tests;
}

TEST(Verdict, OnNoiseIsViolatedForAnyReason) {
  NoiseTests tests = noise_of(0.1, 1000);
  EXPECT_EQ(judge(tests, 1, 0.99).verdict, Verdict::consistent);
  tests.reasons = {"noise is shared"};
  EXPECT_EQ(judge(tests, 1, 0.99).verdict, Verdict::violated);
}

TEST(Verdict, OnNoiseIsInconclusiveWithFewRunsOrNothingToSee) {
  EXPECT_EQ(judge(noise_of(0.1, 6), 1, 0.99).verdict, Verdict::inconclusive);
  NoiseTests blurred = noise_of(0.1, 1000);
  blurred.allowed = 0.7;
  EXPECT_EQ(judge(blurred, 1, 0.99).verdict, Verdict::inconclusive);
  NoiseTests nothing = noise_of(0.1, 1000);
  nothing.mu_lower.reset();
  EXPECT_EQ(judge(nothing, 1, 0.99).verdict, Verdict::inconclusive);
}

}  // namespace
}  // namespace tacit
