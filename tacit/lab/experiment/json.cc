#include "tacit/lab/experiment/json.h"

#include <nlohmann/json.hpp>
#include <variant>

#include "tacit/lab/experiment/summary.h"
#include "tacit/version.h"

namespace tacit {

using Json = nlohmann::ordered_json;

namespace {

Json privacy(const ExperimentRecord& record, const Summary& summary) {
  if (!record.promise) return nullptr;
  const Promise& promise = *record.promise;
  const bool kept = record.broken.empty();
  return {{"guarantee", kept ? "joint-dp" : "none"},
          {"adjacency", to_text(promise.adjacency())},
          {"unit", "episode"},
          {"epsilon", promise.epsilon().value()},
          {"delta", promise.delta().value()},
          {"mu", promise.mu().value()},
          {"rho", promise.rho().value()},
          {"epsilon_spent", kept ? Json(summary.epsilon_spent) : Json(nullptr)},
          {"releases", record.runs.empty() ? 0 : record.runs.front().releases},
          {"noise", to_text(record.noise)},
          {"reason", kept ? "every shared number is a function of releases charged to one ledger" : record.broken}};
}

}  // namespace

std::string to_json(const ExperimentRecord& record) {
  Json options = Json::object();
  for (const auto& option : record.options.all())
    std::visit([&](const auto& value) { options[option.first] = value; }, option.second);

  Json runs = Json::array();
  for (const RunRecord& run : record.runs) {
    runs.push_back({{"seed", run.seed},
                    {"regret", run.regret},
                    {"final_regret", run.final_regret()},
                    {"final_gap", run.final_gap},
                    {"switches", run.switches},
                    {"seconds", run.seconds}});
  }
  const Summary summary = summarise(record);
  const Json interval = summary.ci95 ? Json{summary.ci95->low, summary.ci95->high} : Json(nullptr);
  const auto& env = record.env;
  const Json document = {
      {"tool", {{"name", "tacit"}, {"version", kVersion}, {"commit", kCommit}}},
      {"env",
       {{"name", env.name},
        {"horizon", env.horizon},
        {"states", env.states > 0 ? Json(env.states) : Json(nullptr)},
        {"actions", env.actions},
        {"dimension", env.dimension},
        {"rewards", env.rewards_known ? "known" : "learned"},
        {"optimal_value", env.optimal_value},
        {"reward_range", {env.reward_range.low, env.reward_range.high}}}},
      {"agent", {{"name", record.agent}, {"options", options}}},
      {"episodes", record.episodes},
      {"simulation", to_text(record.simulation)},
      {"privacy", privacy(record, summary)},
      {"checkpoints", record.checkpoints},
      {"runs", runs},
      {"summary",
       {{"mean_regret", summary.mean_regret},
        {"ci95", interval},
        {"mean_final_gap", summary.mean_final_gap},
        {"episodes_per_second", summary.episodes_per_second}}},
  };
  return document.dump(1);
}

}  // namespace tacit
