// tacit list: what is in the catalogues.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "apps/tacit/commands.h"
#include "tacit/agents/catalog.h"
#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/envs/environment_file.h"
#include "tacit/mdp/evaluation.h"

namespace tacit::program {
namespace {

using Json = nlohmann::ordered_json;

struct ListOptions {
  std::string what = "all";
  bool json = false;
};

Json to_json(const std::vector<Setting>& settings) {
  Json list = Json::array();
  for (const Setting& s : settings) {
    Json entry = {{"name", s.name}};
    std::visit([&](const auto& value) { entry["default"] = value; }, s.initial);
    entry["allowed"] = s.allowed();
    entry["help"] = s.help;
    list.push_back(std::move(entry));
  }
  return list;
}

Json to_json(const EnvironmentEntry& e) {
  return {{"name", e.name}, {"summary", e.summary}, {"settings", to_json(e.settings)}};
}

Json to_json(const AgentEntry& a) {
  return {{"name", a.name},
          {"summary", a.summary},
          {"guarantee", a.guarantee},
          {"start_with_it", a.advice.empty() ? Json(nullptr) : Json(a.advice)},
          {"settings", to_json(a.settings)}};
}

/// What is so unless it is set. Another environment of its kind comes with another seed of the run.
std::string default_of(const Setting& s, const std::string& scope) {
  return scope == "env" && s.name == "seed" ? "" : to_text(s.initial);
}

void print_settings(const std::vector<Setting>& settings, const std::string& scope) {
  if (settings.empty()) fmt::print("  It has no settings.\n");
  for (const Setting& s : settings)
    fmt::print("  {:<20} {:<10} {} ({})\n", scope + "." + s.name, default_of(s, scope), s.help, s.allowed());
}

std::string line_of(const AgentEntry& a) {
  return fmt::format("{}: {}; privacy: {}{}", a.name, a.summary, a.guarantee,
                     a.advice.empty() ? "" : fmt::format(" *** start with this one {} ***", a.advice));
}

std::string line_of(const EnvironmentEntry& e) { return e.name + ": " + e.summary; }

/// One item in full. False where nothing has this name.
template <typename Entries>
bool show(const Entries& entries, const std::string& scope, const ListOptions& options) {
  for (const auto& entry : entries) {
    if (entry.name != options.what) continue;
    if (options.json) {
      fmt::print("{}\n", to_json(entry).dump(1));
    } else {
      fmt::print("{}\n\nSetting, default, meaning:\n", line_of(entry));
      print_settings(entry.settings, scope);
    }
    return true;
  }
  return false;
}

/// A file in full: what is in it, and the one thing that can be set.
void show_file(const ListOptions& options) {
  const MdpFile file = read_mdp(options.what);
  const Problem& p = file.mdp.problem;
  const std::vector<Setting> settings = {rewards_setting(p.rewards_known() ? "known" : "learned")};
  const double value = Evaluator(file.mdp).optimal().mean_value;
  if (options.json) {
    const Json document = {{"name", file.mdp.name},    {"file", options.what},      {"sha256", file.sha256},
                           {"horizon", p.horizon},     {"states", p.point_count()}, {"actions", p.actions},
                           {"dimension", p.dimension}, {"optimal_value", value},    {"settings", to_json(settings)}};
    fmt::print("{}\n", document.dump(1));
    return;
  }
  fmt::print("{}, from {}: {} states, {} actions, dimension {}, horizon {}, V* = {:.6g}\n", file.mdp.name, options.what,
             p.point_count(), p.actions, p.dimension, p.horizon, value);
  fmt::print("SHA-256 {}\n\nSetting, default, meaning:\n", file.sha256);
  print_settings(settings, "env");
}

void require_known(const std::string& what, const std::vector<std::string>& kinds) {
  if (std::find(kinds.begin(), kinds.end(), what) != kinds.end()) return;
  std::vector<std::string> known = kinds;
  for (const EnvironmentEntry& e : environments()) known.push_back(e.name);
  for (const AgentEntry& a : agents()) known.push_back(a.name);
  if (what == "env" || what == "envs" || what == "environment")
    throw Error("WHAT", "'" + what + "' is unknown; did you mean 'environments'?");
  throw Error("WHAT", unknown_name(what, known) + environment_file_hint(what));
}

int list(const ListOptions& options) {
  if (names_environment_file(options.what)) {
    show_file(options);
    return 0;
  }
  if (show(environments(), "env", options) || show(agents(), "agent", options)) return 0;
  require_known(options.what, {"all", "environments", "agents"});
  const bool envs = options.what != "agents", learners = options.what != "environments";
  if (options.json) {
    Json document;
    if (envs)
      for (const EnvironmentEntry& e : environments()) document["environments"].push_back(to_json(e));
    if (learners)
      for (const AgentEntry& a : agents()) document["agents"].push_back(to_json(a));
    fmt::print("{}\n", document.dump(1));
    return 0;
  }
  if (envs) {
    fmt::print("Environments\n");
    for (const EnvironmentEntry& e : environments()) fmt::print("  {}\n", line_of(e));
  }
  if (learners) {
    fmt::print("{}Agents\n", envs ? "\n" : "");
    for (const AgentEntry& a : agents()) fmt::print("  {}\n", line_of(a));
  }
  fmt::print("\n'tacit list NAME' shows the settings of one of them.\n");
  return 0;
}

}  // namespace

void add_list(CLI::App& program, int& exit_code) {
  const auto options = std::make_shared<ListOptions>();
  CLI::App* command = program.add_subcommand("list", "Environments and agents; one of them with its settings");
  command->add_option("WHAT", options->what, "environments, agents, all (default), or the name or file of one");
  command->add_flag("--json", options->json, "Print JSON instead of text");
  command->footer(
      "\nExamples:\n  tacit list\n  tacit list agents\n  tacit list dp-block-ucb\n  tacit list environments --json"
      "\n  tacit list ./mine.json");
  command->callback([options, &exit_code] { exit_code = list(*options); });
}

}  // namespace tacit::program
