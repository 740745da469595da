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

/// One release of users who are spread over all rows, but for those who stopped.
struct Rig {
  explicit Rig(std::uint64_t seed, bool known)
      : map(mapped(told(known))), ledger(promise()), vault(shape()), released(map.problem, 0), grams(map, released, 1) {
    const int stages = map.problem.horizon;
    const double share = 1.0 / stages;
    std::vector<Split> splits(stages, Split{0.4 * share, 0.2 * share, 0.4 * share});
    splits.back() = {0.8 * share, 0.2 * share, 0};
    Door door(vault, board, ledger, {fading_strategy(1, 0), splits, 1, kUsers}, SimulationNoise(seed, "noise"));
    const Index actions = map.problem.actions, rows = map.problem.points.rows(), others = rows - actions;
    truth = Matrix::Zero(map.problem.dimension, map.problem.dimension);
    for (std::int64_t user = 0; user < kUsers; ++user) {
      const Index row = user < kStopped ? others + user % actions : user % others;
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
    Problem problem = with_dropout(small_finite(false), 0.1).problem;
    if (!known) problem.ended = -1;
    return problem;
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

TEST(GramEstimate, IsNearerToTheTruthThanWhatWasReleasedThoughManyStopped) {
  double repaired = 0, noisy = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Rig rig(seed, true);
    repaired += rig.error(true), noisy += rig.error(false);
  }
  EXPECT_LT(repaired, 0.8 * noisy);
}

TEST(GramEstimate, LeavesOutTheCoordinateOfThoseWhoStopped) {
  EXPECT_EQ(Rig(1, true).grams.estimate(0, 0).gram.rows(), 3);
  EXPECT_EQ(Rig(1, false).grams.estimate(0, 0).gram.rows(), 4);
}

TEST(GramEstimate, HasNobodyBeginWhereUsersStop) {
  EXPECT_EQ(Rig(1, true).grams.start()[4], 0);
  EXPECT_GT(Rig(1, false).grams.start()[4], 0);
}

}  // namespace
}  // namespace tacit
