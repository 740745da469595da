// How fast users pass through: whole runs per agent, on `simplex` with its defaults. items_per_second counts steps.
#include <benchmark/benchmark.h>

#include "tacit/lab/experiment/runner.h"

namespace tacit {
namespace {

RunSpec spec(const std::string& agent, const Assignments& settings, std::int64_t episodes) {
  RunSpec s;
  s.env = "simplex";
  s.agent = agent;
  s.agent_settings = settings;
  s.episodes = episodes;
  s.simulation = Simulation::users;
  return s;
}

void run(benchmark::State& state, const RunSpec& s) {
  double seconds = 0;
  std::int64_t steps = 0;
  for (auto _ : state) {
    const ExperimentRecord record = run_experiment(s);
    state.SetIterationTime(record.runs.front().seconds);  // The run itself, without making the environment.
    seconds += record.runs.front().seconds;
    steps += record.episodes * record.env.horizon;
  }
  state.SetItemsProcessed(steps);
  state.counters["ns/step"] = 1e9 * seconds / static_cast<double>(steps);
}

void Uniform(benchmark::State& state) { run(state, spec("uniform", {}, state.range(0))); }
void LsviUcbGeometric(benchmark::State& state) {
  run(state, spec("lsvi-ucb", {{"switching", "geometric"}}, state.range(0)));
}
void LsviUcbPlusPlus(benchmark::State& state) { run(state, spec("lsvi-ucb++", {}, state.range(0))); }

// Twice the users, twice the time: 200,000, 400,000, 800,000.
BENCHMARK(Uniform)->UseManualTime()->Arg(200000)->Arg(400000)->Arg(800000)->Unit(benchmark::kMillisecond);
BENCHMARK(LsviUcbGeometric)->UseManualTime()->Arg(200000)->Arg(400000)->Arg(800000)->Unit(benchmark::kMillisecond);
BENCHMARK(LsviUcbPlusPlus)->UseManualTime()->Arg(200000)->Arg(400000)->Arg(800000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tacit
