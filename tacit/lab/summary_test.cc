#include "tacit/lab/summary.h"

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
