// What one experiment is: an environment, an agent, a number of users, a seed, a number of runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tacit/core/settings.h"
#include "tacit/privacy/budget.h"

namespace tacit {

/// How users are simulated: step by step, or many at once as counts of what they do (single_run.h).
enum class Simulation { users, counts };

std::string to_text(Simulation simulation);
/// Throws Error that names `field`.
Simulation parse_simulation(const std::string& text, const std::string& field);

struct RunSpec {
  std::string env;
  int horizon = 0;  ///< 0: the environment's own.
  Assignments env_settings;
  std::string agent;
  Assignments agent_settings;
  std::int64_t episodes = 0;
  /// Seed of the environment and of run 0; run r has seed + r. All runs meet the same environment.
  std::uint64_t seed = 1;
  int runs = 1;
  std::optional<double> epsilon, delta;  ///< The budget, for private agents.
  std::optional<Adjacency> adjacency;    ///< Which users are neighbours; replace-one unless given.
  std::optional<Simulation> simulation;  ///< Counts where they apply and save time, unless given.
  int jobs = 1;
};

inline constexpr std::int64_t kMostEpisodes = 1'000'000'000'000;
inline constexpr std::int64_t kMostRuns = 1'000'000;
inline constexpr std::int64_t kMostJobs = 1024;
inline constexpr std::int64_t kLargestSeed = 1'000'000'000'000'000;

}  // namespace tacit
