#include "apps/tacit/environment_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/envs/environment_file.h"
#include "tacit/lab/experiment/spec.h"

namespace tacit::program {

void EnvironmentOptions::add_to(CLI::App& command, bool env_required) {
  command.add_option("--env", env, "Environment (see 'tacit list environments'), or a file (docs/environments.md)")
      ->required(env_required)
      ->type_name("NAME");
  command.add_option("--horizon", horizon, "Stages per episode (default: the environment's own)")->type_name("H");
  command.add_option("--seed", seed, "Seed of the environment and of the first run (default: 1)")->type_name("N");
  command.add_option("--set", set, "Change a setting, e.g. --set env.states=50 (may be repeated)")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

int EnvironmentOptions::read_horizon() const { return horizon ? parse_horizon(*horizon, "--horizon") : 0; }

std::uint64_t EnvironmentOptions::read_seed() const { return parse_seed(seed, "--seed"); }

LinearMdp EnvironmentOptions::make() const {
  return make_environment(env, read_horizon(), read_seed(), assignments("env", {"env"}));
}

std::string EnvironmentOptions::file_checksum() const {
  return names_environment_file(env) ? mdp_checksum(env) : std::string();
}

Assignments EnvironmentOptions::assignments(const std::string& scope, const std::vector<std::string>& scopes) const {
  Assignments result;
  for (const std::string& text : set) {
    const auto equals = text.find('=');
    const auto dot = text.find('.');
    const std::string shown = text.substr(0, 60);
    if (equals == std::string::npos || dot == std::string::npos || dot > equals || dot + 1 == equals)
      throw Error("--set", "'" + shown + "'", fmt::format("{}.KEY=VALUE", fmt::join(scopes, ".KEY=VALUE or ")));
    const std::string own = text.substr(0, dot);
    if (std::find(scopes.begin(), scopes.end(), own) == scopes.end())
      throw Error("--set", "'" + shown + "': " + unknown_name(own, scopes));
    if (own == scope) result.emplace_back(text.substr(dot + 1, equals - dot - 1), text.substr(equals + 1));
  }
  return result;
}

std::string range_line(const RewardRange& range) {
  if (range == RewardRange()) return {};
  return fmt::format("rewards from {:.6g} to {:.6g} count as 0 to 1: values and regret are in units of {:.6g}\n",
                     range.low, range.high, range.width());
}

}  // namespace tacit::program
