#include "tacit/lab/sweep/cell.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <variant>

#include "tacit/agents/catalog.h"
#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/envs/environment_file.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/sweep/checksums.h"

namespace tacit {
namespace {

using Json = nlohmann::json;  // Keys in alphabetical order: the text that is hashed depends on no order of ours.

constexpr std::size_t kHashDigits = 10, kLongestSlug = 120;

Json values(const Settings& settings) {
  Json result = Json::object();
  for (const auto& [name, value] : settings.all())
    std::visit([&, &key = name](const auto& v) { result[key] = v; }, value);
  return result;
}

/// The bytes of one's own environment, as they would stand in a file.
std::string content_of(const LinearMdp& mdp) {
  std::ostringstream out;
  write_mdp(mdp, MdpEncoding::npz, out);
  return sha256(out.str());
}

std::string content_of(const RunSpec& spec) {
  if (!spec.env_sha256.empty()) return spec.env_sha256;
  return spec.own_env ? content_of(*spec.own_env) : mdp_checksum(spec.env);
}

/// Name, settings and horizon; of a file, the content instead of the name, and only what differs from it.
Json environment_of(const RunSpec& spec) {
  if (spec.own_env || names_environment_file(spec.env)) {
    Json given = Json::object();
    for (const auto& [name, value] : spec.env_settings) given[name] = value;
    return {{"env", "sha256:" + content_of(spec)}, {"env_settings", given}, {"horizon", spec.horizon}};
  }
  const EnvironmentEntry& entry = environment_entry(spec.env);
  const Settings settings = environment_settings(entry, spec.seed, spec.env_settings);
  Json chosen = values(settings);
  if (chosen.value("stages", "") == "unsaid") chosen.erase("stages");  // As before it could be said.
  return {{"env", spec.env},
          {"env_settings", chosen},
          {"horizon", spec.horizon > 0 ? spec.horizon : entry.default_horizon(settings)}};
}

bool declares_nothing(const RunSpec& spec, const Json& env_settings) {
  return !spec.own_env && !names_environment_file(spec.env) && env_settings.value("stages", "") != "alike";
}

std::string fingerprint(const RunSpec& spec) {
  const AgentEntry& entry = spec.own_agent ? *spec.own_agent : agent_entry(spec.agent);
  const Settings options(entry.settings, spec.agent_settings, "agent");
  Json document = {
      {"agent", entry.name},
      {"agent_settings", values(options)},
      {"episodes", spec.episodes},
      {"runs", spec.runs},
      {"seed", spec.seed},
      {"epsilon", spec.epsilon ? Json(*spec.epsilon) : Json(nullptr)},
      {"delta", spec.epsilon ? Json(spec.delta.value_or(default_delta(spec.episodes))) : Json(nullptr)},
      {"adjacency", spec.epsilon ? Json(to_text(spec.adjacency.value_or(Adjacency::replace_one))) : Json(nullptr)},
  };
  document.update(environment_of(spec));
  // What is not declared makes no difference: the id as before it could be.
  Json& chosen = document["agent_settings"];
  if (chosen.value("stages", "") == "declared" && declares_nothing(spec, document["env_settings"]))
    chosen["stages"] = "likely";
  if (spec.simulation) document["simulation"] = to_text(*spec.simulation);  // Left out, it was no part of older ids.
  if (spec.noise != Noise::simulation) document["noise"] = to_text(spec.noise);  // The same.
  return sha256(document.dump()).substr(0, kHashDigits);
}

/// A path may have characters that a shell reads otherwise.
std::string for_shell(const std::string& text) {
  if (text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+") ==
      std::string::npos)
    return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// All combinations of the values of an agent's options; the last option changes fastest.
std::vector<Assignments> combinations(const std::vector<SweepOption>& options) {
  std::vector<Assignments> result = {{}};
  for (const SweepOption& option : options) {
    std::vector<Assignments> longer;
    for (const Assignments& shorter : result) {
      for (const std::string& value : option.values) {
        longer.push_back(shorter);
        longer.back().emplace_back(option.name, value);
      }
    }
    result = std::move(longer);
  }
  return result;
}

RunSpec base_spec(const SweepSpec& sweep, const SweepEnvironment& environment, std::uint64_t seed) {
  RunSpec spec;
  spec.env = environment.name;
  spec.own_env = environment.own;
  spec.env_sha256 = environment.own && environment.sha256.empty() ? content_of(*environment.own) : environment.sha256;
  spec.horizon = environment.horizon;
  spec.env_settings = environment.settings;
  spec.episodes = environment.episodes > 0 ? environment.episodes : sweep.episodes;
  spec.seed = seed;
  spec.runs = sweep.runs;
  spec.simulation = sweep.simulation;
  return spec;
}

/// What the grid makes of this combination.
Assignments varied(const SweepAgent& agent, const Assignments& settings) {
  Assignments result;
  for (std::size_t i = 0; i < settings.size(); ++i)
    if (agent.options[i].grid) result.push_back(settings[i]);
  return result;
}

/// The cells of one agent in one environment, without index and id of an environment's entry.
std::vector<Cell> cells_of(const SweepSpec& sweep, const SweepAgent& agent, const RunSpec& base,
                           const std::string& called) {
  std::vector<Cell> result;
  for (const Assignments& settings : combinations(agent.options)) {
    const Assignments shown = varied(agent, settings);
    Cell cell;
    cell.label = agent.label;
    for (const auto& [name, value] : shown) cell.label += fmt::format(" {}={}", name, value);
    cell.spec = base;
    cell.spec.agent = agent.name;
    cell.spec.own_agent = agent.own;
    cell.spec.agent_settings = settings;
    if (agent.epsilon.empty()) {
      cell.id = cell_id(cell.spec, shown, called);
      result.push_back(cell);
    }
    for (const double epsilon : agent.epsilon) {
      cell.spec.epsilon = epsilon;
      cell.spec.delta = sweep.delta.value_or(default_delta(base.episodes));
      cell.spec.adjacency = sweep.adjacency.value_or(Adjacency::replace_one);
      cell.spec.noise = sweep.noise;
      cell.id = cell_id(cell.spec, shown, called);
      result.push_back(cell);
    }
  }
  return result;
}

}  // namespace

std::string cell_id(const RunSpec& spec, const Assignments& varied, const std::string& called) {
  std::string slug = spec.env;
  if (spec.own_env || names_environment_file(spec.env))
    slug = (called.empty() ? "file" : called) + "-" + content_of(spec).substr(0, kHashDigits);
  slug += "_" + (spec.own_agent ? spec.own_agent->name : spec.agent);
  for (const auto& [name, value] : varied) slug += fmt::format("_{}-{}", name, value);
  if (spec.epsilon) slug += fmt::format("_eps-{}", *spec.epsilon);
  slug += fmt::format("_seed-{}", spec.seed);
  return slug.substr(0, kLongestSlug) + "_" + fingerprint(spec);
}

std::vector<Cell> expand(const SweepSpec& sweep) {
  std::vector<Cell> result;
  std::map<std::string, std::size_t> seen;  // Id to index.
  for (std::size_t e = 0; e < sweep.environments.size(); ++e) {
    const SweepEnvironment& environment = sweep.environments[e];
    for (const std::uint64_t seed : sweep.seeds) {
      const RunSpec base = base_spec(sweep, environment, seed);
      for (std::size_t a = 0; a < sweep.agents.size(); ++a) {
        for (Cell& cell : cells_of(sweep, sweep.agents[a], base, environment.called)) {
          cell.index = result.size();
          cell.env_label = environment.label;
          cell.environment = e;
          cell.agent = a;
          const auto [first, is_new] = seen.emplace(cell.id, cell.index);
          if (!is_new) {
            const Cell& other = result[first->second];
            const bool same_environment = other.environment == e;
            throw Error(sweep.at(same_environment ? sweep.agents[a].line : environment.line) +
                            (same_environment ? "agent" : "environment"),
                        fmt::format("'{}' on '{}' is the same experiment as '{}' on '{}'", cell.label, cell.env_label,
                                    other.label, other.env_label));
          }
          result.push_back(std::move(cell));
        }
      }
    }
  }
  return result;
}

std::string run_command(const RunSpec& spec) {
  if (spec.own_env || spec.own_agent) return {};
  std::string text = fmt::format("tacit run --env {} --agent {} --episodes {} --seed {} --runs {}", for_shell(spec.env),
                                 spec.agent, spec.episodes, spec.seed, spec.runs);
  if (spec.horizon > 0) text += fmt::format(" --horizon {}", spec.horizon);
  if (spec.epsilon) text += fmt::format(" --epsilon {}", *spec.epsilon);
  if (spec.delta) text += fmt::format(" --delta {}", *spec.delta);
  if (spec.adjacency) text += " --adjacency " + to_text(*spec.adjacency);
  if (spec.noise != Noise::simulation) text += " --noise " + to_text(spec.noise);
  if (spec.simulation) text += " --simulation " + to_text(*spec.simulation);
  for (const auto& [name, value] : spec.env_settings) text += fmt::format(" --set env.{}={}", name, value);
  for (const auto& [name, value] : spec.agent_settings) text += fmt::format(" --set agent.{}={}", name, value);
  return text;
}

Shard parse_shard(const std::string& text, const std::string& field) {
  const auto slash = text.find('/');
  const std::string allowed = "I/N, such as 2/8: part I of N, from 1";
  if (slash == std::string::npos) throw Error(field, "'" + text.substr(0, 60) + "'", allowed);
  Shard shard;
  try {
    shard.count = static_cast<int>(parse_integer(text.substr(slash + 1), 1, kMostShards, field));
    shard.number = static_cast<int>(parse_integer(text.substr(0, slash), 1, shard.count, field));
  } catch (const Error&) {
    throw Error(field, "'" + text.substr(0, 60) + "'", allowed);
  }
  return shard;
}

}  // namespace tacit
