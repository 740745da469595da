// What one experiment is: an environment, an agent, a number of users, a seed, a number of runs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tacit/core/settings.h"
#include "tacit/privacy/accounting/budget.h"
#include "tacit/privacy/release_value.h"

namespace tacit {

struct AgentEntry;
struct LinearMdp;

/// How users are simulated: step by step, or many at once as counts of what they do (single_run.h).
enum class Simulation { users, counts };

std::string to_text(Simulation simulation);
/// Throws Error that names `field`.
Simulation parse_simulation(const std::string& text, const std::string& field);

struct RunSpec {
  std::string env;         ///< A name of the catalogue, or a file (envs/environment_file.h).
  std::string env_sha256;  ///< Of the file, where that was looked at before; its content must still be the same.
  /// One's own environment. Then `env` is empty or its name, and nothing of it is set.
  std::shared_ptr<const LinearMdp> own_env = {};
  int horizon = 0;  ///< 0: the environment's own.
  Assignments env_settings;
  std::string agent;
  /// One's own agent, which need not be in the catalogue. Then `agent` is empty or its name.
  std::shared_ptr<const AgentEntry> own_agent = {};
  Assignments agent_settings;
  std::int64_t episodes = 0;
  /// Seed of the environment and of run 0; run r has seed + r. All runs meet the same environment.
  std::uint64_t seed = 1;
  int runs = 1;
  std::optional<double> epsilon, delta;  ///< The budget, for private agents.
  std::optional<Adjacency> adjacency;    ///< Which users are neighbours; replace-one unless given.
  Noise noise = Noise::simulation;       ///< With which private agents keep their promise.
  std::optional<Simulation> simulation;  ///< Counts where they apply and save time, unless given.
  int jobs = 1;
};

// What a spec may hold, whoever wrote it: the command line, a sweep file or code. There is one list of bounds, and
// everything else asks it.
inline constexpr std::int64_t kMostEpisodes = 1'000'000'000'000;
inline constexpr std::int64_t kMostRuns = 1'000'000;
inline constexpr std::int64_t kMostJobs = 1024;
inline constexpr std::int64_t kLargestSeed = 1'000'000'000'000'000;
inline constexpr double kLeastEpsilon = 1e-6, kMostEpsilon = 1e4;
inline constexpr double kLeastDelta = 1e-300, kMostDelta = 0.5;

/// Each reads one field of a spec from text and throws Error that names `field`.
std::int64_t parse_episodes(std::string_view text, const std::string& field);
int parse_runs(std::string_view text, const std::string& field);
int parse_jobs(std::string_view text, const std::string& field);
std::uint64_t parse_seed(std::string_view text, const std::string& field);
int parse_horizon(std::string_view text, const std::string& field);
double parse_epsilon(std::string_view text, const std::string& field);
double parse_delta(std::string_view text, const std::string& field);

/// The same bounds for a spec that was made in code. Throws Error that names the field.
void require_ranges(const RunSpec& spec);

}  // namespace tacit
