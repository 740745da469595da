// tacit list: what is in the catalogues.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "apps/tacit/commands.h"
#include "tacit/agents/catalog.h"
#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"

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

void print_settings(const std::vector<Setting>& settings, const std::string& scope) {
  for (const Setting& s : settings)
    fmt::print("      {:<20} {:<10} {} ({})\n", scope + "." + s.name, to_text(s.initial), s.help, s.allowed());
}

int list(const ListOptions& options) {
  const std::vector<std::string> known = {"all", "environments", "agents"};
  if (std::find(known.begin(), known.end(), options.what) == known.end())
    throw Error("WHAT", unknown_name(options.what, known));
  const bool envs = options.what != "agents", learners = options.what != "environments";
  if (options.json) {
    Json document;
    if (envs)
      for (const EnvironmentEntry& e : environments())
        document["environments"].push_back(
            {{"name", e.name}, {"summary", e.summary}, {"settings", to_json(e.settings)}});
    if (learners)
      for (const AgentEntry& a : agents())
        document["agents"].push_back({{"name", a.name},
                                      {"summary", a.summary},
                                      {"guarantee", a.guarantee},
                                      {"start_with_it", a.advice.empty() ? Json(nullptr) : Json(a.advice)},
                                      {"settings", to_json(a.settings)}});
    fmt::print("{}\n", document.dump(1));
    return 0;
  }
  if (envs) {
    fmt::print("Environments (setting, default, meaning)\n");
    for (const EnvironmentEntry& e : environments()) {
      fmt::print("\n  {}: {}\n", e.name, e.summary);
      print_settings(e.settings, "env");
    }
  }
  if (learners) {
    fmt::print("{}Agents (setting, default, meaning)\n", envs ? "\n" : "");
    for (const AgentEntry& a : agents()) {
      fmt::print("\n  {}: {}; privacy: {}\n", a.name, a.summary, a.guarantee);
      if (!a.advice.empty()) fmt::print("      *** Start with this one {}. ***\n", a.advice);
      print_settings(a.settings, "agent");
    }
  }
  return 0;
}

}  // namespace

void add_list(CLI::App& program, int& exit_code) {
  const auto options = std::make_shared<ListOptions>();
  CLI::App* command = program.add_subcommand("list", "Environments and agents, with their settings and defaults");
  command->add_option("WHAT", options->what, "environments, agents or all (default)");
  command->add_flag("--json", options->json, "Print JSON instead of text");
  command->footer("\nExamples:\n  tacit list\n  tacit list agents\n  tacit list environments --json");
  command->callback([options, &exit_code] { exit_code = list(*options); });
}

}  // namespace tacit::program
