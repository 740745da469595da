#include "tacit/agents/lsvi/switching.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tacit/core/rng.h"

namespace tacit {
namespace {

using Kind = SwitchingRule::Kind;

std::vector<std::int64_t> plans(const SwitchingRule& rule, std::int64_t episodes) {
  return fixed_schedule(rule, episodes);
}

TEST(Switching, EveryPlansAfterEachEpisode) {
  EXPECT_EQ(plans({.kind = Kind::every}, 5), (std::vector<std::int64_t>{1, 2, 3, 4}));
}

TEST(Switching, NeverPlansNever) { EXPECT_TRUE(plans({.kind = Kind::never}, 1000).empty()); }

TEST(Switching, GeometricGrowsByItsRatioFromItsFirst) {
  EXPECT_EQ(plans({.kind = Kind::geometric, .ratio = 2, .first = 3}, 50),
            (std::vector<std::int64_t>{3, 6, 12, 24, 48}));
  EXPECT_EQ(plans({.kind = Kind::geometric, .ratio = 1.1, .first = 1}, 6), (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
}

TEST(Switching, SaysHowManyPlansItsScheduleHas) {
  for (const Kind kind : {Kind::every, Kind::geometric, Kind::batches, Kind::never}) {
    const SwitchingRule rule{.kind = kind, .first = 3, .batches = 7};
    EXPECT_EQ(Switching(rule, 50, 1).scheduled(), static_cast<std::int64_t>(plans(rule, 50).size()));
  }
  EXPECT_EQ(Switching({.kind = Kind::every, .most = 4}, 50, 1).scheduled(), 4);
  EXPECT_EQ(Switching({.kind = Kind::every}, 1'000'000'000'000, 1).scheduled(), 999'999'999'999);
}

TEST(Switching, IsSteadyUntilTheNextPlanOrTheEnd) {
  Switching switching({.kind = Kind::geometric, .ratio = 2, .first = 3, .most = 2}, 10, 1);
  EXPECT_EQ(switching.steady_until(), 3);
  switching.planned(3);
  EXPECT_EQ(switching.steady_until(), 6);
  switching.planned(6);
  EXPECT_EQ(switching.steady_until(), 10);  // No plan is left.
}

// What a private agent may read are matrices with noise: they need not grow, and not be positive definite.
TEST(Switching, OnPublishedMatricesLooksEveryTimeAndStopsAtItsLimit) {
  Switching switching({.kind = Kind::doubling, .most = 2, .published_only = true}, 100, 2);
  const Matrix one = Matrix::Identity(3, 3);
  Matrix indefinite = 100 * one;
  indefinite(0, 0) = -1;
  const auto due = [&](const Matrix& second) {
    return switching.due([&](int) -> const Matrix& { return one; },
                         [&](int h) -> Matrix { return h == 0 ? one : second; });
  };
  EXPECT_FALSE(switching.wants_growth());
  EXPECT_TRUE(switching.may_be_due(1));
  EXPECT_FALSE(due(0.5 * one));
  EXPECT_FALSE(due(indefinite));
  EXPECT_FALSE(due(1.2 * one));  // 1.728
  EXPECT_TRUE(due(1.3 * one));   // 2.197
  switching.planned(10);
  EXPECT_TRUE(switching.may_be_due(11));
  switching.planned(20);
  EXPECT_FALSE(switching.may_be_due(21));
}

TEST(Switching, BatchesAreEquallySpaced) {
  EXPECT_EQ(plans({.kind = Kind::batches, .batches = 4}, 100), (std::vector<std::int64_t>{25, 50, 75}));
  EXPECT_EQ(plans({.kind = Kind::batches, .batches = 3}, 10), (std::vector<std::int64_t>{4, 7}));
  EXPECT_EQ(plans({.kind = Kind::batches, .batches = 1000}, 4), (std::vector<std::int64_t>{1, 2, 3}));
}

// The rule with its rare looks against the definition checked after every episode.
void compare_with_definition(Kind kind, double alpha) {
  constexpr int d = 4, kStages = 2, kEpisodes = 3000;
  Switching switching({.kind = kind, .alpha = alpha}, kEpisodes, kStages);
  Stream stream(3, "test");
  std::vector<Matrix> now(kStages, 0.5 * Matrix::Identity(d, d)), last = now;
  int switches = 0;
  for (int k = 1; k < kEpisodes; ++k) {
    for (int h = 0; h < kStages; ++h) {
      Vector phi(d);
      for (double& x : phi) x = stream.normal() / 4;
      if (h == 1) phi.tail(2).setZero();
      const double weight = stream.uniform();
      now[h] += weight * phi * phi.transpose();
      switching.grew(h, weight * phi.dot(last[h].inverse() * phi));
    }
    bool expected = false;
    for (int h = 0; h < kStages; ++h) {
      const double det = now[h].determinant() / last[h].determinant();
      const double largest = (last[h].inverse() * now[h]).eigenvalues().real().maxCoeff();
      expected = expected || (kind == Kind::doubling ? det >= 2 : largest > alpha);
    }
    const bool due =
        switching.may_be_due(k) && switching.due([&](int h) { return last[h]; }, [&](int h) { return now[h]; });
    ASSERT_EQ(due, expected) << "episode " << k;
    if (!due) continue;
    last = now;
    switching.planned(k);
    ++switches;
  }
  EXPECT_GT(switches, 5);
}

TEST(Switching, DoublingIsTheDeterminantTestAtEveryEpisode) { compare_with_definition(Kind::doubling, 0); }
TEST(Switching, RayleighIsTheEigenvalueTestAtEveryEpisode) { compare_with_definition(Kind::rayleigh, 2); }

}  // namespace
}  // namespace tacit
