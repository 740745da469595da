// A stranger's program: an environment, an agent, some users, by hand and by the lab.
#include <tacit/agents/catalog.h>
#include <tacit/envs/catalog.h>
#include <tacit/lab/experiment/runner.h>
#include <tacit/mdp/evaluation.h>
#include <tacit/mdp/simulator.h>
#include <tacit/privacy/accounting/conversions.h>
#include <tacit/version.h>

#include <cmath>
#include <cstdio>

// One user at a time, through the public interfaces.
double regret_by_hand(std::int64_t users) {
  using namespace tacit;
  const LinearMdp mdp = make_environment("simplex", 5, 7, {{"states", "8"}});
  const Simulator simulator(mdp);
  const Evaluator evaluator(mdp);
  const Evaluation best = evaluator.optimal();
  const AgentEntry& entry = agent_entry("lsvi-ucb++");
  const auto agent = entry.make({mdp.problem, users, 7}, Settings(entry.settings, {}, "agent"));
  Policy policy = agent->policy();
  Evaluation now = evaluator.of(policy.law());
  std::vector<Step> steps(mdp.problem.horizon);
  double regret = 0;
  Place here, there;
  for (std::int64_t k = 0; k < users; ++k) {
    Stream arrival(7, "users", k), ties(7, "ties", k);
    simulator.start(arrival, here);
    regret += best.start_values[here.state.point] - now.start_values[here.state.point];
    for (int h = 0; h < mdp.problem.horizon; ++h) {
      Stream luck(7, "users", k, h + 1);
      const int action = policy.act(h, here.state, ties);
      const double reward = simulator.step(h, here, action, luck, there);
      steps[h] = {h, here.state, action, reward, there.state};
      std::swap(here, there);
    }
    if (agent->take({policy.version(), steps}).new_policy) {
      policy = agent->policy();
      now = evaluator.of(policy.law());
    }
  }
  return regret;
}

int main() {
  tacit::RunSpec spec;
  spec.env = "simplex";
  spec.horizon = 5;
  spec.env_settings = {{"states", "8"}};
  spec.agent = "lsvi-ucb++";
  spec.episodes = 2000;
  spec.seed = 7;
  const double regret = tacit::run_experiment(spec).runs.front().final_regret();
  if (std::abs(regret - regret_by_hand(2000)) > 1e-9 * (1 + regret)) return 1;
  std::printf("tacit %s\nregret after 2000 users: %.4f\n", tacit::kVersion, regret);
  return 0;
}
