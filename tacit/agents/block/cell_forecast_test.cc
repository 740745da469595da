#include "tacit/agents/block/cell_forecast.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tacit/privacy/episode_meter.h"

namespace tacit {
namespace {

constexpr int kStates = 4, kActions = 2, kHorizon = 8;

Problem problem(Index ended = -1) {
  Problem p;
  p.horizon = kHorizon, p.actions = kActions, p.dimension = kStates * kActions;
  p.points = Matrix::Identity(p.dimension, p.dimension);
  p.ended = ended;
  return p;
}

CellModel random_model(const CellMap& map) {
  Stream stream(6, "test");
  CellModel model{Matrix(map.count(), kStates), Vector::Ones(map.count()), Vector::Zero(map.count()),
                  Vector::Ones(map.count())};
  for (Index i = 0; i < map.count(); ++i) stream.dirichlet(0.7, {model.next.row(i).data(), kStates});
  return model;
}

// Users of the same model, one by one: the mean of what each cell counts, and its standard error.
TEST(CellForecast, ExpectsWhatUsersOfTheModelCount) {
  const Problem p = problem();
  const CellMap map = *CellMap::of(p);
  const CellModel model = random_model(map);
  const PolicyTable policy(p);
  const StepLimits limits =
      MadeUpUsers(p, map, model).limits(policy, Vector::LinSpaced(map.count(), 0.2, 1), Stream(1, "coins"));
  constexpr int kUsers = 20000;
  Vector weights = Vector::Zero(map.count()), squares = weights;
  EpisodeMeter meter(map.count());
  Stream coins(2, "users");
  const auto draw = [&](Index cell) {
    double u = coins.uniform();
    Index s = 0;
    while (s + 1 < kStates && (u -= model.next(cell, s)) > 0) ++s;
    return s;
  };
  const auto count = [&](Index cell) {
    const double weight = meter.weigh(cell, limits.limits[cell]);
    weights[cell] += weight / kUsers, squares[cell] += weight * weight / kUsers;
  };
  for (int user = 0; user < kUsers; ++user) {
    count(map.beginning());
    Index state = draw(map.beginning());
    for (int h = 0; h + 1 < kHorizon; ++h) {
      const Index cell = map.cell(state, policy.act(h, state, coins));
      count(cell);
      state = draw(cell);
    }
    meter.end_user();
  }
  for (Index i = 0; i < map.count(); ++i) {
    const double deviation = std::sqrt(std::max(squares[i] - weights[i] * weights[i], 0.0) / 2000) + 1e-3;
    EXPECT_NEAR(limits.weights[i], weights[i], 5 * deviation) << i;
    EXPECT_NEAR(limits.squares[i], squares[i], 5 * deviation) << i;
  }
}

TEST(CellForecast, LetsCellsCountInProportionToTheirDoubt) {
  const Problem p = problem();
  const CellMap map = *CellMap::of(p);
  Vector doubt = Vector::Ones(map.count());
  doubt[3] = 0.01;
  const StepLimits limits = MadeUpUsers(p, map, random_model(map)).limits(PolicyTable(p), doubt, Stream(1, "coins"));
  EXPECT_NEAR(limits.limits[3] / limits.limits[2], 0.01, 0.002);
  EXPECT_LE(limits.limits.maxCoeff(), 1);
}

// From state 0 action 0 leads to 1 and back: each of the two cells is new once. Nobody is in state 2.
TEST(CellForecast, FindsWhereUsersComeAgain) {
  const Problem p = problem();
  const CellMap map = *CellMap::of(p);
  CellModel model = random_model(map);
  model.next.setZero();
  for (Index i = 0; i < map.count(); ++i) model.next(i, i == map.cell(0, 0) ? 1 : 0) = 1;
  std::vector<Vector> values(kHorizon, Vector::Zero(kStates * kActions));
  for (Vector& value : values)
    for (int s = 0; s < kStates; ++s) value[s * kActions] = 1;
  Novelty novelty(kHorizon, Vector::Ones(map.count()));
  MadeUpUsers(p, map, model).find_repeats(PolicyTable(p, values), Stream(1, "coins"), novelty);
  for (int h = 0; h + 1 < kHorizon; ++h) {
    EXPECT_EQ(novelty[h][map.cell(h % 2, 0)], h < 2 ? 1 : 0) << h;
    EXPECT_EQ(novelty[h][map.cell(1 - h % 2, 0)], 1) << h;
    EXPECT_EQ(novelty[h][map.cell(2, 0)], 1) << h;
  }
}

// Nobody is beyond the end, so that users who stop have more of the cap for the steps that they make.
TEST(CellForecast, ExpectsNothingOfThoseWhoStopped) {
  const Problem p = problem(2);
  const CellMap map = *CellMap::of(p);
  const StepLimits limits =
      MadeUpUsers(p, map, random_model(map)).limits(PolicyTable(p), Vector::Ones(map.count()), Stream(1, "coins"));
  for (int a = 0; a < kActions; ++a) EXPECT_EQ(limits.weights[map.cell(2, a)], 0);
  const Problem goes_on = problem();
  const StepLimits more = MadeUpUsers(goes_on, map, random_model(map))
                              .limits(PolicyTable(p), Vector::Ones(map.count()), Stream(1, "coins"));
  EXPECT_GT(limits.limits[0], more.limits[0]);
}

}  // namespace
}  // namespace tacit
