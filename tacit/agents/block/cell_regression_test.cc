#include "tacit/agents/block/cell_regression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "tacit/agents/block/cell_forecast.h"
#include "tacit/agents/block/usual_reward.h"
#include "tacit/privacy/release/fading.h"
#include "tests/sums.h"

namespace tacit {
namespace {

constexpr int kStates = 4, kActions = 2, kHorizon = 6;

Problem problem(bool known = false) {
  Problem p;
  p.horizon = kHorizon, p.actions = kActions, p.dimension = kStates * kActions;
  p.points = Matrix::Identity(p.dimension, p.dimension);
  if (known) p.known_rewards = Matrix::Constant(kHorizon, p.dimension, 0.3);
  return p;
}

/// A truth, users who live in it, and sums behind a door.
struct World {
  Problem p = problem();
  CellMap map = *CellMap::of(p);
  CellModel truth;
  Sums sums;
  StepLimits limits;
  Stream coins;

  static VaultShape shape(Index cells) { return VaultShape::of_cells(cells, kStates + 1); }
  static CellModel random_truth(Index cells, std::uint64_t seed) {
    Stream stream(seed, "truth");
    CellModel model{Matrix(cells, kStates), Vector::Zero(cells), Vector(cells), Vector::Zero(cells)};
    for (Index i = 0; i < cells; ++i) {
      stream.dirichlet(0.3, {model.next.row(i).data(), kStates});
      model.reward[i] = stream.uniform();
    }
    return model;
  }
  explicit World(std::uint64_t seed)
      : truth(random_truth(map.count(), seed)), sums(shape(map.count())), coins(seed, "users") {
    set_limits();
  }
  World(std::uint64_t seed, double epsilon, Index releases, double fading)
      : truth(random_truth(map.count(), seed)),
        sums(shape(map.count()), Promise(Epsilon(epsilon), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation),
             {fading_strategy(releases, fading), {{0.3, 0.4, 0.3}}, 1, 1000000}, Noise::simulation, seed),
        coins(seed, "users") {
    set_limits();
  }
  void set_limits() {
    limits = MadeUpUsers(p, map, truth).limits(PolicyTable(p), Vector::Ones(map.count()), Stream(3, "made-up"));
  }
  Index draw(Index cell) {
    double u = coins.uniform();
    Index s = 0;
    while (s + 1 < kStates && (u -= truth.next(cell, s)) > 0) ++s;
    return s;
  }
  template <typename See>
  void come(int users, const See& see) {
    for (int user = 0; user < users; ++user) {
      const auto add = [&](Index cell, double reward, Index next) {
        Contribution c;
        c.row = cell, c.weight = limits.limits[cell], c.response = reward, c.outcome = next;
        see(cell, sums.add(c), reward, next);
      };
      Index state = draw(map.beginning());
      add(map.beginning(), 0.5, state);
      for (int h = 0; h < kHorizon; ++h) {
        const Index cell = map.cell(state, static_cast<int>(coins.below(kActions)));
        const Index next = h + 1 < kHorizon ? draw(cell) : map.nowhere();
        add(cell, coins.uniform() < truth.reward[cell] ? 1 : 0, next);
        state = next;
      }
      sums.end_user();
    }
    sums.release();
  }
  std::vector<Audience> audience(double users) const { return {{users, PolicyTable(p), limits}}; }
};

// Without noise, weighted counts with the prior, cell by cell.
TEST(CellRegression, OfExactSumsEqualsANaiveVersion) {
  World world(1);
  const CellPriors priors;
  CellRegression regression(world.p, world.map, priors, 0);
  const Index cells = world.map.count();
  std::vector<double> visits(cells, 0), rewards(cells, 0);
  Matrix successors = Matrix::Zero(cells, kStates + 1);
  for (int block = 0; block < 3; ++block) {
    world.come(50, [&](Index cell, double weight, double reward, Index next) {
      visits[cell] += weight, rewards[cell] += weight * (reward - 0.5), successors(cell, next) += weight;
    });
    regression.take(world.sums.billboard(), world.audience(50));
  }
  double information = 0, precision = 4;
  const double before = 1 / (priors.spread * priors.spread);
  std::vector<double> told(cells);
  for (Index i = 0; i < cells; ++i) {
    const double unit = world.limits.squares[i] / world.limits.weights[i];
    const double led = visits[i] - successors(i, kStates), next = led / (unit / kStates);
    EXPECT_NEAR(regression.model().next_variance[i], 1 / (kStates + next), 1e-9);
    Vector expected =
        (Vector::Ones(kStates) + next / led * successors.row(i).head(kStates).transpose()) / (kStates + next);
    EXPECT_LT((regression.model().next.row(i).transpose() - expected).cwiseAbs().maxCoeff(), 1e-9) << i;
    if (i == world.map.beginning()) continue;
    told[i] = visits[i] / (unit * priors.reward_variance);
    const double weight = 1 / (1 / told[i] + 1 / before);
    information += weight * rewards[i] / visits[i], precision += weight;
  }
  const UnusualRewards unusual{information / precision, 1 / before, priors.reward_variance};
  std::vector<RewardReading> readings;
  for (Index i = 0; i + 1 < cells; ++i)
    readings.push_back({rewards[i] / visits[i], 0, 1 / told[i] / priors.reward_variance});
  const UsualReward usual = usual_reward(readings, unusual);
  for (Index i = 0; i + 1 < cells; ++i) {
    const double own = (told[i] * rewards[i] / visits[i] + before * information / precision) / (told[i] + before);
    const double mean = expected_reward(usual, unusual, readings[i], own);
    EXPECT_NEAR(regression.model().reward[i], std::clamp(0.5 + mean, 0.0, 1.0), 1e-9);
  }
}

// Errors in deviations that the model states, over many worlds: as large as it says, with and without many users.
TEST(CellRegression, KnowsHowFarItIsOff) {
  double reward_squares = 0, next_squares = 0;
  int count = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    World world(seed, 1, 8, 0.8);
    CellRegression regression(world.p, world.map, {}, 0.8);
    double users = 60;
    for (int block = 0; block < 8; ++block, users *= 1.4) {
      world.come(static_cast<int>(users), [](Index, double, double, Index) {});
      regression.take(world.sums.billboard(), world.audience(std::floor(users)));
    }
    const CellModel& model = regression.model();
    for (Index i = 0; i + 1 < world.map.count(); ++i) {
      const double off = model.reward[i] - world.truth.reward[i];
      reward_squares += off * off / model.reward_variance[i];
      next_squares += (model.next.row(i) - world.truth.next.row(i)).squaredNorm() / kStates / model.next_variance[i];
      ++count;
    }
  }
  EXPECT_GT(reward_squares / count, 0.4);
  EXPECT_LT(reward_squares / count, 1.5);
  EXPECT_GT(next_squares / count, 0.1);  // Projection on what is possible takes errors away.
  EXPECT_LT(next_squares / count, 1.5);
}

// Noise alone, release by release: a cell that nobody was in must not come to be known.
TEST(CellRegression, DoesNotTakeNoiseForVisits) {
  World world(4, 1, 30, 0.8);
  CellRegression regression(world.p, world.map, {}, 0.8);
  StepLimits expected = world.limits;
  for (int block = 0; block < 30; ++block) {
    world.sums.release();
    regression.take(world.sums.billboard(), {{100, PolicyTable(world.p), expected}});
  }
  const CellModel before = CellRegression(world.p, world.map, {}, 0.8).model();
  for (Index i = 0; i + 1 < world.map.count(); ++i)
    EXPECT_GT(regression.model().reward_variance[i], 0.1 * before.reward_variance[i]) << i;
}

TEST(CellRegression, LeavesKnownRewardsAlone) {
  const Problem p = problem(true);
  const CellMap map = *CellMap::of(p);
  const CellRegression regression(p, map, {}, 0);
  for (Index i = 0; i + 1 < map.count(); ++i) EXPECT_DOUBLE_EQ(regression.model().reward[i], 0.3);
  EXPECT_EQ(regression.model().reward_variance.cwiseAbs().maxCoeff(), 0);
}

TEST(CellRegression, ForeseesMoreFromMoreUsers) {
  World world(5, 1, 4, 0.8);
  CellRegression regression(world.p, world.map, {}, 0.8);
  world.come(500, [](Index, double, double, Index) {});
  regression.take(world.sums.billboard(), world.audience(500));
  CellModel few = regression.model(), many = few;
  regression.foresee(100, world.limits, few);
  regression.foresee(10000, world.limits, many);
  for (Index i = 0; i + 1 < world.map.count(); ++i) {
    EXPECT_LT(few.next_variance[i], regression.model().next_variance[i]);
    EXPECT_LT(many.reward_variance[i], few.reward_variance[i]);
    EXPECT_EQ(many.reward[i], regression.model().reward[i]);
  }
}

}  // namespace
}  // namespace tacit
