#include "tacit/lab/sweep/cell_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <variant>

#include "tacit/core/error.h"
#include "tacit/lab/experiment/json.h"
#include "tacit/privacy/accounting/conversions.h"
#include "tacit/privacy/promised_noise.h"

namespace tacit {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "tacit-cell/1";

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

Json optional(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json assignments(const Assignments& given) {
  Json result = Json::object();
  for (const auto& [name, value] : given) result[name] = value;
  return result;
}

Assignments read_assignments(const Json& json) {
  Assignments result;
  for (const auto& [name, value] : json.items()) result.emplace_back(name, value.get<std::string>());
  return result;
}

Json environment_object(const Cell& cell) {
  const RunSpec& spec = cell.spec;
  Json result = {{"name", spec.env},
                 {"label", cell.env_label},
                 {"horizon", spec.horizon > 0 ? Json(spec.horizon) : Json(nullptr)},
                 {"set", assignments(spec.env_settings)}};
  if (!spec.env_sha256.empty()) result["sha256"] = spec.env_sha256;
  return result;
}

Json cell_object(const Cell& cell) {
  const RunSpec& spec = cell.spec;
  return {{"id", cell.id},
          {"env", environment_object(cell)},
          {"agent", {{"name", spec.agent}, {"label", cell.label}, {"set", assignments(spec.agent_settings)}}},
          {"episodes", spec.episodes},
          {"runs", spec.runs},
          {"seed", spec.seed},
          {"epsilon", optional(spec.epsilon)},
          {"delta", optional(spec.delta)},
          {"adjacency", spec.adjacency ? Json(to_text(*spec.adjacency)) : Json(nullptr)},
          {"noise", spec.epsilon ? Json(to_text(spec.noise)) : Json(nullptr)},
          {"simulation", spec.simulation ? Json(to_text(*spec.simulation)) : Json(nullptr)},
          {"command", run_command(spec)}};
}

/// Older files have none: users were simulated one by one.
std::optional<Simulation> read_simulation(const Json& json, const std::string& field) {
  if (!json.contains("simulation") || json.at("simulation").is_null()) return std::nullopt;
  return parse_simulation(json.at("simulation").get<std::string>(), field);
}

Cell read_cell(const Json& json) {
  Cell cell;
  RunSpec& spec = cell.spec;
  cell.id = json.at("id").get<std::string>();
  const Json &env = json.at("env"), &agent = json.at("agent");
  spec.env = env.at("name").get<std::string>();
  if (env.contains("sha256")) spec.env_sha256 = env.at("sha256").get<std::string>();
  cell.env_label = env.at("label").get<std::string>();
  if (!env.at("horizon").is_null()) spec.horizon = env.at("horizon").get<int>();
  spec.env_settings = read_assignments(env.at("set"));
  spec.agent = agent.at("name").get<std::string>();
  cell.label = agent.at("label").get<std::string>();
  spec.agent_settings = read_assignments(agent.at("set"));
  spec.episodes = json.at("episodes").get<std::int64_t>();
  spec.runs = json.at("runs").get<int>();
  spec.seed = json.at("seed").get<std::uint64_t>();
  if (!json.at("epsilon").is_null()) spec.epsilon = json.at("epsilon").get<double>();
  if (!json.at("delta").is_null()) spec.delta = json.at("delta").get<double>();
  if (!json.at("adjacency").is_null())
    spec.adjacency = parse_adjacency(json.at("adjacency").get<std::string>(), "cell.adjacency");
  if (json.contains("noise") && !json.at("noise").is_null())  // Older files have none.
    spec.noise = parse_noise(json.at("noise").get<std::string>(), "cell.noise");
  spec.simulation = read_simulation(json, "cell.simulation");
  return cell;
}

/// What all runs found, with their certificates: that of the first run has a place of its own.
Json privacy_object(const ExperimentRecord& record) {
  if (!record.promise) return nullptr;
  Json runs = Json::array();
  for (const RunRecord& run : record.runs)
    runs.push_back({{"epsilon_spent", run.epsilon_spent}, {"releases", run.releases}});
  Json later = Json::array();
  for (std::size_t r = 1; r < record.runs.size(); ++r)
    if (!record.runs[r].certificate.empty()) later.push_back(Json::parse(record.runs[r].certificate));
  return {{"theorem", to_text(record.promise->theorem())},
          {"runs", runs},
          {"certificate", Json::parse(record.runs.front().certificate)},
          {"later_certificates", later}};
}

/// Moves the times out of a record, to a place of their own.
Json take_times(Json& record) {
  Json seconds = Json::array();
  for (Json& run : record["runs"]) {
    seconds.push_back(run["seconds"]);
    run.erase("seconds");
  }
  const Json speed = record["summary"]["episodes_per_second"];
  record["summary"].erase("episodes_per_second");
  return {{"seconds", seconds}, {"episodes_per_second", speed}};
}

SettingValue setting_value(const Json& json) {
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  return json.get<std::string>();
}

void read_privacy(const Json& stated, const Json& kept, ExperimentRecord& record) {
  if (stated.is_null()) return;
  record.noise = parse_noise(stated.at("noise").get<std::string>(), "record.privacy.noise");
  record.promise =
      promise_for(record.noise, Epsilon(stated.at("epsilon").get<double>()), Delta(stated.at("delta").get<double>()),
                  parse_theorem(kept.at("theorem").get<std::string>(), "privacy.theorem"),
                  parse_adjacency(stated.at("adjacency").get<std::string>(), "record.privacy.adjacency"));
  if (stated.at("guarantee") == "none") record.broken = stated.at("reason").get<std::string>();
  for (std::size_t r = 0; r < record.runs.size(); ++r) {
    const Json& run = kept.at("runs").at(r);
    record.runs[r].epsilon_spent = run.at("epsilon_spent").get<double>();
    record.runs[r].releases = run.at("releases").get<std::int64_t>();
  }
  if (!record.runs.empty()) record.runs.front().certificate = kept.at("certificate").dump(1);
  if (!kept.contains("later_certificates")) return;  // Older files have none.
  const Json& later = kept.at("later_certificates");
  for (std::size_t r = 1; r < record.runs.size() && r <= later.size(); ++r)
    record.runs[r].certificate = later.at(r - 1).dump(1);
}

ExperimentRecord read_record(const Json& document) {
  const Json &json = document.at("record"), &env = json.at("env");
  ExperimentRecord record;
  record.env = {env.at("name").get<std::string>(),
                env.at("horizon").get<int>(),
                env.at("states").is_null() ? 0 : env.at("states").get<std::int64_t>(),
                env.at("actions").get<int>(),
                env.at("dimension").get<int>(),
                env.at("rewards") == "known",
                env.at("optimal_value").get<double>()};
  if (env.contains("reward_range"))  // Older results have none: there was but one.
    record.env.reward_range = {env.at("reward_range").at(0).get<double>(), env.at("reward_range").at(1).get<double>()};
  record.agent = json.at("agent").at("name").get<std::string>();
  std::map<std::string, SettingValue> options;
  for (const auto& [name, value] : json.at("agent").at("options").items()) options[name] = setting_value(value);
  record.options = Settings::recorded(std::move(options));
  record.episodes = json.at("episodes").get<std::int64_t>();
  record.simulation = read_simulation(json, "record.simulation").value_or(Simulation::users);
  record.checkpoints = json.at("checkpoints").get<std::vector<std::int64_t>>();
  const Json& seconds = document.at("timing").at("seconds");
  for (const Json& run : json.at("runs")) {
    RunRecord& r = record.runs.emplace_back();
    r.seed = run.at("seed").get<std::uint64_t>();
    r.simulation = record.simulation;
    r.regret = run.at("regret").get<std::vector<double>>();
    r.final_gap = run.at("final_gap").get<double>();
    r.switches = run.at("switches").get<std::int64_t>();
    r.seconds = seconds.at(record.runs.size() - 1).get<double>();
  }
  read_privacy(json.at("privacy"), document.at("privacy"), record);
  return record;
}

/// What those who read a record rely on.
const char* objection(const CellResult& result) {
  const ExperimentRecord& record = result.record;
  const RunSpec& spec = result.cell.spec;
  if (spec.runs < 1 || record.runs.size() != static_cast<std::size_t>(spec.runs)) return "not all runs are there";
  if (record.episodes < 1 || record.episodes != spec.episodes) return "the number of episodes is not that of the cell";
  if (record.checkpoints.empty() || record.checkpoints.back() != record.episodes ||
      !std::is_sorted(record.checkpoints.begin(), record.checkpoints.end()))
    return "the checkpoints do not lead to the last episode";
  // A file has the name that stands in it.
  if ((spec.env_sha256.empty() && record.env.name != spec.env) || record.agent != spec.agent)
    return "the record is of another experiment";
  for (const RunRecord& run : record.runs)
    if (run.regret.size() != record.checkpoints.size()) return "a run has not one regret per checkpoint";
  return nullptr;
}

Json parse(std::string_view text, const std::string& file) {
  try {
    return Json::parse(text.begin(), text.end());
  } catch (const nlohmann::json::exception&) {
    throw Error(file, "is not complete, valid JSON");
  }
}

}  // namespace

std::string to_csv(const CellResult& result) {
  const ExperimentRecord& record = result.record;
  const RunSpec& spec = result.cell.spec;
  const auto number = [](const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; };
  const std::string start = fmt::format("{},{},{},{},{},{},", quoted(result.cell.env_label), quoted(spec.agent),
                                        quoted(result.cell.label), number(spec.epsilon), number(spec.delta), spec.seed);
  std::string text = "env,agent,label,epsilon,delta,env_seed,run_seed,episode,regret\n";
  for (const RunRecord& run : record.runs)
    for (std::size_t i = 0; i < record.checkpoints.size(); ++i)
      text += fmt::format("{}{},{},{:.17g}\n", start, run.seed, record.checkpoints[i], run.regret[i]);
  return text;
}

std::string to_json(const Cell& cell) { return cell_object(cell).dump(1); }

std::string to_json(const CellResult& result) {
  Json record = Json::parse(to_json(result.record));
  const Json times = take_times(record);
  record["tool"]["version"] = result.version;
  record["tool"]["commit"] = result.commit;
  const Json document = {{"format", kFormat},
                         {"cell", cell_object(result.cell)},
                         {"record", record},
                         {"privacy", privacy_object(result.record)},
                         {"timing", times}};
  return document.dump(1) + "\n";
}

CellResult parse_cell_result(std::string_view text, const std::string& file) {
  const Json document = parse(text, file);
  CellResult result;
  try {
    if (document.at("format") != kFormat) throw Error("format", document.at("format").dump(), kFormat);
    result.cell = read_cell(document.at("cell"));
    result.record = read_record(document);
    const Json& tool = document.at("record").at("tool");
    result.version = tool.at("version").get<std::string>();
    result.commit = tool.at("commit").get<std::string>();
  } catch (const std::exception& error) {  // The JSON library's, or Error for a value out of range.
    throw Error(file, std::string("is not a cell: ") + error.what());
  }
  if (const char* problem = objection(result)) throw Error(file, std::string("is not a cell: ") + problem);
  return result;
}

namespace {

/// Leaves out what differs between builds, and between places of one file.
void forget_origin(Json& certificate, bool from_file) {
  if (!certificate.contains("run")) return;
  certificate["run"].erase("build");
  if (from_file)
    for (const char* name : {"environment", "environment file"}) certificate["run"].erase(name);
  certificate.erase("sha256");
}

}  // namespace

std::string comparable(std::string_view text) {
  Json document = Json::parse(text.begin(), text.end());
  document.erase("timing");
  document["record"]["tool"].erase("version");
  document["record"]["tool"].erase("commit");
  // The same file may lie elsewhere, under another name.
  const bool from_file = document["cell"]["env"].contains("sha256");
  if (from_file) {
    document["cell"]["env"].erase("name");
    document["cell"].erase("command");
    document["record"]["env"].erase("name");
  }
  Json& privacy = document["privacy"];
  if (!privacy.is_object()) return document.dump();
  forget_origin(privacy["certificate"], from_file);
  // Files of an earlier version hold that of the first run only.
  privacy.erase("later_certificates");
  return document.dump();
}

}  // namespace tacit
