// Action values at many states where the state space is infinite: the work of a plan that keeps records. `of_dgemm` is
// the rate at which the operations that are needed are done, over that of a large matrix product in this program.
#include <benchmark/benchmark.h>

#include <vector>

#include "bench/dgemm.h"
#include "tacit/agents/lsvi/planner.h"
#include "tacit/core/rng.h"
#include "tacit/mdp/linear_mdp.h"
#include "tacit/privacy/door.h"

namespace tacit {
namespace {

constexpr Index kStates = 100000, kActions = 10, kDimension = 64;

void report(benchmark::State& state, double operations) {
  state.counters["of_dgemm"] =
      benchmark::Counter(operations / dgemm_rate(), benchmark::Counter::kIsIterationInvariantRate);
}

void dgemm(benchmark::State& state) {
  for (auto _ : state) state.SetIterationTime(2.0 * 1024 * 1024 * 1024 / dgemm_rate());
  state.counters["GFlop/s"] = dgemm_rate() / 1e9;
}
BENCHMARK(dgemm)->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);

const Matrix& features() {
  static const Matrix rows = Matrix::Random(kStates * kActions, kDimension) / 8;
  return rows;
}

StagePlan random_plan() {
  StagePlan plan;
  const Matrix x = Matrix::Random(2 * kDimension, kDimension);
  plan.set_gram(x.transpose() * x + Matrix::Identity(kDimension, kDimension));
  plan.two_sided = true;
  plan.ridge = 1;
  plan.reward = plan.optimistic.weights = plan.pessimistic.weights = Vector::Random(kDimension);
  plan.optimistic.radius = 0.1, plan.pessimistic.radius = -0.1;
  return plan;
}

// The least and greatest values over several plans; the arguments are the numbers of plans and of threads.
void extremes(benchmark::State& state) {
  std::vector<StagePlan> plans(state.range(0));
  for (StagePlan& plan : plans) plan = random_plan();
  const ConstMatrixView rows(features().data(), features().rows(), kDimension);
  std::vector<double> up(rows.rows()), down(rows.rows());
  for (auto _ : state) {
    extreme_values(plans, rows, static_cast<int>(state.range(1)), up.data(), down.data());
    benchmark::ClobberMemory();
  }
  report(state, static_cast<double>(plans.size()) * evaluation_operations(rows.rows(), kDimension));
}
BENCHMARK(extremes)->Args({1, 1})->Args({8, 1})->Args({8, 2})->UseRealTime()->Unit(benchmark::kMillisecond)->MinTime(2);

// A whole plan of two stages: the records of 100,000 users of the first stage are evaluated in the second.
void plan_from_records(benchmark::State& state) {
  IntervalDynamics line = {{}, {}, {1, 1}};
  for (Index a = 0; a < kActions; ++a) line.shifts.push_back(0.02 * static_cast<double>(a) - 0.1);
  Problem problem;
  problem.finite = false;
  problem.horizon = 2, problem.actions = kActions, problem.dimension = kDimension, problem.measure_norm = 8;
  problem.points = interval_cover(line, kDimension, 513);
  const ConstantsChoice choice{.family = Family::lsvi_ucb_plus_plus};
  Planner planner(problem, choice.family, make_constants(problem, choice, kStates), nullptr,
                  static_cast<int>(state.range(0)));

  VaultShape shape;
  shape.tasks = 2, shape.dimension = kDimension, shape.record_size = kActions * kDimension, shape.outcome_tasks = 1;
  Vault vault(shape);
  Billboard board;
  Door door(vault, board);
  Stream stream(1, "bench");
  std::vector<double> here(shape.record_size), there(shape.record_size);
  for (Index user = 0; user < kStates; ++user) {
    for (int h = 0; h < 2; ++h) {
      interval_features(line, kDimension, stream.uniform(), here.data());
      interval_features(line, kDimension, stream.uniform(), there.data());
      vault.add({h, here.data() + kDimension * stream.below(kActions), 1, stream.uniform(), 0, there.data()});
    }
    vault.end_user();
  }
  door.release();
  for (auto _ : state) planner.plan(board);
  report(state, evaluation_operations(kStates * kActions + 2 * problem.points.rows(), kDimension));
}
BENCHMARK(plan_from_records)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond)->MinTime(2);

}  // namespace
}  // namespace tacit
