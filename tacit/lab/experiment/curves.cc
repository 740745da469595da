#include "tacit/lab/experiment/curves.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>

#include "tacit/core/error.h"
#include "tacit/lab/experiment/summary.h"

namespace tacit {

namespace {

using Column = std::size_t;

/// The runs of one agent by seed, on common checkpoints.
struct Runs {
  std::vector<std::int64_t> checkpoints;
  std::map<std::uint64_t, const RunRecord*> by_seed;
};

Runs collect(std::span<const ExperimentRecord> records) {
  Runs runs;
  for (const ExperimentRecord& record : records) {
    if (record.runs.empty()) continue;
    if (runs.by_seed.empty()) runs.checkpoints = record.checkpoints;
    if (record.checkpoints != runs.checkpoints)
      throw Error("records", "the runs of " + record.agent + " have different checkpoints");
    for (const RunRecord& run : record.runs) {
      check(run.regret.size() == runs.checkpoints.size(), "a run has one regret per checkpoint");
      if (!runs.by_seed.emplace(run.seed, &run).second)
        throw Error("records", "seed " + std::to_string(run.seed) + " of " + record.agent + " comes twice");
    }
  }
  if (runs.by_seed.empty()) throw Error("records", "there is no finished run");
  return runs;
}

Column column_of(const Runs& runs, std::int64_t checkpoint) {
  const auto found = std::lower_bound(runs.checkpoints.begin(), runs.checkpoints.end(), checkpoint);
  return static_cast<Column>(found - runs.checkpoints.begin());
}

}  // namespace

Estimate estimate(std::span<const double> values, Band band) {
  if (band == Band::median_q10_q90) return {quantile(values, 0.5), quantile(values, 0.1), quantile(values, 0.9)};
  const double centre = mean(values);
  const Interval interval = bootstrap_mean(values).value_or(Interval{centre, centre});
  return {centre, interval.low, interval.high};
}

Curve regret_curve(std::span<const ExperimentRecord> records, Band band) {
  const Runs runs = collect(records);
  Curve curve{band, static_cast<int>(runs.by_seed.size()), runs.checkpoints, {}};
  std::vector<double> values;
  for (Column c = 0; c < runs.checkpoints.size(); ++c) {
    values.clear();
    for (const auto& [seed, run] : runs.by_seed) values.push_back(run->regret[c]);
    curve.regret.push_back(estimate(values, band));
  }
  return curve;
}

Curve regret_curve(const ExperimentRecord& record, Band band) { return regret_curve(std::span(&record, 1), band); }

PairedDifference paired_difference(std::span<const ExperimentRecord> first, std::span<const ExperimentRecord> second,
                                   Band band) {
  const Runs a = collect(first), b = collect(second);
  PairedDifference result;
  result.band = band;
  std::set_intersection(a.checkpoints.begin(), a.checkpoints.end(), b.checkpoints.begin(), b.checkpoints.end(),
                        std::back_inserter(result.checkpoints));
  if (result.checkpoints.empty()) throw Error("records", "the agents have no checkpoint in common");
  std::vector<std::pair<const RunRecord*, const RunRecord*>> pairs;
  for (const auto& [seed, run] : a.by_seed)
    if (const auto other = b.by_seed.find(seed); other != b.by_seed.end()) pairs.emplace_back(run, other->second);
  if (pairs.empty()) throw Error("records", "the agents have no seed in common");
  result.runs = static_cast<int>(pairs.size());

  std::vector<double> values;
  for (const std::int64_t checkpoint : result.checkpoints) {
    const Column in_a = column_of(a, checkpoint), in_b = column_of(b, checkpoint);
    values.clear();
    for (const auto& [one, other] : pairs) values.push_back(one->regret[in_a] - other->regret[in_b]);
    result.difference.push_back(estimate(values, band));
    result.first_lower.push_back(
        static_cast<int>(std::count_if(values.begin(), values.end(), [](double v) { return v < 0; })));
    result.second_lower.push_back(
        static_cast<int>(std::count_if(values.begin(), values.end(), [](double v) { return v > 0; })));
  }
  return result;
}

PairedDifference paired_difference(const ExperimentRecord& first, const ExperimentRecord& second, Band band) {
  return paired_difference(std::span(&first, 1), std::span(&second, 1), band);
}

}  // namespace tacit
