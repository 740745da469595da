// Regret over users, summed up over the runs of one agent, and the difference between two agents run by run.
//
// Agents that are compared meet the same users: run r of every agent draws from the streams of the same seed (common
// random numbers), so their difference is taken within each run before anything is averaged. What all agents share,
// lucky or unlucky users, cancels, and the interval of the difference is narrower than those of the two means suggest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tacit/lab/experiment/record.h"

namespace tacit {

enum class Band {
  mean_ci95,       ///< The mean with its 95 % bootstrap interval (`bootstrap_mean`): how well is the mean known?
  median_q10_q90,  ///< The median with the 10 and 90 % quantiles: how much do runs differ?
};

/// With one run, `low` and `high` are the value itself: nothing is known of the spread.
struct Estimate {
  double centre = 0, low = 0, high = 0;
};

Estimate estimate(std::span<const double> values, Band band = Band::mean_ci95);

struct Curve {
  Band band = Band::mean_ci95;
  int runs = 0;
  std::vector<std::int64_t> checkpoints;
  std::vector<Estimate> regret;  ///< One per checkpoint.
};

/// Over all runs in `records`: one agent on one environment, perhaps in pieces. Throws Error if there is no run, if the
/// checkpoints differ, or if a seed comes twice.
Curve regret_curve(std::span<const ExperimentRecord> records, Band band = Band::mean_ci95);
Curve regret_curve(const ExperimentRecord& record, Band band = Band::mean_ci95);

struct PairedDifference {
  Band band = Band::mean_ci95;
  int runs = 0;  ///< Seeds that both agents ran; the others are left out.
  std::vector<std::int64_t> checkpoints;
  std::vector<Estimate> difference;  ///< Regret of the first minus regret of the second.
  /// In how many runs the one had less regret than the other, at each checkpoint; where both had the same, neither
  /// counts.
  std::vector<int> first_lower, second_lower;
};

/// Over the seeds and checkpoints that both have. Throws Error if there are none.
PairedDifference paired_difference(std::span<const ExperimentRecord> first, std::span<const ExperimentRecord> second,
                                   Band band = Band::mean_ci95);
PairedDifference paired_difference(const ExperimentRecord& first, const ExperimentRecord& second,
                                   Band band = Band::mean_ci95);

}  // namespace tacit
