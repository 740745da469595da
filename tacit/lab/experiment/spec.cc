#include "tacit/lab/experiment/spec.h"

#include <fmt/format.h>

#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"

namespace tacit {
namespace {

template <typename T>
void require_range(const char* field, T value, std::int64_t low, std::int64_t high) {
  const auto v = static_cast<std::int64_t>(value);
  if (v < low || v > high)
    throw Error(field, fmt::format("{}", value), fmt::format("an integer from {} to {}", low, high));
}

void require_range(const char* field, const std::optional<double>& value, double low, double high) {
  if (value && !(*value >= low && *value <= high))  // Refuses what is not a number, too.
    throw Error(field, fmt::format("{}", *value), fmt::format("a number from {} to {}", low, high));
}

}  // namespace

std::string to_text(Simulation simulation) { return simulation == Simulation::users ? "users" : "counts"; }

Simulation parse_simulation(const std::string& text, const std::string& field) {
  for (const Simulation simulation : {Simulation::users, Simulation::counts})
    if (text == to_text(simulation)) return simulation;
  throw Error(field, "'" + text.substr(0, 60) + "'", "users or counts");
}

std::int64_t parse_episodes(std::string_view text, const std::string& field) {
  return parse_integer(text, 1, kMostEpisodes, field);
}

int parse_runs(std::string_view text, const std::string& field) {
  return static_cast<int>(parse_integer(text, 1, kMostRuns, field));
}

int parse_jobs(std::string_view text, const std::string& field) {
  return static_cast<int>(parse_integer(text, 1, kMostJobs, field));
}

std::uint64_t parse_seed(std::string_view text, const std::string& field) {
  return static_cast<std::uint64_t>(parse_integer(text, 0, kLargestSeed, field));
}

int parse_horizon(std::string_view text, const std::string& field) {
  return static_cast<int>(parse_integer(text, 1, kLongestHorizon, field));
}

double parse_epsilon(std::string_view text, const std::string& field) {
  return parse_number(text, kLeastEpsilon, kMostEpsilon, field);
}

double parse_delta(std::string_view text, const std::string& field) {
  return parse_number(text, kLeastDelta, kMostDelta, field);
}

void require_ranges(const RunSpec& spec) {
  require_range("episodes", spec.episodes, 1, kMostEpisodes);
  require_range("runs", spec.runs, 1, kMostRuns);
  require_range("jobs", spec.jobs, 1, kMostJobs);
  require_range("seed", spec.seed, 0, kLargestSeed);
  require_range("horizon", spec.horizon, 0, kLongestHorizon);  // 0: the environment's own.
  require_range("epsilon", spec.epsilon, kLeastEpsilon, kMostEpsilon);
  require_range("delta", spec.delta, kLeastDelta, kMostDelta);
}

}  // namespace tacit
