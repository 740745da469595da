#include "tacit/envs/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tacit/core/error.h"
#include "tacit/envs/cliff.h"
#include "tacit/envs/coach.h"
#include "tacit/envs/corridor.h"
#include "tacit/envs/deep_sea.h"
#include "tacit/envs/environment_file.h"
#include "tacit/envs/frozen_lake.h"
#include "tacit/envs/river_swim.h"
#include "tacit/envs/simplex.h"
#include "tacit/envs/two_state.h"
#include "tacit/mdp/file/mdp_tables.h"

namespace tacit {
namespace {

constexpr std::size_t kBuiltIn = 8;  // Tested by being here; what others add is validated when it is made.

std::deque<EnvironmentEntry>& entries() {
  static std::deque<EnvironmentEntry> all = {two_state(), simplex(),  river_swim(),  deep_sea(),
                                             coach(),     corridor(), frozen_lake(), cliff()};
  return all;
}

const EnvironmentEntry* find(const std::string& name) {
  const auto found = std::find_if(entries().begin(), entries().end(), [&](const auto& e) { return e.name == name; });
  return found == entries().end() ? nullptr : &*found;
}

bool is_built_in(const EnvironmentEntry& entry) {
  return std::any_of(entries().begin(), entries().begin() + kBuiltIn, [&](const auto& e) { return &e == &entry; });
}

// The fields that decide how large an environment is: "env.states x env.actions x horizon".
std::string size_fields(const EnvironmentEntry& entry) {
  std::string fields;
  for (const Setting& setting : entry.settings)
    if (std::holds_alternative<std::int64_t>(setting.initial) && setting.name != "seed")
      fields += "env." + setting.name + " x ";
  return fields + "horizon";
}

bool has_setting(const EnvironmentEntry& entry, const std::string& name) {
  return std::any_of(entry.settings.begin(), entry.settings.end(), [&](const auto& s) { return s.name == name; });
}

}  // namespace

const std::deque<EnvironmentEntry>& environments() { return entries(); }

const EnvironmentEntry& environment_entry(const std::string& name) {
  if (const EnvironmentEntry* entry = find(name)) return *entry;
  std::vector<std::string> names;
  for (const EnvironmentEntry& entry : environments()) names.push_back(entry.name);
  throw Error("env", unknown_name(name, names) + environment_file_hint(name));
}

void register_environment(EnvironmentEntry entry) {
  if (!is_mdp_name(entry.name) || find(entry.name) != nullptr)
    throw Error("environment name", "'" + entry.name + "'",
                "a name of letters, digits, '-' and '_' that no environment has yet");
  if (!entry.default_horizon || !entry.size || !entry.make)
    throw Error("environment '" + entry.name + "'", "default_horizon, size and make must be there");
  if (!has_setting(entry, "rewards")) entry.settings.push_back(rewards_setting("learned"));
  if (!has_setting(entry, "seed")) entry.settings.push_back(seed_setting());
  entries().push_back(std::move(entry));
}

Settings environment_settings(const EnvironmentEntry& entry, std::uint64_t seed, const Assignments& given) {
  std::vector<Setting> declared = entry.settings;
  for (Setting& setting : declared)
    if (setting.name == "seed") setting.initial = static_cast<std::int64_t>(seed);
  return {declared, given, "env"};
}

LinearMdp make_environment(const std::string& name, int horizon, std::uint64_t seed, const Assignments& given,
                           const std::string& file_sha256) {
  if (names_environment_file(name)) return read_environment_file(name, horizon, given, file_sha256).mdp;
  const EnvironmentEntry& entry = environment_entry(name);
  if (horizon < 0 || horizon > kLongestHorizon)
    throw Error("horizon", std::to_string(horizon), fmt::format("an integer from 1 to {}", kLongestHorizon));
  const Settings settings = environment_settings(entry, seed, given);
  if (horizon == 0) horizon = entry.default_horizon(settings);
  require_memory(entry.size(settings), horizon, size_fields(entry));

  LinearMdp mdp = entry.make(settings, horizon);
  mdp.name = entry.name;
  mdp.problem.known_rewards = settings.text("rewards") == "known" ? mdp.rewards : Matrix();
  if (!is_built_in(entry)) validate(mdp);
  return mdp;
}

void require_taken_as_given(const LinearMdp& mdp, const std::string& name, int horizon, const Assignments& settings) {
  if (!name.empty() && name != mdp.name)
    throw Error("env", "'" + name + "'", "nothing, or '" + mdp.name + "': the environment is given");
  if (horizon != 0 && horizon != mdp.problem.horizon)
    throw Error("horizon", std::to_string(horizon),
                fmt::format("{}, that of the environment that is given", mdp.problem.horizon));
  if (!settings.empty()) throw Error("env." + settings.front().first, "cannot be set: the environment is given");
  validate(mdp);
}

}  // namespace tacit
