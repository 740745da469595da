// Statistics over the runs of an experiment.
#pragma once

#include <optional>
#include <span>

#include "tacit/lab/experiment/record.h"

namespace tacit {

struct Interval {
  double low = 0, high = 0;
};

double mean(std::span<const double> values);

/// The p-quantile, by linear interpolation between the ordered values (type 7 of Hyndman and Fan 1996). 0 of nothing.
double quantile(std::span<const double> values, double p);

/// 95 % bootstrap interval of the mean (Efron 1979), 10,000 resamples from a fixed stream, so the same values give the
/// same interval. None for fewer than two values. The plain percentile interval is too narrow for few values: of
/// normal ones it covers the truth 84 times in 100 at n = 5. So its tail probability is taken smaller, as the Student
/// distribution says (the expanded percentile interval of Hesterberg 2015, "What teachers should know about the
/// bootstrap"): 92 in 100 at n = 5, 95 from n = 10 on. It never leaves the range of the values, so three of them, or
/// two, still promise too much.
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
