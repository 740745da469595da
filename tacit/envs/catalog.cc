#include "tacit/envs/catalog.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "tacit/core/error.h"
#include "tacit/envs/coach.h"
#include "tacit/envs/corridor.h"
#include "tacit/envs/deep_sea.h"
#include "tacit/envs/river_swim.h"
#include "tacit/envs/simplex.h"
#include "tacit/envs/two_state.h"

namespace tacit {
namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;
constexpr double kShareOfMemory = 0.6;

double physical_memory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

// Features; measures and the alias tables drawn from them; rewards and two tables of action values; the d x d matrices
// that a learner keeps per stage. In doubles, which do not overflow.
double bytes_needed(const EnvironmentSize& size, int horizon) {
  const double states = static_cast<double>(size.states), actions = static_cast<double>(size.actions);
  const double dimension = static_cast<double>(size.dimension);
  return 8 * states * actions * dimension + 24 * horizon * dimension * states + 3 * 8 * horizon * states * actions +
         5 * 8 * horizon * dimension * dimension;
}

// The fields that decide how large an environment is: "env.states x env.actions x --horizon".
std::string size_fields(const EnvironmentEntry& entry) {
  std::string fields;
  for (const Setting& setting : entry.settings)
    if (std::holds_alternative<std::int64_t>(setting.initial) && setting.name != "seed")
      fields += "env." + setting.name + " x ";
  return fields + "--horizon";
}

void require_memory(const EnvironmentEntry& entry, const EnvironmentSize& size, int horizon) {
  const double needed = bytes_needed(size, horizon), allowed = kShareOfMemory * physical_memory();
  if (needed <= allowed) return;
  throw Error(size_fields(entry), fmt::format("needs {:.1f} GiB, but only {:.1f} GiB are allowed (60% of this "
                                              "machine's memory); choose a smaller environment",
                                              needed / kGiB, allowed / kGiB));
}

}  // namespace

const std::vector<EnvironmentEntry>& environments() {
  static const std::vector<EnvironmentEntry> entries = {two_state(), simplex(), river_swim(),
                                                        deep_sea(),  coach(),   corridor()};
  return entries;
}

const EnvironmentEntry& environment_entry(const std::string& name) {
  std::vector<std::string> names;
  for (const EnvironmentEntry& entry : environments()) {
    if (entry.name == name) return entry;
    names.push_back(entry.name);
  }
  throw Error("--env", unknown_name(name, names));
}

LinearMdp make_environment(const std::string& name, int horizon, std::uint64_t seed, const Assignments& given) {
  const EnvironmentEntry& entry = environment_entry(name);
  if (horizon < 0 || horizon > kLongestHorizon)
    throw Error("--horizon", std::to_string(horizon), fmt::format("an integer from 1 to {}", kLongestHorizon));
  std::vector<Setting> declared = entry.settings;
  for (Setting& setting : declared)
    if (setting.name == "seed") setting.initial = static_cast<std::int64_t>(seed);
  const Settings settings(declared, given, "env");
  if (horizon == 0) horizon = entry.default_horizon(settings);
  require_memory(entry, entry.size(settings), horizon);

  LinearMdp mdp = entry.make(settings, horizon);
  mdp.name = entry.name;
  if (settings.text("rewards") == "known") mdp.problem.known_rewards = mdp.rewards;
  return mdp;
}

}  // namespace tacit
