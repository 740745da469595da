#include "tacit/agents/block/gram_estimate.h"

#include <gtest/gtest.h>

#include <memory>

#include "tacit/agents/block/many_coordinates.h"
#include "tacit/core/rng.h"
#include "tacit/privacy/door.h"
#include "tacit/privacy/release/fading.h"
#include "tests/policies.h"
#include "tests/small_mdps.h"

namespace tacit {
namespace {

using trial::small_finite;
using trial::with_dropout;

constexpr std::int64_t kUsers = 2000, kStopped = 800;
constexpr Index kOthers = 4;  // States.

/// One release of users who are spread over all rows, but for those who stopped. `known`: the problem has a state for
/// them; else they contribute nothing.
struct Rig {
  explicit Rig(std::uint64_t seed, bool known)
      : map(mapped(told(known))), ledger(promise()), vault(shape()), released(map.problem, 0), grams(map, released, 1) {
    const int stages = map.problem.horizon;
    const double share = 1.0 / stages;
    std::vector<Split> splits(stages, Split{0.4 * share, 0.2 * share, 0.4 * share});
    splits.back() = {0.8 * share, 0.2 * share, 0};
    Door door(vault, board, ledger, {fading_strategy(1, 0), splits, 1, kUsers}, SimulationNoise(seed, "noise"));
    const Index actions = map.problem.actions, others = kOthers * actions;
    truth = Matrix::Zero(map.problem.dimension, map.problem.dimension);
    for (std::int64_t user = 0; user < kUsers; ++user) {
      const bool stopped = user < kStopped;
      if (stopped && !known) {
        vault.end_user();
        continue;
      }
      const Index row = stopped ? others + user % actions : user % others;
      const auto phi = map.problem.points.row(row);
      truth += phi.transpose() * phi / phi.norm();
      for (int h = 0; h < stages; ++h) {
        Contribution c;
        c.task = h, c.row = row, c.outcome = row / actions;
        vault.add(c);
      }
      vault.end_user();
    }
    door.release();
    released.take(board);
    grams.take({{static_cast<double>(kUsers), PolicyTable(map.problem)}});
  }
  static Promise promise() { return {Epsilon(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation}; }
  static Problem told(bool known) {
    const LinearMdp mdp = small_finite(false);
    return known ? with_dropout(mdp, 0.1).problem : mdp.problem;
  }
  VaultShape shape() const {
    VaultShape result;
    result.tasks = map.problem.horizon, result.dimension = map.problem.dimension;
    result.outcomes = map.problem.point_count(), result.outcome_tasks = map.problem.horizon - 1;
    result.rows = std::make_shared<const Matrix>(map.problem.points);
    return result;
  }
  /// Squared, over all stages, in the coordinates that are learned.
  double error(bool repaired) const {
    const Index d = map.learned();
    double sum = 0;
    for (int h = 0; h < map.problem.horizon; ++h) {
      const Matrix guess = repaired ? grams.estimate(h, 0).gram : Matrix(released.newest(h).gram.topLeftCorner(d, d));
      sum += (guess - truth.topLeftCorner(d, d)).squaredNorm();
    }
    return sum;
  }

  MappedProblem map;
  Ledger ledger;
  Vault vault;
  Billboard board;
  ReleasedBlocks released;
  GramEstimate grams;
  Matrix truth;
};

// Repaired over noisy, over several seeds.
double error_ratio(bool known) {
  double repaired = 0, noisy = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Rig rig(seed, known);
    repaired += rig.error(true), noisy += rig.error(false);
  }
  return repaired / noisy;
}

TEST(GramEstimate, IsNearerToTheTruthThanWhatWasReleasedThoughManyStopped) { EXPECT_LT(error_ratio(true), 0.95); }

TEST(GramEstimate, IsNoNearerWhereThoseWhoStoppedAreLeftOut) { EXPECT_GE(error_ratio(false), 1); }

TEST(GramEstimate, LeavesOutTheCoordinateOfThoseWhoStopped) {
  const Rig rig(1, true);
  EXPECT_EQ(rig.map.problem.dimension, 4);
  EXPECT_EQ(rig.grams.estimate(0, 0).gram.rows(), 3);
}

TEST(GramEstimate, HasNobodyBeginWhereUsersStop) {
  const Rig rig(1, true);
  EXPECT_EQ(rig.grams.start()[kOthers], 0);
  EXPECT_NEAR(rig.grams.start().sum(), 1, 1e-9);
}

// Problems with as many coordinates as rows, and a model in which everybody may go anywhere.
Problem one_hot(Index states, int actions) {
  Problem problem;
  problem.horizon = 2, problem.actions = actions;
  problem.dimension = static_cast<int>(states) * actions;
  problem.points = Matrix::Identity(problem.dimension, problem.dimension);
  return problem;
}

LearnedModel anywhere(const MappedProblem& map, Stream s) {
  const Index states = map.problem.point_count(), d = map.problem.dimension;
  Matrix chances(states, map.problem.points.rows());
  for (double& x : chances.reshaped()) x = s.uniform();
  for (auto column : chances.colwise()) column /= column.sum();
  const Matrix inverse = map.problem.points.inverse();  // As many rows as coordinates.
  return {Vector::Constant(states, 1 / static_cast<double>(states)),
          {Matrix(chances * inverse.transpose())},
          {1e-12 * Matrix::Identity(d, d)}};
}

// The farthest that an estimate is from what is forecast, of those that are all forecast; negative: none is. Blocks of
// users who always take one action are released with so much noise that nothing else is seen.
double farthest_from_forecast(Index states, int actions) {
  constexpr double kFading = 0.6, kGain = 0.8;
  constexpr std::int64_t kBlocks = 3, kFew = 10;
  const MappedProblem map = mapped(one_hot(states, actions));
  const LearnedModel model = anywhere(map, Stream(1, "forecast"));
  Ledger ledger(Promise(Epsilon(0.01), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation));
  VaultShape shape;
  shape.tasks = 2, shape.dimension = map.problem.dimension, shape.outcomes = states, shape.outcome_tasks = 1;
  shape.rows = std::make_shared<const Matrix>(map.problem.points);
  Vault vault(shape);
  Billboard board;
  Door door(vault, board, ledger,
            {fading_strategy(kBlocks, kFading), {{0.2, 0.1, 0.2}, {0.4, 0.1, 0}}, 1, kBlocks * kFew},
            SimulationNoise(1, "noise"));
  ReleasedBlocks released(map.problem, kFading);
  GramEstimate grams(map, released, 1);
  std::vector<Vector> visits(2, Vector::Zero(map.problem.points.rows()));
  std::vector<std::vector<Matrix>> noisy(2), expected(2);
  std::vector<double> variance(2);
  Matrix rooted = map.problem.points;
  for (auto row : rooted.rowwise()) row /= std::sqrt(row.norm());
  for (int block = 0; block < kBlocks; ++block) {
    for (int user = 0; user < kFew; ++user) {
      for (int h = 0; h < 2; ++h) {
        Contribution c;
        c.task = h, c.row = block, c.outcome = 0;
        vault.add(c);
      }
      vault.end_user();
    }
    door.release();
    released.take(board);
    const std::vector<Audience> audience = {{kFew, trial::always(map.problem, block)}};
    grams.take(audience);
    const std::vector<Vector> now = expected_visits(map.problem, model, audience);
    for (int h = 0; h < 2; ++h) {
      visits[h] = kFading * visits[h] + kGain * now[h];
      expected[h].emplace_back(rooted.transpose() * visits[h].asDiagonal() * rooted);
      noisy[h].push_back(released.newest(h).gram);
      variance[h] = released.newest(h).noise.gram * released.newest(h).noise.gram;
    }
  }
  grams.forecast(model, 0);
  const auto d = static_cast<double>(map.learned());
  double farthest = -1;
  for (int h = 0; h < 2; ++h)
    for (std::size_t b = 0; b < kBlocks; ++b)
      if ((noisy[h][b] - expected[h][b]).squaredNorm() < variance[h] * d * (d + 1))
        farthest = std::max(farthest, (grams.estimate(h, b).gram - expected[h][b]).norm() / expected[h][b].norm());
  return farthest;
}

TEST(GramEstimate, ForecastsTheVisitsOfAllUsersInABlock) {
  for (const Index states : {Index{3}, kManyCoordinates / 3}) {
    const double farthest = farthest_from_forecast(states, 3);
    EXPECT_GE(farthest, 0) << "no estimate was all forecast";
    EXPECT_LT(farthest, 1e-9);
  }
}

}  // namespace
}  // namespace tacit
