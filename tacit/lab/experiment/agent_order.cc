#include "tacit/lab/experiment/agent_order.h"

#include <fmt/format.h>

#include <variant>

#include "tacit/agents/catalog.h"
#include "tacit/core/error.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/privacy/promised_noise.h"
#include "tacit/version.h"

namespace tacit {
namespace {

std::string text_of(const Settings& settings) {
  std::string text;
  for (const auto& [name, value] : settings.all())
    std::visit([&, &key = name](const auto& v) { text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, v); },
               value);
  return text.empty() ? "none" : text;
}

std::string text_of(const Assignments& given) {
  std::string text;
  for (const auto& [name, value] : given) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text.empty() ? "as by default" : text;
}

}  // namespace

double default_delta(std::int64_t episodes) {
  // In integers: a power computed in floating point could land on the wrong side.
  std::int64_t power = 1;
  while (power < 10 * episodes) power *= 10;
  return 1 / static_cast<double>(power);
}

const AgentEntry& ordered_agent(const RunSpec& spec) {
  if (!spec.own_agent) return agent_entry(spec.agent);
  if (!spec.agent.empty() && spec.agent != spec.own_agent->name)
    throw Error("agent", "'" + spec.agent + "'", "nothing, or '" + spec.own_agent->name + "': the agent is given");
  return *spec.own_agent;
}

std::optional<Promise> ordered_promise(const RunSpec& spec, const AgentEntry& entry) {
  if (!entry.takes_budget()) {
    if (spec.noise != Noise::simulation)
      throw Error("noise", "agent '" + entry.name + "' promises no privacy and adds no noise");
    if (spec.epsilon || spec.delta || spec.adjacency)
      throw Error("epsilon", "agent '" + entry.name + "' promises no privacy and takes no budget");
    return std::nullopt;
  }
  if (!spec.epsilon) throw Error("epsilon", "agent '" + entry.name + "' needs a budget, for instance 1");
  const Delta delta(spec.delta ? *spec.delta : default_delta(spec.episodes));
  return promise_for(spec.noise, Epsilon(*spec.epsilon), delta, entry.theorem,
                     spec.adjacency.value_or(Adjacency::replace_one));
}

std::unique_ptr<Agent> make_ordered(const RunSpec& spec, const AgentEntry& entry, const Settings& options,
                                    const std::optional<Promise>& promise, const Problem& problem, int r, int threads) {
  std::optional<PrivacyContext> privacy;
  if (promise) privacy.emplace(PrivacyContext{*promise, nullptr, spec.noise});
  return entry.make({problem, spec.episodes, spec.seed + r, privacy ? &*privacy : nullptr, threads}, options);
}

RunContext describe_run(const RunSpec& spec, const std::string& agent, const Settings& options, int r,
                        const std::string& env, int horizon, const std::string& sha256) {
  RunContext result = {{"environment", env}};
  if (!sha256.empty()) {
    result.emplace_back("environment file", spec.env);
    result.emplace_back("environment SHA-256", sha256);
  }
  // The seeds of a run with production noise are those of its users alone, and are not called its seeds.
  const bool seeded = spec.noise != Noise::production;
  const RunContext rest = {{"environment settings", text_of(spec.env_settings)},
                           {"horizon", std::to_string(horizon)},
                           {"agent", agent},
                           {"agent settings", text_of(options)},
                           {"users", std::to_string(spec.episodes)},
                           {seeded ? "environment seed" : "seed of the environment", std::to_string(spec.seed)},
                           {seeded ? "run seed" : "seed of the simulated users", std::to_string(spec.seed + r)},
                           {"build", fmt::format("tacit {} ({})", kVersion, kCommit)}};
  result.insert(result.end(), rest.begin(), rest.end());
  return result;
}

}  // namespace tacit
