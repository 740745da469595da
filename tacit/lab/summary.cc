#include "tacit/lab/summary.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "tacit/core/rng.h"

namespace tacit {

double mean(std::span<const double> values) {
  return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
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
  std::sort(means.begin(), means.end());
  return Interval{means[kResamples / 40], means[kResamples - 1 - kResamples / 40]};
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
