#include "tacit/lab/experiment/summary.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "tacit/core/rng.h"

namespace tacit {

namespace {

/// The tail that makes the percentile interval of n normal values as wide as Student's.
double expanded_tail(std::size_t n) {
  const double count = static_cast<double>(n);
  const double student = boost::math::quantile(boost::math::students_t(count - 1), 0.025);
  return boost::math::cdf(boost::math::normal(), student * std::sqrt(count / (count - 1)));
}

}  // namespace

double mean(std::span<const double> values) {
  return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double quantile(std::span<const double> values, double p) {
  if (values.empty()) return 0;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const double position = std::clamp(p, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  if (below + 1 == sorted.size()) return sorted.back();
  return std::lerp(sorted[below], sorted[below + 1], position - static_cast<double>(below));
}

std::optional<Interval> bootstrap_mean(std::span<const double> values) {
  if (values.size() < 2) return std::nullopt;
  constexpr int kResamples = 10000;
  Stream stream(0, "bootstrap");
  std::vector<double> means(kResamples);
  for (double& m : means) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[stream.below(values.size())];
    m = sum / static_cast<double>(values.size());
  }
  const double tail = expanded_tail(values.size());
  return Interval{quantile(means, tail), quantile(means, 1 - tail)};
}

Summary summarise(const ExperimentRecord& record) {
  std::vector<double> regret, gap, switches, seconds;
  for (const RunRecord& run : record.runs) {
    regret.push_back(run.final_regret());
    gap.push_back(run.final_gap);
    switches.push_back(static_cast<double>(run.switches));
    seconds.push_back(run.seconds);
  }
  Summary summary;
  for (const RunRecord& run : record.runs) summary.epsilon_spent = std::max(summary.epsilon_spent, run.epsilon_spent);
  summary.mean_regret = mean(regret);
  summary.ci95 = bootstrap_mean(regret);
  summary.mean_final_gap = mean(gap);
  summary.mean_switches = mean(switches);
  const double time = mean(seconds);
  summary.episodes_per_second = time > 0 ? static_cast<double>(record.episodes) / time : 0;
  return summary;
}

}  // namespace tacit
