#include "tacit/lab/experiment/curves.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tacit/core/error.h"
#include "tacit/core/rng.h"

namespace tacit {
namespace {

/// One run per row, with seeds 1, 2, ..; one checkpoint per column.
ExperimentRecord record(const std::vector<std::vector<double>>& regret, std::uint64_t first_seed = 1) {
  ExperimentRecord result;
  result.agent = "agent";
  for (std::size_t k = 1; k <= regret.front().size(); ++k) result.checkpoints.push_back(static_cast<std::int64_t>(k));
  for (const auto& row : regret) {
    RunRecord run;
    run.seed = first_seed++;
    run.regret = row;
    result.runs.push_back(run);
  }
  return result;
}

TEST(Curve, IsTheMeanAtEachCheckpointWithTheNumberOfRuns) {
  const Curve curve = regret_curve(record({{1, 10}, {3, 10}, {5, 10}}));
  EXPECT_EQ(curve.runs, 3);
  EXPECT_EQ(curve.checkpoints, (std::vector<std::int64_t>{1, 2}));
  EXPECT_DOUBLE_EQ(curve.regret[0].centre, 3);
  EXPECT_DOUBLE_EQ(curve.regret[1].centre, 10);
  // Three values: the tails of the resampled mean are the extremes, each of probability 1/27.
  EXPECT_DOUBLE_EQ(curve.regret[0].low, 1);
  EXPECT_DOUBLE_EQ(curve.regret[0].high, 5);
  EXPECT_DOUBLE_EQ(curve.regret[1].low, 10);
  EXPECT_DOUBLE_EQ(curve.regret[1].high, 10);
}

TEST(Curve, IsTheMedianWithQuantilesWhereAsked) {
  const Curve curve =
      regret_curve(record({{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}, {100}}), Band::median_q10_q90);
  EXPECT_DOUBLE_EQ(curve.regret[0].centre, 5);
  EXPECT_DOUBLE_EQ(curve.regret[0].low, 1);
  EXPECT_DOUBLE_EQ(curve.regret[0].high, 9);
}

TEST(Curve, OfOneRunIsThatRun) {
  for (const Band band : {Band::mean_ci95, Band::median_q10_q90}) {
    const Curve curve = regret_curve(record({{7}}), band);
    EXPECT_EQ(curve.runs, 1);
    EXPECT_DOUBLE_EQ(curve.regret[0].low, 7);
    EXPECT_DOUBLE_EQ(curve.regret[0].centre, 7);
    EXPECT_DOUBLE_EQ(curve.regret[0].high, 7);
  }
}

TEST(Curve, JoinsPiecesAndRefusesWhatDoesNotFitTogether) {
  const std::vector<ExperimentRecord> pieces = {record({{1}, {2}}), record({{3}}, 3)};
  EXPECT_EQ(regret_curve(pieces).runs, 3);
  EXPECT_DOUBLE_EQ(regret_curve(pieces).regret[0].centre, 2);
  EXPECT_THROW(regret_curve(std::vector{record({{1}}), record({{1}})}), Error);        // The same seed twice.
  EXPECT_THROW(regret_curve(std::vector{record({{1}}), record({{1, 2}}, 2)}), Error);  // Different checkpoints.
  EXPECT_THROW(regret_curve(std::vector<ExperimentRecord>{}), Error);
  EXPECT_THROW(regret_curve(ExperimentRecord{}), Error);
}

TEST(PairedDifference, IsTakenSeedBySeed) {
  // Seeds 1 to 3 against seeds 2 to 4: only 2 and 3 have partners.
  const auto paired = paired_difference(record({{100, 0}, {1, 5}, {4, 5}}), record({{3, 4}, {5, 5}, {100, 0}}, 2));
  EXPECT_EQ(paired.runs, 2);
  EXPECT_DOUBLE_EQ(paired.difference[0].centre, -1.5);
  EXPECT_DOUBLE_EQ(paired.difference[0].low, -2);
  EXPECT_DOUBLE_EQ(paired.difference[0].high, -1);
  EXPECT_EQ(paired.first_lower, (std::vector<int>{2, 0}));
  EXPECT_EQ(paired.second_lower, (std::vector<int>{0, 1}));  // And one tie.
}

TEST(PairedDifference, UsesTheCheckpointsThatBothHave) {
  const auto paired = paired_difference(record({{1, 2, 3}}), record({{5, 5}}));
  EXPECT_EQ(paired.checkpoints, (std::vector<std::int64_t>{1, 2}));
  EXPECT_DOUBLE_EQ(paired.difference[1].centre, -3);
}

TEST(PairedDifference, NeedsACommonSeed) { EXPECT_THROW(paired_difference(record({{1}}), record({{1}}, 2)), Error); }

// Two agents with common noise of deviation 10 and noise of their own of deviation 0.1: paired, the interval of the
// difference has the width of the latter. The control pairs the wrong runs: then it is as wide as the former.
TEST(PairedDifference, CancelsWhatRunsHaveInCommon) {
  Stream stream(1, "test");
  std::vector<std::vector<double>> a, b, shifted;
  for (int r = 0; r < 40; ++r) {
    const double common = 10 * stream.normal();
    a.push_back({common + 0.1 * stream.normal()});
    b.push_back({common + 1 + 0.1 * stream.normal()});
  }
  shifted.assign(b.begin() + 1, b.end());
  shifted.push_back(b.front());
  const Estimate right = paired_difference(record(a), record(b)).difference[0];
  const Estimate wrong = paired_difference(record(a), record(shifted)).difference[0];
  const double half = 1.96 * 0.1 * std::sqrt(2.0 / 40);
  EXPECT_NEAR((right.high - right.low) / 2, half, 0.5 * half);
  EXPECT_LT(right.high, 0);
  EXPECT_GT(wrong.high - wrong.low, 30 * (right.high - right.low));
}

}  // namespace
}  // namespace tacit
