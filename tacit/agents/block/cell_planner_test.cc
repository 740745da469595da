#include "tacit/agents/block/cell_planner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tacit/core/rng.h"

namespace tacit {
namespace {

constexpr int kStates = 4, kActions = 2, kHorizon = 5;

Problem problem(Index ended = -1, double paid = 0) {
  Problem p;
  p.horizon = kHorizon, p.actions = kActions, p.dimension = kStates * kActions;
  p.points = Matrix::Identity(p.dimension, p.dimension);
  p.ended = ended, p.ended_reward = paid;
  return p;
}

CellModel random_model(const CellMap& map) {
  Stream stream(5, "test");
  CellModel model{Matrix(map.count(), kStates), Vector(map.count()), Vector(map.count()), Vector(map.count())};
  for (Index i = 0; i < map.count(); ++i) {
    stream.dirichlet(0.5, {model.next.row(i).data(), kStates});
    model.next_variance[i] = 0.01 * stream.uniform();
    model.reward[i] = stream.uniform();
    model.reward_variance[i] = 0.1 * stream.uniform();
  }
  return model;
}

TEST(CellPlanner, EqualsANaiveVersion) {
  const Problem p = problem();
  const CellMap map = *CellMap::of(p);
  const CellModel model = random_model(map);
  const double hope = 0.8;
  const CellPlan plan = plan_cells(p, map, model, hope);
  std::vector<double> value(kStates, 0);
  for (int h = kHorizon - 1; h >= 0; --h) {
    double mean = 0, squares = 0;
    for (const double v : value) mean += v / kStates;
    for (const double v : value) squares += (v - mean) * (v - mean);
    std::vector<double> best(kStates, 0);
    for (int s = 0; s < kStates; ++s)
      for (int a = 0; a < kActions; ++a) {
        const Index cell = map.cell(s, a);
        double q =
            model.reward[cell] + hope * std::sqrt(model.reward_variance[cell] + squares * model.next_variance[cell]);
        for (int t = 0; t < kStates; ++t) q += model.next(cell, t) * value[t];
        EXPECT_NEAR(plan.values[h][s * kActions + a], q, 1e-12);
        best[s] = std::max(best[s], q);
      }
    value = best;
  }
}

// A plan with a bonus in a few places is a plan without one, of a model that pays the bonus there as a reward.
TEST(CellPlanner, PaysABonusByNovelty) {
  const Problem p = problem();
  const CellMap map = *CellMap::of(p);
  CellModel model = random_model(map);
  model.next_variance.setZero();
  Novelty novelty(kHorizon, Vector::Zero(map.count()));
  novelty[kHorizon - 1][3] = 0.5;
  const CellPlan none = plan_cells(p, map, model, 0), some = plan_cells(p, map, model, 2, novelty);
  const CellPlan ones = plan_cells(p, map, model, 2, Novelty(kHorizon, Vector::Ones(map.count())));
  EXPECT_NEAR(some.values[kHorizon - 1][3], none.values[kHorizon - 1][3] + std::sqrt(model.reward_variance[3]), 1e-12);
  EXPECT_EQ(some.values[kHorizon - 1][2], none.values[kHorizon - 1][2]);
  EXPECT_EQ(some.doubt, none.doubt);
  EXPECT_EQ(ones.values[0], plan_cells(p, map, model, 2).values[0]);
}

TEST(CellPlanner, KnowsWhatThoseWhoStoppedGet) {
  const Problem p = problem(2, 0.7);
  const CellMap map = *CellMap::of(p);
  const CellPlan plan = plan_cells(p, map, random_model(map), 1);
  for (int h = 0; h < kHorizon; ++h)
    for (int a = 0; a < kActions; ++a) EXPECT_DOUBLE_EQ(plan.values[h][2 * kActions + a], (kHorizon - h) * 0.7);
}

TEST(CellPlanner, DoubtsACellByTheLargestDeviationOfAnyStage) {
  const Problem p = problem();
  const CellMap map = *CellMap::of(p);
  CellModel model = random_model(map);
  model.next_variance.setZero();
  const CellPlan plan = plan_cells(p, map, model, 1);
  EXPECT_LT((plan.doubt - model.reward_variance.cwiseSqrt()).cwiseAbs().maxCoeff(), 1e-12);
  model.next_variance.setConstant(0.01);
  const CellPlan more = plan_cells(p, map, model, 1);
  for (Index i = 0; i < map.count(); ++i) EXPECT_GT(more.doubt[i], plan.doubt[i]);
}

TEST(CellPlanner, StaysFiniteWhateverIsHopedFor) {
  const Problem p = problem();
  const CellMap map = *CellMap::of(p);
  const CellPlan plan = plan_cells(p, map, random_model(map), 1e6);
  for (int h = 0; h < kHorizon; ++h) EXPECT_LE(plan.values[h].maxCoeff(), 3 * (kHorizon - h));
}

}  // namespace
}  // namespace tacit
