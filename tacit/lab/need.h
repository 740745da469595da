// How many users does an agent need until its policy is nearly the best? The question that everybody asks first.
//
// For growing numbers of users K the agent is run as if K were all that will ever come, and the exact gap of its last
// policy is compared with the optimal value: the policy is within `within` of the best if V* - V^pi <= within V*, mean
// over the initial distribution and over runs. Needed is the least K tried from which on the mean stays within, as far
// as was tried: two numbers in a row whose whole interval is within end the search. Since runs differ, it comes with
// the same for both ends of the 95 % bootstrap interval of the mean. Where users can be simulated as counts
// (single_run.h) the cost hardly grows with K, so that K goes to 10^8.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tacit/lab/experiment/curves.h"
#include "tacit/lab/experiment/spec.h"
#include "tacit/lab/figure/figure.h"

namespace tacit {

struct NeedSpec {
  RunSpec run;                  ///< Environment, agent, seed, runs, jobs, delta; its episodes and epsilon are not read.
  std::vector<double> epsilon;  ///< Budgets, of an agent that takes one; empty for others.
  double within = 0.05;
  std::int64_t fewest = 100, most = 100'000'000;
};

struct NeedPoint {
  std::int64_t users;
  Estimate gap;  ///< As a part of V*.
};

/// The least number of users tried from which on the gap stays within; none: not up to the most that was tried.
struct NeedAnswer {
  std::optional<std::int64_t> users;        ///< By the mean.
  std::optional<std::int64_t> least, most;  ///< By the lower and the upper end of its interval.
};

struct NeedRow {
  std::optional<double> epsilon;
  std::vector<NeedPoint> points;
  NeedAnswer answer;
};

struct NeedReport {
  std::string env, agent;
  Noise noise = Noise::simulation;
  double optimal_value = 0, within = 0;
  int runs = 0;
  std::vector<NeedRow> rows;
  bool interrupted = false;  ///< Rows and points that are not finished are left out.
};

struct NeedHooks {
  std::function<void(const std::optional<double>& epsilon, const NeedPoint& point)> measured = {};
  const std::atomic<bool>* stop = nullptr;
};

/// Two per decade, from `fewest` to `most`.
std::vector<std::int64_t> numbers_of_users(std::int64_t fewest, std::int64_t most);
NeedAnswer answer_from(const std::vector<NeedPoint>& points, double within);

/// With fewer runs the bootstrap interval covers the truth less often than it says (experiment/summary.h).
inline constexpr int kEnoughRuns = 5;

/// Stops trying more users where two numbers in a row were within, intervals included. Throws Error on a bad spec.
NeedReport users_needed(const NeedSpec& spec, const NeedHooks& hooks = {});

/// The gap over the number of users, a line for each budget.
Figure need_figure(const NeedReport& report);
std::string to_json(const NeedReport& report);

}  // namespace tacit
