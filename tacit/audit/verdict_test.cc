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
  EXPECT_EQ(overall({}), inconclusive);
}

}  // namespace
}  // namespace tacit
