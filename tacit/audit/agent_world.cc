#include "tacit/audit/agent_world.h"

#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/privacy/promised_noise.h"

namespace tacit {
namespace {

std::shared_ptr<const LinearMdp> environment_of(const WorldSpec& spec) {
  if (!spec.own_env)
    return std::make_shared<const LinearMdp>(
        make_environment(spec.env, spec.horizon, spec.seed, spec.env_settings, spec.env_sha256));
  require_taken_as_given(*spec.own_env, spec.env, spec.horizon, spec.env_settings);
  return spec.own_env;
}

}  // namespace

AgentWorld::AgentWorld(const WorldSpec& spec)
    : spec_(spec),
      mdp_(environment_of(spec)),
      entry_(agent_entry(spec.agent)),
      settings_(entry_.settings, spec.agent_settings, "agent"),
      claim_(
          promise_for(spec.noise, Epsilon(spec.epsilon), Delta(spec.delta), entry_.theorem, Adjacency::replace_one)) {
  if (spec.noise == Noise::production)
    throw Error("noise", "'production' cannot be audited: it has no seed; 'lattice' is the same integers from a seed");
  if (!entry_.make) throw Error("agent", "'" + entry_.name + "' learns from nobody: there is nothing to audit");
  if (spec.episodes < 2) throw Error("episodes", std::to_string(spec.episodes), "at least 2 for an audit");
}

void AgentWorld::play(const Cast& cast, bool replaced, std::uint64_t seed, Witness* witness, ActionLog* log) const {
  const Problem& problem = mdp_->problem;
  const PrivacyContext privacy{claim_, witness, spec_.noise};
  const auto agent =
      entry_.make({problem, spec_.episodes, seed, entry_.takes_budget() ? &privacy : nullptr}, settings_);
  const MadeUpUser& victim = replaced ? cast.pair.replacement : cast.pair.original;
  const StreamKey ties_key(seed, "ties");
  std::vector<Step> steps(problem.horizon);
  Policy policy = agent->policy();
  for (std::int64_t k = 0; k < spec_.episodes; ++k) {
    Stream ties(ties_key, static_cast<std::uint64_t>(k));
    const bool is_victim = k == cast.position;
    const auto state = [&](int h) {
      return is_victim ? victim.states[h] : cast.gathering ? *cast.gathering : bystander_state(problem, k, h);
    };
    const auto place = [&](int h) { return state(h) >= 0 ? problem.point(state(h)) : State{}; };
    for (int h = 0; h < problem.horizon; ++h) {
      const State here = place(h);
      const int action = policy.act(h, here, ties);
      if (log && !is_victim) log->shown(k, h, here.point, action);
      const double reward = is_victim ? victim.reward(h, action, problem.actions) : kBystanderReward;
      steps[h] = {h, here, action, reward, place(h + 1)};
    }
    if (agent->take({policy.version(), steps}).new_policy) policy = agent->policy();
  }
}

}  // namespace tacit
