// How long one plan takes, and the release before it: the agent's work at a switch. `of_dgemm`: the rate at which the
// operations that its bonuses need are done, over that of a large matrix product.
#include <benchmark/benchmark.h>

#include "bench/dgemm.h"
#include "tacit/agents/lsvi/lsvi_agent.h"
#include "tacit/envs/catalog.h"
#include "tacit/mdp/simulator.h"

namespace tacit {
namespace {

// Plays some users first, so that the sums are not empty; then every end of an episode is a plan.
void plan(benchmark::State& state, const std::string& name, const Assignments& size, int threads = 1) {
  const LinearMdp mdp = make_environment(name, 0, 1, size);
  const Simulator simulator(mdp);
  LsviOptions options;
  options.constants.family = Family::lsvi_ucb_plus_plus;
  options.constants.multipliers = {.beta = 0.005, .bias = 1, .e = 0, .d = 0, .floor = 0};
  options.switching.kind = SwitchingRule::Kind::every;
  options.threads = threads;
  LsviAgent agent(mdp.problem, options, 1000000, 1);
  const StreamKey users(1, "users"), ties(1, "ties");
  std::vector<Step> steps(mdp.problem.horizon);
  Place here, there;
  std::int64_t k = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const Policy policy = agent.policy();
    Stream arrival(users, k), tie(ties, k);
    simulator.start(arrival, here);
    for (int h = 0; h < mdp.problem.horizon; ++h) {
      Stream luck(users, k, h + 1);
      const int action = policy.act(h, here.state, tie);
      const double reward = simulator.step(h, here, action, luck, there);
      steps[h] = {h, here.state, action, reward, there.state};
      std::swap(here, there);
    }
    ++k;
    state.ResumeTiming();
    benchmark::DoNotOptimize(agent.take({policy.version(), steps}));
  }
  const Problem& problem = mdp.problem;
  const double operations = problem.horizon * evaluation_operations(problem.points.rows(), problem.dimension);
  state.counters["of_dgemm"] =
      benchmark::Counter(operations / dgemm_rate(), benchmark::Counter::kIsIterationInvariantRate);
}

BENCHMARK_CAPTURE(plan, simplex_default, "simplex", {})->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(plan, two_state_default, "two-state", {})->Unit(benchmark::kMicrosecond);
const Assignments kLarge = {{"states", "10000"}, {"actions", "100"}, {"dimension", "64"}};
BENCHMARK_CAPTURE(plan, simplex_10000_states_100_actions_d64, "simplex", kLarge)
    ->Unit(benchmark::kSecond)
    ->UseRealTime()
    ->Iterations(3);
BENCHMARK_CAPTURE(plan, simplex_10000_states_100_actions_d64_two_threads, "simplex", kLarge, 2)
    ->Unit(benchmark::kSecond)
    ->UseRealTime()
    ->Iterations(3);

}  // namespace
}  // namespace tacit
