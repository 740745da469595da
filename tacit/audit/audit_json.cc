#include "tacit/audit/audit_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "tacit/version.h"

namespace tacit {

using Json = nlohmann::ordered_json;

namespace {

Json number(std::optional<double> value) { return value && std::isfinite(*value) ? Json(*value) : Json(nullptr); }

Json settings(const Assignments& given) {
  Json object = Json::object();
  for (const auto& [key, value] : given) object[key] = value;
  return object;
}

Json to_json(const NoiseTests& noise, const AttackReport& attack) {
  return {{"confidence", attack.confidence},
          {"runs", noise.runs},
          {"coordinates", noise.coordinates},
          {"joint_coordinates", noise.joint},
          {"deviation_ratio", noise.deviation},
          {"pairs", noise.pairs},
          {"largest_correlation", noise.correlation},
          {"correlation_allowed", noise.allowed},
          {"largest_correlation_of", noise.pair},
          {"mu_lower", number(noise.mu_lower)},
          {"epsilon_lower", attack.epsilon},
          {"mu_lower_at_claim", attack.expected},
          {"notes", noise.notes}};
}

Json to_json(const AttackReport& attack) {
  Json json = {{"attack", attack.attack},
               {"verdict", to_text(attack.judgement.verdict)},
               {"because", attack.judgement.because},
               {"users", attack.users},
               {"position", attack.position},
               {"reach_mu", number(attack.reach)},
               {"certain", attack.reach && std::isinf(*attack.reach)}};
  if (attack.attack == "replay" || attack.noise) json["reasons"] = attack.reasons;
  if (attack.noise) json.update(to_json(*attack.noise, attack));
  if (!attack.bound) return json;
  const MuBound& bound = *attack.bound;
  Json curve = Json::array();
  for (const RocPoint& point : attack.roc) curve.push_back({point.false_alarms, point.hits, point.low, point.high});
  json.update({{"confidence", attack.confidence},
               {"statistic", attack.statistic},
               {"threshold", bound.guess.threshold},
               {"rule", bound.guess.by_total ? "right guesses" : "error rates"},
               {"trials_per_world", bound.trials},
               {"false_alarms", bound.false_alarms},
               {"misses", bound.misses},
               {"mu_lower", bound.lower},
               {"epsilon_lower", attack.epsilon},
               {"epsilon_lower_any_noise", bound.epsilon_any_noise},
               {"mu_fitted", number(bound.fitted)},
               {"mu_fitted_lower", number(bound.fitted_lower)},
               {"mu_lower_at_claim", attack.expected},
               {"roc", curve}});
  return json;
}

}  // namespace

std::string to_json(const AuditReport& report) {
  const WorldSpec& world = report.spec.world;
  Json attacks = Json::array();
  for (const AttackReport& attack : report.attacks) attacks.push_back(to_json(attack));
  const Json document = {
      {"tool", {{"name", "tacit"}, {"version", kVersion}, {"commit", kCommit}}},
      {"env",
       {{"name", world.own_env ? world.own_env->name : world.env},
        {"horizon", report.horizon},
        {"settings", settings(world.env_settings)}}},
      {"agent", {{"name", world.agent}, {"settings", settings(world.agent_settings)}}},
      {"episodes", world.episodes},
      {"seed", world.seed},
      {"runs_per_world", report.spec.runs},
      {"confidence", report.spec.confidence},
      {"claim",
       {{"guarantee", report.promised},
        {"broken", report.broken.empty() ? Json(nullptr) : Json(report.broken)},
        {"adjacency", "replace-one"},
        {"epsilon", world.epsilon},
        {"delta", world.delta},
        {"mu", report.claimed_mu},
        {"noise", to_text(world.noise)}}},
      {"verdict", to_text(report.verdict())},
      {"attacks", attacks},
  };
  return document.dump(1);
}

}  // namespace tacit
