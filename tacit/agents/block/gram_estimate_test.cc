#include "tacit/agents/block/gram_estimate.h"

#include <gtest/gtest.h>

#include <memory>

#include "tacit/privacy/door.h"
#include "tacit/privacy/release/fading.h"
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

}  // namespace
}  // namespace tacit
