#include "tacit/privacy/vault.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tacit/core/error.h"
#include "tacit/core/rng.h"
#include "tacit/privacy/door.h"

namespace tacit {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

VaultShape small_shape() {
  VaultShape shape;
  shape.tasks = 2;
  shape.dimension = 2;
  shape.outcomes = 3;
  shape.outcome_tasks = 1;
  return shape;
}

// A vault and the exact door through which tests see it.
struct Open {
  explicit Open(const VaultShape& shape) : vault(shape), door(vault, board) {}
  void user(std::vector<double> phi, double weight, double response, Index outcome = 0, int task = 0) {
    vault.add({task, phi.data(), weight, response, outcome});
    vault.end_user();
    door.release();
  }
  // sum w phi e_o', dimension x outcomes.
  Matrix outcomes() const {
    const Index n = vault.shape().outcomes;
    return board.moments(0, {Matrix::Identity(n, n), {}, n}).sums;
  }

  Vault vault;
  Billboard board;
  Door door;
};

TEST(Vault, SumsWhatUsersContribute) {
  Open open(small_shape());
  open.user({0.6, 0.8}, 0.5, 1, 2);
  open.user({1, 0}, 1, 0.25, 0);
  Matrix gram(2, 2), outcomes(2, 3);
  gram << 0.5 * 0.36 + 1, 0.5 * 0.48, 0.5 * 0.48, 0.5 * 0.64;
  outcomes << 1, 0, 0.3, 0, 0, 0.4;
  EXPECT_TRUE(open.board.gram(0).isApprox(gram, 1e-15));
  EXPECT_TRUE(open.board.response(0).isApprox(Vector{{0.3 * 0.5 - 0.25, 0.4 * 0.5}}, 1e-15));
  EXPECT_TRUE(open.outcomes().isApprox(outcomes, 1e-15));
  EXPECT_EQ(open.board.users(), 2);
}

TEST(Vault, KeepsTasksApart) {
  Open open(small_shape());
  open.user({1, 0}, 1, 1, 0, 1);
  EXPECT_EQ(open.board.gram(0).norm(), 0);
  EXPECT_EQ(open.outcomes().norm(), 0);
  EXPECT_EQ(open.board.gram(1)(0, 0), 1);
  EXPECT_EQ(open.board.response(1)(0), 0.5);
}

TEST(Vault, ProjectsFeaturesOnTheUnitBall) {
  Open open(small_shape());
  open.user({3, 4}, 1, 1, 0);
  EXPECT_LE(open.board.gram(0).trace(), 1);
  EXPECT_NEAR(open.board.gram(0)(0, 1), 0.48, 1e-14);
}

TEST(Vault, ProjectsWeightsAndResponses) {
  Open open(small_shape());
  open.user({1, 0}, 7, 19, 0);
  EXPECT_EQ(open.board.gram(0)(0, 0), 1);
  EXPECT_EQ(open.board.response(0)(0), 0.5);
  open.user({1, 0}, 1, -3, 0);
  EXPECT_EQ(open.board.response(0)(0), 0);
  open.user({1, 0}, -2, 1, 0);
  EXPECT_EQ(open.board.gram(0)(0, 0), 2);
}

TEST(Vault, LetsShortFeaturesWeighUpToOneOverTheirLength) {
  Open open(small_shape());
  open.user({0.3, 0.4}, 2, 1, 0);
  EXPECT_NEAR(open.board.gram(0).trace(), 0.5, 1e-14);
  EXPECT_NEAR(open.outcomes().norm(), 1, 1e-14);
  open.user({0.03, 0.04}, 1000, 1, 1);  // Cut to 20.
  EXPECT_NEAR(open.board.gram(0).trace(), 0.55, 1e-14);
  EXPECT_NEAR(open.outcomes().col(1).norm(), 1, 1e-14);
  EXPECT_LE(open.outcomes().col(1).norm(), 1);
}

TEST(Vault, TakesWhatIsNotANumberForZero) {
  Open open(small_shape());
  open.user({kNaN, 1}, 1, 1, 0);
  open.user({kInfinity, 0}, 1, 1, 0);
  open.user({1e200, 1e200}, 1, 1, 0);  // Its square overflows.
  open.user({1, 0}, kNaN, 1, 0);
  EXPECT_EQ(open.board.gram(0).norm(), 0);
  EXPECT_EQ(open.outcomes().norm(), 0);
  open.user({1, 0}, 1, kNaN, 0);
  EXPECT_EQ(open.board.response(0)(0), -0.5);
}

TEST(Vault, TakesAnOutcomeThatWasNotDeclaredForNone) {
  Open open(small_shape());
  for (const Index outcome : {Index{-1}, Index{3}, std::numeric_limits<Index>::max()}) open.user({1, 0}, 1, 1, outcome);
  EXPECT_EQ(open.outcomes().norm(), 0);
  EXPECT_EQ(open.board.gram(0)(0, 0), 3);
}

TEST(Vault, NeverThrowsOnValuesAndNeverLeavesTheBounds) {
  const std::vector<double> wild = {0,      1,    -1,     0.3,  -0.7,      2,          -1e9, 1e308,
                                    -1e308, 1e-5, 1e-308, kNaN, kInfinity, -kInfinity, 1e154};
  for (const bool non_negative : {false, true}) {
    VaultShape shape = small_shape();
    shape.non_negative_features = non_negative;
    Stream stream(1, "wild");
    const auto pick = [&] { return wild[stream.below(wild.size())]; };
    for (int i = 0; i < 4000; ++i) {
      Open open(shape);
      ASSERT_NO_THROW(open.user({pick(), pick()}, pick(), pick(), static_cast<Index>(stream.below(8)) - 2));
      // Comparisons with what is not a number are false.
      ASSERT_TRUE(open.board.gram(0).norm() <= 1 + 1e-15);
      ASSERT_TRUE(open.board.response(0).norm() <= 0.5 + 1e-15);
      ASSERT_TRUE(open.outcomes().norm() <= 1 + 1e-15);
      if (non_negative) {
        ASSERT_TRUE(open.outcomes().minCoeff() >= 0);
      }
    }
  }
}

TEST(Vault, ProjectsFeaturesThatWereDeclaredNonNegative) {
  VaultShape shape = small_shape();
  shape.non_negative_features = true;
  Open open(shape);
  open.user({-0.6, 0.8}, 1, 1, 0);
  EXPECT_EQ(open.board.gram(0)(0, 0), 0);
  EXPECT_EQ(open.board.gram(0)(1, 1), 0.8 * 0.8);
}

TEST(Vault, RefusesASecondContributionOfOneUserToATask) {
  Vault vault(small_shape());
  const double phi[] = {1, 0};
  vault.add({0, phi});
  EXPECT_NO_THROW(vault.add({1, phi}));
  EXPECT_THROW(vault.add({0, phi}), Defect);
  vault.end_user();
  EXPECT_NO_THROW(vault.add({0, phi}));
}

TEST(Vault, ProjectsMixturesToNonNegativeOnesOfMassAtMostOne) {
  VaultShape shape = small_shape();
  shape.mixed = true;
  const auto outcomes_of = [&](std::vector<double> psi) {
    Open open(shape);
    const double phi[] = {0.6, 0.8};
    open.vault.add({0, phi, 0.5, 0, 0, psi.data()});
    open.vault.end_user();
    open.door.release();
    return open.outcomes();
  };
  Matrix expected(2, 3);
  expected << 0.3 * 0.25, 0.3 * 0.75, 0, 0.4 * 0.25, 0.4 * 0.75, 0;
  EXPECT_TRUE(outcomes_of({0.25, 0.75, 0}).isApprox(expected, 1e-15));
  EXPECT_NEAR(outcomes_of({3, 0, 4}).norm(), 0.5 * 5 / 7, 1e-14);
  EXPECT_EQ(outcomes_of({-1, 1, 0}).col(0).norm(), 0);
  EXPECT_EQ(outcomes_of({kInfinity, 1, 0}).norm(), 0);
  for (const double wild : {kNaN, -kInfinity, 1e308, -1e308, 1e200})
    EXPECT_TRUE(outcomes_of({wild, 1, 0.5}).norm() <= 0.5 + 1e-15) << wild;
}

TEST(Vault, KeepsRecordsWhereOutcomesAreNotCounted) {
  VaultShape shape = small_shape();
  shape.outcomes = 0;
  shape.record_size = 1;
  Vault vault(shape);
  Billboard board;
  Door door(vault, board);
  const double phi[] = {0.6, 0.8};
  for (const double record : {2.0, 5.0, 11.0}) {
    vault.add({0, phi, 0.5, 0, 0, &record});
    vault.end_user();
    if (record == 5) door.release();  // The third user comes after it.
  }
  const Targets squares{{}, [](const ConstMatrixView& in, Matrix& out) { out = in.array().square(); }, 1};
  EXPECT_NEAR(board.moments(0, squares).sums(0, 0), 0.3 * (4 + 25), 1e-14);
}

}  // namespace
}  // namespace tacit
