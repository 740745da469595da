#include "tacit/audit/specimen.h"

#include <gtest/gtest.h>

#include <vector>

#include "tacit/core/linear_algebra.h"
#include "tacit/privacy/door.h"
#include "tacit/privacy/release/release_catalog.h"

namespace tacit {
namespace {

constexpr std::int64_t kUsers = 10;

// What the paper prints: one draw, piled up in the Gram matrix and reused in the moments.
TEST(Specimen, GivesTheDataAwayByDifferences) {
  VaultShape shape;
  shape.tasks = shape.outcome_tasks = 2, shape.dimension = 2, shape.outcomes = 3;
  Vault vault(shape);
  Billboard board;
  Ledger ledger({Epsilon(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation});
  PrintedNoise printed(nullptr);
  Door door(vault, board, ledger, {make_strategy("fresh", kUsers), std::vector<Split>(2, {0.2, 0, 0}), 1, kUsers},
            SimulationNoise(1, "a"), &printed);
  door.answer({0.6, 100}, SimulationNoise(1, "b"));
  Targets targets;
  targets.at_outcomes = Vector{{3, -4, 2}};
  const double phi[3][2] = {{1, 0}, {0.6, 0.8}, {0, 1}};
  std::vector<Matrix> grams;
  std::vector<Vector> moments;
  for (int user = 0; user < 3; ++user) {
    for (int task = 0; task < 2; ++task) vault.add({task, phi[user], 1, 1, 1});
    vault.end_user();
    door.release();
    grams.push_back(board.gram(0));
    moments.emplace_back(board.moments(0, targets).sums.col(0));
  }
  EXPECT_GT((grams[1] - grams[0]).norm(), 3);  // A draw is in every difference,
  const auto square = [&](int i) {
    return Matrix(ConstVectorView(phi[i], 2) * ConstVectorView(phi[i], 2).transpose());
  };
  const Matrix second = grams[2] - 2 * grams[1] + grams[0];
  EXPECT_TRUE(second.isApprox(square(2) - square(1), 1e-9)) << second;  // and none in the second difference.
  EXPECT_TRUE((moments[1] - moments[0]).isApprox(-4 * ConstVectorView(phi[1], 2), 1e-9));
}

TEST(Specimen, TakesABudgetAndSaysWhyItIsNotKept) {
  const AgentEntry entry = specimen_entry();
  EXPECT_TRUE(entry.takes_budget());
  EXPECT_FALSE(entry.is_private());
  EXPECT_FALSE(entry.broken.empty());
}

}  // namespace
}  // namespace tacit
