#include "tacit/envs/environment_file.h"

#include <filesystem>

#include "tacit/core/error.h"
#include "tacit/envs/environment.h"

namespace tacit {
namespace {

constexpr std::size_t kLongestHintedName = 60;

}  // namespace

bool names_environment_file(const std::string& name) {
  return name.find('/') != std::string::npos || name.ends_with(".json") || name.ends_with(".npz");
}

std::string environment_file_hint(const std::string& name) {
  std::error_code error;
  const std::filesystem::path path(name);
  if (name.size() > kLongestHintedName || (!path.has_extension() && !std::filesystem::is_regular_file(path, error)))
    return {};
  return "; a file is written ./" + name + " or ends in .json or .npz";
}

void configure(LinearMdp& mdp, int horizon, const Assignments& given) {
  for (const auto& [name, value] : given)
    if (name != "rewards")
      throw Error("env." + name.substr(0, 60), "this environment is a file, of which only env.rewards can be set");
  Problem& p = mdp.problem;
  const Settings settings({rewards_setting(p.rewards_known() ? "known" : "learned")}, given, "env");
  if (horizon != 0) change_horizon(mdp, horizon);
  p.known_rewards = settings.text("rewards") == "known" ? mdp.rewards : Matrix();
}

MdpFile read_environment_file(const std::string& file, int horizon, const Assignments& given,
                              const std::string& sha256) {
  MdpFile result = read_mdp(file);
  if (!sha256.empty() && result.sha256 != sha256)
    throw Error(file, "was changed in the meantime: its SHA-256 is no longer " + sha256);
  configure(result.mdp, horizon, given);
  return result;
}

}  // namespace tacit
