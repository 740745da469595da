#include "tacit/envs/coach.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tacit/envs/catalog.h"
#include "tacit/mdp/evaluation.h"

namespace tacit {
namespace {

class Coach : public testing::TestWithParam<int> {
 protected:
  const LinearMdp mdp = make_environment("coach", 0, static_cast<std::uint64_t>(GetParam()), {});
  const Evaluator evaluator{mdp};
  const Evaluation optimal = evaluator.optimal();

  // The share of V* that a policy loses.
  double loss(const ActionDistribution& policy) const {
    return 1 - evaluator.of(policy).mean_value / optimal.mean_value;
  }
};
INSTANTIATE_TEST_SUITE_P(Seeds, Coach, testing::Range(1, 21));

TEST_P(Coach, CannotBePlayedAtRandom) {
  EXPECT_GT(loss([](int, const State&, std::span<double> p) { std::fill(p.begin(), p.end(), 1.0 / 6); }), 0.3);
}

TEST_P(Coach, CannotBePlayedDayByDay) { EXPECT_GT(loss(greedy_in(mdp.problem, mdp.rewards)), 0.1); }

TEST_P(Coach, CannotBePlayedWithOneActivity) {
  for (int activity = 0; activity < 6; ++activity) {
    EXPECT_GT(loss([activity](int, const State&, std::span<double> p) {
                std::fill(p.begin(), p.end(), 0.0);
                p[activity] = 1;
              }),
              0.2);
  }
}

TEST_P(Coach, UsesAllActivities) {
  const ActionDistribution best = greedy_in(mdp.problem, optimal.weights);
  std::vector<double> probability(6), total(6);
  for (int h = 0; h < mdp.problem.horizon; ++h) {
    for (Index s = 0; s < mdp.problem.point_count(); ++s) {
      best(h, mdp.problem.point(s), probability);
      for (int a = 0; a < 6; ++a) total[a] += probability[a];
    }
  }
  EXPECT_GT(*std::min_element(total.begin(), total.end()), 0);
}

TEST_P(Coach, MixesResponseTypes) {
  EXPECT_GE(mdp.problem.points.minCoeff(), 0);
  EXPECT_LE((mdp.problem.points.rowwise().sum().array() - 1).abs().maxCoeff(), 1e-12);
}

TEST_P(Coach, IsKinderAtWeekends) {
  EXPECT_GT(mdp.rewards.row(5).sum(), mdp.rewards.row(4).sum());
  EXPECT_EQ(mdp.rewards.row(6), mdp.rewards.row(5));
  EXPECT_EQ(mdp.rewards.row(7), mdp.rewards.row(0));
}

LinearMdp with_dropout(double dropout, std::uint64_t seed) {
  return make_environment("coach", 0, seed, {{"dropout", std::to_string(dropout)}});
}

void uniform(int, const State&, std::span<double> p) { std::fill(p.begin(), p.end(), 1.0 / 6); }

TEST_P(Coach, WithDropoutKeepsThoseWhoStoppedForNothing) {
  const LinearMdp some = with_dropout(0.1, static_cast<std::uint64_t>(GetParam()));
  EXPECT_NO_THROW(validate(some));
  const Problem& p = some.problem;
  ASSERT_EQ(p.ended, 27);
  EXPECT_EQ(p.point_count(), 28);
  EXPECT_EQ(p.dimension, 13);
  EXPECT_EQ(p.points.bottomRows(6).col(12), Vector::Ones(6));
  EXPECT_EQ(p.points.topRows(27 * 6).col(12).norm(), 0);
  EXPECT_EQ(some.finite()->start[27], 0);
  const Evaluator values(some);
  EXPECT_EQ(values.optimal().start_values[27], 0);
  EXPECT_EQ(values.of(uniform).start_values[27], 0);
}

// Who is still there after h days is chance alone, so the value of day h is (1 - p)^h times what it is without.
TEST_P(Coach, WithDropoutPaysWhatEachDayPaysToThoseWhoAreLeft) {
  const LinearMdp some = with_dropout(0.1, static_cast<std::uint64_t>(GetParam()));
  LinearMdp discounted = mdp;
  for (int h = 0; h < mdp.problem.horizon; ++h) discounted.rewards.row(h) *= std::pow(0.9, h);
  EXPECT_NEAR(Evaluator(some).of(uniform).mean_value, Evaluator(discounted).of(uniform).mean_value, 1e-9);
  EXPECT_NEAR(Evaluator(some).optimal().mean_value, Evaluator(discounted).optimal().mean_value, 1e-9);
}

TEST(CoachDropout, OfNothingIsTheSameEnvironment) {
  const LinearMdp plain = make_environment("coach", 0, 1, {}), none = with_dropout(0, 1);
  EXPECT_EQ(none.problem.ended, -1);
  EXPECT_EQ(none.problem.points, plain.problem.points);
  EXPECT_EQ(none.finite()->measure(3), plain.finite()->measure(3));
}

}  // namespace
}  // namespace tacit
