// Statistics over the runs of an experiment.
#pragma once

#include <optional>
#include <span>

#include "tacit/lab/record.h"

namespace tacit {

struct Interval {
  double low = 0, high = 0;
};

double mean(std::span<const double> values);

/// 95 % percentile bootstrap interval of the mean (Efron 1979), 10,000 resamples from a fixed stream, so the same
/// values give the same interval. None for fewer than two values.
std::optional<Interval> bootstrap_mean(std::span<const double> values);

struct Summary {
  double mean_regret = 0;
  std::optional<Interval> ci95;
  double mean_final_gap = 0;
  double mean_switches = 0;
  double epsilon_spent = 0;        ///< The most of any run.
  double episodes_per_second = 0;  ///< Per core: episodes of one run over its mean time.
};

Summary summarise(const ExperimentRecord& record);

}  // namespace tacit
