#include "apps/tacit/audit_runs.h"

#include <nlohmann/json.hpp>

#include "tacit/core/error.h"
#include "tacit/version.h"

namespace tacit::program {

using Json = nlohmann::ordered_json;

namespace {

Json header(const AuditSpec& spec) {
  const WorldSpec& world = spec.world;
  Json result = {{"audit", 1},
                 {"commit", kCommit},
                 {"env", world.env},
                 {"horizon", world.horizon},
                 {"env_settings", world.env_settings},
                 {"agent", world.agent},
                 {"agent_settings", world.agent_settings},
                 {"episodes", world.episodes},
                 {"epsilon", world.epsilon},
                 {"delta", world.delta},
                 {"seed", world.seed}};
  if (world.noise != Noise::simulation) result["noise"] = to_text(world.noise);
  if (!world.env_sha256.empty()) result["env_sha256"] = world.env_sha256;
  return result;
}

}  // namespace

AuditRuns::AuditRuns(const std::filesystem::path& file, const AuditSpec& spec) {
  const std::string wanted = header(spec).dump();
  std::ifstream in(file);
  std::string line, whole;
  if (in && std::getline(in, line)) {
    if (line != wanted)
      throw Error(
          "--out",
          file.string() + " holds the runs of another audit, or of another build; give another --out, or remove it");
    while (std::getline(in, line)) {
      const Json run = Json::parse(line, nullptr, false);
      if (in.eof() || run.is_discarded()) break;  // Cut off in the middle.
      scores_[{run.at("attack"), run.at("run"), run.at("replaced")}] = run.at("scores").get<std::vector<double>>();
      whole += line + '\n';
    }
  }
  in.close();
  out_.open(file, std::ios::trunc);
  out_ << wanted << '\n' << whole << std::flush;
  if (!out_) throw Error("--out", "cannot write " + file.string());
}

std::optional<std::vector<double>> AuditRuns::find(const RunName& name) const {
  const auto found = scores_.find({name.attack, name.run, name.replaced});
  return found == scores_.end() ? std::nullopt : std::optional(found->second);
}

void AuditRuns::add(const RunName& name, const std::vector<double>& scores) {
  out_ << Json{{"attack", name.attack}, {"run", name.run}, {"replaced", name.replaced}, {"scores", scores}}.dump()
       << '\n'
       << std::flush;
}

}  // namespace tacit::program
