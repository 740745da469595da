#include "tacit/agents/policy_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

#include "tacit/core/error.h"
#include "tacit/core/file_content.h"
#include "tacit/privacy/certificate/json_fields.h"

namespace tacit {
namespace {

using Json = nlohmann::json;

constexpr const char* kFormat = "tacit-policy/1";
constexpr std::size_t kMostBytes = std::size_t{1} << 30, kMostStates = 50'000'000;
constexpr int kDeepest = 8;  // Deeper than a policy, so that other files of ours are known by their format.

Json best_actions(const Policy& policy, const Problem& problem, int h) {
  Json stage = Json::array();
  for (Index p = 0; p < problem.point_count(); ++p) {
    Json best = Json::array();
    double least = 1, most = 0;
    policy.table()->each(h, p, [&](int action, double chance) {
      best.push_back(action);
      least = std::min(least, chance), most = std::max(most, chance);
    });
    if (least != most)
      throw Error("policy",
                  fmt::format("stage {}, state {} has actions that are not as likely; no such policy is saved", h, p));
    stage.push_back(std::move(best));
  }
  return stage;
}

// 1 for each of the best actions, which is what a table that is greedy in these values plays.
Vector values_of(const Json& stage, const std::string& name, const Problem& problem) {
  if (!stage.is_array() || static_cast<Index>(stage.size()) != problem.point_count())
    throw Error(name, fmt::format("expected a list of {} states", problem.point_count()));
  Vector values = Vector::Zero(problem.points.rows());
  for (std::size_t p = 0; p < stage.size(); ++p) {
    const std::string field = fmt::format("{}[{}]", name, p);
    if (!stage[p].is_array() || stage[p].empty()) throw Error(field, "expected a list of at least one action");
    for (const Json& action : stage[p]) {
      if (!action.is_number_integer() || action < 0 || action >= problem.actions)
        throw Error(field, fmt::format("expected actions from 0 to {}", problem.actions - 1));
      double& value = values[static_cast<Index>(p) * problem.actions + action.get<Index>()];
      if (value != 0) throw Error(field, "has an action twice");
      value = 1;
    }
  }
  return values;
}

void require_size(const JsonFields& in, const char* key, Index expected) {
  const std::int64_t given = in.integer(key, 1, std::numeric_limits<std::int64_t>::max());
  if (given != expected)
    throw Error(in.name(key), fmt::format("{}", given), fmt::format("{}, as the environment has", expected));
}

}  // namespace

std::string to_json(const Policy& policy, const Problem& problem, const PolicyContext& about) {
  if (!problem.finite) throw Error("policy", "has infinitely many states; only policies on finitely many are saved");
  Json json = {{"format", kFormat},          {"version", policy.version()},
               {"horizon", problem.horizon}, {"states", problem.point_count()},
               {"actions", problem.actions}, {"about", Json::object()}};
  for (const auto& [name, value] : about) json["about"][name] = value;
  Json& best = json["best"] = Json::array();
  for (int h = 0; h < problem.horizon; ++h) best.push_back(best_actions(policy, problem, h));
  json["sha256"] = checksum_of(json);
  return json.dump() + "\n";
}

Policy read_policy(std::string_view text, const Problem& problem, PolicyContext* about) {
  if (!problem.finite) throw Error("policy", "policies are read for finitely many states only");
  if (text.empty()) throw Error("policy", "is empty");
  if (text.size() <= kMostBytes && !Json::accept(text))
    throw Error("policy", fmt::format("is not complete, valid JSON of {} bytes; it may be cut off", text.size()));
  const Json json = parse_checked(text, "policy", kFormat, kMostBytes, kDeepest);
  const JsonFields in(json, "policy", {"format", "version", "horizon", "states", "actions", "about", "best", "sha256"});
  require_size(in, "horizon", problem.horizon);
  require_size(in, "states", problem.point_count());
  require_size(in, "actions", problem.actions);
  if (!in.at("about").is_object()) throw Error(in.name("about"), "expected an object of texts");
  for (const auto& [name, value] : in.at("about").items()) {
    std::string said = JsonFields::text(value, in.name("about") + "." + name);
    if (about != nullptr) about->emplace_back(name, std::move(said));
  }
  const Json& stages = in.list("best", kMostStates);
  if (static_cast<int>(stages.size()) != problem.horizon)
    throw Error(in.name("best"), fmt::format("expected {} stages", problem.horizon));
  std::vector<Vector> values;
  for (int h = 0; h < problem.horizon; ++h)
    values.push_back(values_of(stages[h], fmt::format("policy.best[{}]", h), problem));
  return {problem, in.integer("version", 0, std::numeric_limits<std::int64_t>::max()), PolicyTable(problem, values)};
}

Policy load_policy(const std::filesystem::path& file, const Problem& problem, PolicyContext* about) {
  const std::string text = read_file(file, kMostBytes);
  try {
    return read_policy(text, problem, about);
  } catch (const Error& error) {
    throw Error(file.string(), error.what());
  }
}

}  // namespace tacit
