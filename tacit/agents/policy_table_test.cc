#include "tacit/agents/policy_table.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "tacit/core/error.h"

namespace tacit {
namespace {

Problem two_points() {
  Problem problem;
  problem.horizon = 1;
  problem.actions = 3;
  problem.dimension = 1;
  problem.points = Matrix::Ones(6, 1);
  return problem;
}

std::array<double, 3> law(const PolicyTable& table, Index point) {
  std::array<double, 3> p{};
  table.distribution(0, point, p);
  return p;
}

TEST(PolicyTable, BeginsWithAllActionsAlike) {
  const PolicyTable table(two_points());
  for (const double p : law(table, 1)) EXPECT_DOUBLE_EQ(p, 1.0 / 3);
}

TEST(PolicyTable, PlaysTheBestActionAndDividesTies) {
  PolicyTable table(two_points());
  Vector q(6);
  q << 1, 2, 0, /*second point*/ 5, 1, 5;
  table.set(0, q);
  EXPECT_EQ(law(table, 0), (std::array<double, 3>{0, 1, 0}));
  EXPECT_EQ(law(table, 1), (std::array<double, 3>{0.5, 0, 0.5}));
}

TEST(PolicyTable, ActsByItsLaw) {
  // 10,000 draws of a fair tie: within five standard deviations.
  PolicyTable table(two_points());
  Vector q(6);
  q << 1, 2, 0, 5, 1, 5;
  table.set(0, q);
  Stream ties(1, "ties");
  int last = 0;
  for (int i = 0; i < 10000; ++i) {
    EXPECT_EQ(table.act(0, 0, ties), 1);
    const int action = table.act(0, 1, ties);
    EXPECT_NE(action, 1);
    last += action == 2;
  }
  EXPECT_NEAR(last, 5000, 250);
}

TEST(PolicyTable, IsMadeFromTheValuesOfAllStages) {
  Vector q(6);
  q << 1, 2, 0, 5, 1, 5;
  const PolicyTable table(two_points(), {q});
  EXPECT_EQ(law(table, 0), (std::array<double, 3>{0, 1, 0}));
  EXPECT_EQ(law(table, 1), (std::array<double, 3>{0.5, 0, 0.5}));
}

TEST(PolicyTable, PlaysWhateverLawIsStated) {
  const std::array<double, 6> stated = {0.2, 0, 0.8, /*second point*/ 0, 1, 0};
  const PolicyTable table = PolicyTable::of_law(two_points(), stated);
  EXPECT_EQ(law(table, 0), (std::array<double, 3>{0.2, 0, 0.8}));
  EXPECT_EQ(law(table, 1), (std::array<double, 3>{0, 1, 0}));
}

TEST(PolicyTable, ActsByTheLawThatIsStated) {
  // 10,000 draws with chance 0.2: within five standard deviations, which a fair tie is far from.
  const PolicyTable table = PolicyTable::of_law(two_points(), std::array<double, 6>{0.2, 0, 0.8, 0, 1, 0});
  Stream ties(1, "ties");
  int first = 0;
  for (int i = 0; i < 10000; ++i) first += table.act(0, 0, ties) == 0;
  EXPECT_NEAR(first, 2000, 200);
}

TEST(PolicyTable, RefusesWhatIsNoLaw) {
  const auto refusal = [](std::array<double, 6> stated) {
    try {
      PolicyTable::of_law(two_points(), stated);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal({1, 0, 0, 0.5, 0.4, 0}), "policy: stage 0, state 1 adds up to 0.9; expected 1 within 1e-9");
  EXPECT_EQ(refusal({1.5, -0.5, 0, 1, 0, 0}), "policy: stage 0, state 0 has 1.5; expected numbers from 0 to 1");
  EXPECT_NE(refusal({NAN, 0, 0, 1, 0, 0}), "");
}

}  // namespace
}  // namespace tacit
