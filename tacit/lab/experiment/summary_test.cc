#include "tacit/lab/experiment/summary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tacit/core/rng.h"

namespace tacit {
namespace {

TEST(Bootstrap, NeedsTwoValues) {
  EXPECT_FALSE(bootstrap_mean(std::vector<double>{}).has_value());
  EXPECT_FALSE(bootstrap_mean(std::vector<double>{3}).has_value());
  EXPECT_TRUE(bootstrap_mean(std::vector<double>{3, 4}).has_value());
}

// For many normal values the interval is the normal one: mean -+ 1.96 deviations / sqrt(n).
TEST(Bootstrap, IsTheNormalIntervalForManyNormalValues) {
  Stream stream(1, "test");
  std::vector<double> values(400);
  for (double& v : values) v = 5 + stream.normal();
  const auto interval = bootstrap_mean(values);
  const double centre = mean(values), half = 1.96 / std::sqrt(400.0);
  EXPECT_NEAR(interval->low, centre - half, 0.15 * half);
  EXPECT_NEAR(interval->high, centre + half, 0.15 * half);
}

TEST(Bootstrap, GivesTheSameIntervalTwice) {
  const std::vector<double> values = {1, 5, 2, 8};
  EXPECT_EQ(bootstrap_mean(values)->low, bootstrap_mean(values)->low);
}

/// How often the interval of n standard normals holds `truth`, in `trials` trials.
double coverage(int n, int trials, double truth) {
  Stream stream(2, "test", static_cast<std::uint64_t>(n));
  std::vector<double> values(static_cast<std::size_t>(n));
  int covered = 0;
  for (int t = 0; t < trials; ++t) {
    for (double& v : values) v = stream.normal();
    const auto interval = bootstrap_mean(values);
    covered += interval->low <= truth && truth <= interval->high;
  }
  return covered / static_cast<double>(trials);
}

// Tolerance: four standard errors of the observed frequency, sqrt(0.05 * 0.95 / 1000) = 0.007. Five values cannot do
// better than 1 - 2^-4 = 0.9375, the probability that the truth is within their range.
TEST(SlowBootstrap, CoversTheTruthAsOftenAsItSays) {
  EXPECT_NEAR(coverage(5, 1000, 0), 0.92, 0.028);
  EXPECT_NEAR(coverage(20, 1000, 0), 0.95, 0.028);
}

// Student's interval of 20 values holds what is 0.7 deviations off with probability 0.16.
TEST(SlowBootstrap, DoesNotCoverWhatIsNotTrue) { EXPECT_LT(coverage(20, 300, 0.7), 0.3); }

TEST(Quantile, InterpolatesBetweenOrderedValues) {
  const std::vector<double> values = {4, 1, 3, 2};
  EXPECT_DOUBLE_EQ(quantile(values, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(values, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile(values, 0.9), 3.7);
  EXPECT_DOUBLE_EQ(quantile(values, 1), 4);
  EXPECT_DOUBLE_EQ(quantile(std::vector<double>{}, 0.5), 0);
}

TEST(Summary, AveragesOverRuns) {
  ExperimentRecord record;
  record.episodes = 100;
  for (const double regret : {10.0, 30.0}) {
    RunRecord run;
    run.regret = {regret / 2, regret};
    run.final_gap = regret / 100;
    run.seconds = 2;
    record.runs.push_back(run);
  }
  const Summary summary = summarise(record);
  EXPECT_DOUBLE_EQ(summary.mean_regret, 20);
  EXPECT_DOUBLE_EQ(summary.mean_final_gap, 0.2);
  EXPECT_DOUBLE_EQ(summary.episodes_per_second, 50);
}

}  // namespace
}  // namespace tacit
