// How many draws per second each noise source gives, on one core.
#include <benchmark/benchmark.h>

#include <vector>

#include "tacit/privacy/noise/discrete_gaussian.h"
#include "tacit/privacy/noise/laplace_rejection.h"
#include "tacit/privacy/noise/production_noise.h"
#include "tacit/privacy/noise/simulation_noise.h"

namespace tacit {
namespace {

void simulation_normals(benchmark::State& state) {
  SimulationNoise noise(1, "bench");
  std::vector<double> out(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    noise.fill(out);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(simulation_normals)->Arg(10)->Arg(55)->Arg(4096);

void simulation_goe(benchmark::State& state) {
  SimulationNoise noise(1, "bench");
  for (auto _ : state) benchmark::DoNotOptimize(noise.goe(10, 1.5));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(simulation_goe);

// The argument is sigma.
void production_integers(benchmark::State& state) {
  const double sigma = static_cast<double>(state.range(0));
  const DiscreteGaussian law(sigma * sigma);
  ProductionNoise noise;
  std::vector<std::int64_t> out(4096);
  for (auto _ : state) {
    noise.fill(law, out);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * 4096);
}
BENCHMARK(production_integers)->Arg(1)->Arg(10)->Arg(1000)->Arg(1000000)->Arg(std::int64_t{1} << 45);

void production_single_draws(benchmark::State& state) {
  const double sigma = static_cast<double>(state.range(0));
  ProductionNoise noise;
  for (auto _ : state) benchmark::DoNotOptimize(noise.draw(sigma * sigma));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(production_single_draws)->Arg(1)->Arg(1000000)->Arg(std::int64_t{1} << 45);

void discrete_gaussian_table(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(DiscreteGaussian(1e12).variance());
}
BENCHMARK(discrete_gaussian_table)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tacit
