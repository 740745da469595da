// How many noisy prefixes per second each strategy releases, on one core.
#include <benchmark/benchmark.h>

#include <optional>
#include <vector>

#include "tacit/privacy/release/release_catalog.h"

namespace tacit {
namespace {

constexpr std::uint64_t kSeed = 1;

// Steps through runs of T releases; a new run starts outside the clock.
void run(benchmark::State& state, const Strategy& strategy, const Layout& layout, Index matrices) {
  std::vector<double> block(layout.size(), 1.0), prefix(layout.size());
  std::optional<SimulatedRelease> release;
  std::uint64_t runs = 0;
  for (auto _ : state) {
    if (!release || release->steps() == strategy.releases) {
      state.PauseTiming();
      release.emplace(strategy, layout, 1.0, SimulationNoise(kSeed, "bench", runs++));
      state.ResumeTiming();
    }
    release->step(block, prefix);
    benchmark::DoNotOptimize(prefix.data());
  }
  state.SetItemsProcessed(state.iterations() * matrices);
  state.counters["memory"] = static_cast<double>(strategy.memory);
}

// One symmetric 10 x 10 matrix a step: 55 coordinates. Items are matrices.
void matrix(benchmark::State& state, const char* name, Index releases, const Assignments& options) {
  run(state, make_strategy(name, releases, options), Layout::symmetric(10), 1);
}
BENCHMARK_CAPTURE(matrix, fresh, "fresh", 100000, Assignments{});
BENCHMARK_CAPTURE(matrix, blocks, "blocks", 100000, Assignments{});
BENCHMARK_CAPTURE(matrix, tree, "tree", 100000, Assignments{});
BENCHMARK_CAPTURE(matrix, tree_honaker, "tree", 100000, Assignments{{"refinement", "honaker"}});
BENCHMARK_CAPTURE(matrix, blt, "blt", 100000, Assignments{});
BENCHMARK_CAPTURE(matrix, toeplitz_76, "toeplitz", 76, Assignments{});
BENCHMARK_CAPTURE(matrix, factorised_76, "factorised", 76, Assignments{});
BENCHMARK_CAPTURE(matrix, exact, "exact", 100000, Assignments{});

// All statistics of a run with 20 stages, d = 10 and 20 states: 20 Gram matrices, 19 successor matrices, 20 reward
// moments. Items are whole releases.
Layout all_stages() {
  Layout layout = Layout::symmetric(10);
  for (int h = 1; h < 20; ++h) layout.append(Layout::symmetric(10));
  layout.append(Layout::vector(19 * 10 * 20));
  return layout.append(Layout::vector(20 * 10));
}
void stages(benchmark::State& state, const char* name, Index releases) {
  run(state, make_strategy(name, releases), all_stages(), 1);
}
BENCHMARK_CAPTURE(stages, toeplitz_76, "toeplitz", 76);
BENCHMARK_CAPTURE(stages, factorised_76, "factorised", 76);
BENCHMARK_CAPTURE(stages, blt_76, "blt", 76);
BENCHMARK_CAPTURE(stages, tree_1000, "tree", 1000);

// Integers, exact noise from the operating system's key: one symmetric 10 x 10 matrix a step.
void production_matrix(benchmark::State& state, const char* name, Index releases, const Assignments& options) {
  const Strategy strategy = make_strategy(name, releases, options);
  ProductionNoise noise;
  std::vector<std::int64_t> block(55, 1);
  std::vector<double> prefix(55);
  std::optional<ProductionRelease> release;
  for (auto _ : state) {
    if (!release || release->steps() == strategy.releases) {
      state.PauseTiming();
      release.emplace(strategy, Layout::symmetric(10), 0x1p30, 0x1p-30, noise);
      state.ResumeTiming();
    }
    release->step(block, prefix);
    benchmark::DoNotOptimize(prefix.data());
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(production_matrix, tree, "tree", 100000, Assignments{});
BENCHMARK_CAPTURE(production_matrix, factorised_76, "factorised", 76, Assignments{{"coefficients", "rounded"}})
    ->Iterations(2000);

}  // namespace
}  // namespace tacit
