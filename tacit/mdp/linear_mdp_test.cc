#include "tacit/mdp/linear_mdp.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "tacit/core/error.h"

namespace tacit {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Two states, two actions, three anchors, two stages; features that are not one-hot.
LinearMdp finite_mdp() {
  LinearMdp mdp;
  mdp.name = "tiny";
  mdp.problem.horizon = 2;
  mdp.problem.actions = 2;
  mdp.problem.dimension = 3;
  mdp.problem.points.resize(4, 3);
  mdp.problem.points << 1, 0, 0, 0.5, 0.5, 0, 0, 0.25, 0.75, 0, 0, 1;
  mdp.problem.measure_norm = std::sqrt(3.0);
  mdp.rewards.resize(2, 3);
  mdp.rewards << 0, 0.5, 1, 1, 0.2, 0;
  FiniteDynamics dynamics;
  Matrix measures(3, 2);
  measures << 1, 0, 0.3, 0.7, 0.5, 0.5;
  dynamics.measures = {measures, measures};
  dynamics.start = Vector::Constant(2, 0.5);
  mdp.dynamics = dynamics;
  return mdp;
}

LinearMdp interval_mdp() {
  LinearMdp mdp;
  mdp.name = "line";
  mdp.problem.horizon = 2;
  mdp.problem.actions = 2;
  mdp.problem.dimension = 3;
  mdp.problem.finite = false;
  mdp.problem.measure_norm = std::sqrt(3.0);
  mdp.rewards = Matrix::Constant(2, 3, 0.5);
  const IntervalDynamics dynamics{{-0.1, 0.1}, {{{1, 2}, {2, 2}, {2, 1}}, {{1, 2}, {2, 2}, {2, 1}}}, {2, 2}};
  mdp.problem.points = interval_cover(dynamics, 3, 11);
  mdp.dynamics = dynamics;
  return mdp;
}

FiniteDynamics& finite(LinearMdp& mdp) { return std::get<FiniteDynamics>(mdp.dynamics); }
IntervalDynamics& interval(LinearMdp& mdp) { return std::get<IntervalDynamics>(mdp.dynamics); }

struct Fault {
  std::string name, message;
  std::function<void(LinearMdp&)> inflict;
};
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

void expect_refused(LinearMdp mdp, const Fault& fault) {
  fault.inflict(mdp);
  try {
    validate(mdp);
    ADD_FAILURE() << fault.name << " was accepted";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(fault.message));
    EXPECT_THAT(error.field(), testing::HasSubstr(mdp.name));
  }
}

TEST(Validate, AcceptsWhatIsSound) {
  EXPECT_NO_THROW(validate(finite_mdp()));
  EXPECT_NO_THROW(validate(interval_mdp()));
  LinearMdp known = finite_mdp();
  known.problem.known_rewards = known.rewards;
  EXPECT_NO_THROW(validate(known));
}

TEST(Validate, AcceptsStagesThatAreDeclaredAlikeAndAre) {
  LinearMdp stored_once = finite_mdp(), stored_twice = finite_mdp(), line = interval_mdp();
  finite(stored_once).measures.pop_back();
  stored_once.problem.alike.transitions = stored_twice.problem.alike.transitions = true;
  line.problem.alike = {true, true};
  for (const LinearMdp& mdp : {stored_once, stored_twice, line}) EXPECT_NO_THROW(validate(mdp));
}

TEST(Validate, AcceptsThoseWhoStoppedBeingPaidTheSameInEveryStage) {
  LinearMdp mdp = finite_mdp();
  for (Matrix& measures : finite(mdp).measures) measures.col(0).setZero(), measures.col(1).setOnes();
  mdp.rewards << 0, 0.5, 0.5, 1, 0.5, 0.5;
  mdp.problem.ended = 1, mdp.problem.ended_reward = 0.5;
  EXPECT_NO_THROW(validate(mdp));
  EXPECT_EQ(mdp.problem.ended_value(0), 1);
  EXPECT_EQ(mdp.problem.ended_value(2), 0);
}

TEST(RewardRange, CountsLowAsZeroAndHighAsOne) {
  const RewardRange range{-100, 0};
  EXPECT_EQ(range.counted(-100), 0);
  EXPECT_EQ(range.counted(-1), 0.99);
  EXPECT_EQ(range.counted(0), 1);
  EXPECT_NEAR(range.stated(19.87, 20), -13, 1e-12);
  EXPECT_EQ(RewardRange().counted(0.3), 0.3);
}

class FiniteFault : public testing::TestWithParam<Fault> {};
TEST_P(FiniteFault, IsRefused) { expect_refused(finite_mdp(), GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    Validate, FiniteFault,
    testing::Values(
        Fault{"no_horizon", "must be positive", [](LinearMdp& m) { m.problem.horizon = 0; }},
        Fault{"no_actions", "must be positive", [](LinearMdp& m) { m.problem.actions = 0; }},
        Fault{"no_points", "one row per point", [](LinearMdp& m) { m.problem.points.resize(0, 3); }},
        Fault{"ragged_points", "one row per point", [](LinearMdp& m) { m.problem.points = Matrix::Zero(3, 3); }},
        Fault{"narrow_points", "one row per point", [](LinearMdp& m) { m.problem.points = Matrix::Zero(4, 2); }},
        Fault{"missing_rewards", "horizon x dimension", [](LinearMdp& m) { m.rewards = Matrix::Zero(1, 3); }},
        Fault{"nan_feature", "finite numbers", [](LinearMdp& m) { m.problem.points(1, 1) = kNaN; }},
        Fault{"nan_reward", "finite numbers", [](LinearMdp& m) { m.rewards(1, 1) = kNaN; }},
        Fault{"wrong_kind", "what kind", [](LinearMdp& m) { m.problem.finite = false; }},
        Fault{"wrong_known_rewards", "must be the true ones",
              [](LinearMdp& m) { m.problem.known_rewards = Matrix::Zero(2, 3); }},
        Fault{"no_norm", "measure_norm must be positive", [](LinearMdp& m) { m.problem.measure_norm = 0; }},
        Fault{"long_feature", "norm", [](LinearMdp& m) { m.problem.points(0, 0) = 1.01; }},
        Fault{"high_reward", "leave [0,1]", [](LinearMdp& m) { m.rewards(0, 2) = 1.01; }},
        Fault{"negative_reward", "leave [0,1]", [](LinearMdp& m) { m.rewards(1, 2) = -0.01; }},
        // All rewards of the features are still in [0,1]: only the vector is too long.
        Fault{"long_reward_vector", "longer than measure_norm",
              [](LinearMdp& m) {
                m.problem.points.col(1).setZero();
                m.rewards(0, 1) = 2;
              }},
        Fault{"start_is_no_distribution", "start", [](LinearMdp& m) { finite(m).start[0] = 0.4; }},
        Fault{"negative_start", "start", [](LinearMdp& m) { finite(m).start = Eigen::Vector2d(-0.5, 1.5); }},
        Fault{"nan_start", "start", [](LinearMdp& m) { finite(m).start[0] = kNaN; }},
        Fault{"short_start", "start", [](LinearMdp& m) { finite(m).start = Vector::Ones(1); }},
        Fault{"missing_stages", "per stage", [](LinearMdp& m) { finite(m).measures.clear(); }},
        Fault{"surplus_stage", "per stage",
              [](LinearMdp& m) { finite(m).measures.push_back(Matrix(finite(m).measures[0])); }},
        Fault{"wrong_measures", "dimension x states", [](LinearMdp& m) { finite(m).measures[1] = Matrix::Zero(2, 2); }},
        Fault{"nan_measure", "finite numbers", [](LinearMdp& m) { finite(m).measures[1](0, 0) = kNaN; }},
        Fault{"heavy_measures", "longer than measure_norm", [](LinearMdp& m) { m.problem.measure_norm = 1.7; }},
        Fault{"leaking_row", "sum to 1", [](LinearMdp& m) { finite(m).measures[1](0, 0) = 0.99; }},
        Fault{"ended_nowhere", "one of the states", [](LinearMdp& m) { m.problem.ended = 2; }},
        Fault{"left_after_the_end", "an action leaves it", [](LinearMdp& m) { m.problem.ended = 1; }},
        Fault{"paid_after_the_end", "an action is not paid 0",
              [](LinearMdp& m) {
                for (Matrix& measures : finite(m).measures) measures.col(0).setZero(), measures.col(1).setOnes();
                m.problem.ended = 1;
              }},
        Fault{"paid_otherwise_after_the_end", "in stage 1 an action is not paid 0.5",
              [](LinearMdp& m) {
                for (Matrix& measures : finite(m).measures) measures.col(0).setZero(), measures.col(1).setOnes();
                m.rewards << 0.5, 0.5, 0.5, 0.5, 0.5, 0.4;
                m.problem.ended = 1, m.problem.ended_reward = 0.5;
              }},
        Fault{"paid_too_much_after_the_end", "ended_reward must be in [0,1]",
              [](LinearMdp& m) { m.problem.ended_reward = 1.5; }},
        Fault{"paid_where_nobody_ends", "no meaning", [](LinearMdp& m) { m.problem.ended_reward = 0.5; }},
        Fault{"rewards_not_alike", "rewards are declared alike", [](LinearMdp& m) { m.problem.alike.rewards = true; }},
        Fault{"transitions_not_alike", "transitions are declared alike",
              [](LinearMdp& m) {
                finite(m).measures[1].row(2) = Eigen::RowVector2d(0.4, 0.6);
                m.problem.alike.transitions = true;
              }},
        Fault{"empty_range", "reward range",
              [](LinearMdp& m) {
                m.reward_range = {2, 2};
              }},
        Fault{"negative_probability", "negative",
              [](LinearMdp& m) { finite(m).measures[1].row(0) = Eigen::RowVector2d(1.1, -0.1); }}),
    [](const auto& test) { return test.param.name; });

class IntervalFault : public testing::TestWithParam<Fault> {};
TEST_P(IntervalFault, IsRefused) { expect_refused(interval_mdp(), GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    Validate, IntervalFault,
    testing::Values(Fault{"missing_shift", "one shift per action", [](LinearMdp& m) { interval(m).shifts.pop_back(); }},
                    Fault{"missing_stage", "each stage", [](LinearMdp& m) { interval(m).measures.pop_back(); }},
                    Fault{"missing_law", "per anchor", [](LinearMdp& m) { interval(m).measures[1].pop_back(); }},
                    Fault{"improper_law", "Beta", [](LinearMdp& m) { interval(m).measures[1][2].b = 0; }},
                    Fault{"improper_start", "Beta", [](LinearMdp& m) { interval(m).start.a = kNaN; }},
                    Fault{"heavy_measures", "measure_norm", [](LinearMdp& m) { m.problem.measure_norm = 1.7; }},
                    Fault{"ended_somewhere", "one of the states", [](LinearMdp& m) { m.problem.ended = 1; }},
                    Fault{"transitions_not_alike", "transitions are declared alike",
                          [](LinearMdp& m) {
                            interval(m).measures[1][2].b = 3;
                            m.problem.alike.transitions = true;
                          }},
                    Fault{"foreign_cover", "cover", [](LinearMdp& m) { interval(m).shifts[0] = 0.05; }}),
    [](const auto& test) { return test.param.name; });

TEST(SoleFeatures, AreThoseOfRowsThatHaveButOne) {
  Matrix features(4, 3);
  features << 0, 1, 0, 0.5, 0, 0.5, 0, 0, 0, 0, 0, -0.2;
  EXPECT_EQ(sole_features(features), (std::vector<Index>{1, -1, -1, 2}));
}

TEST(IntervalFeatures, AreTheBarycentricWeightsOfTheMovedState) {
  const IntervalDynamics dynamics{{-0.2, 0, 0.3}, {}, {}};
  double phi[9];
  interval_features(dynamics, 3, 0.1, phi);
  const std::vector<double> expected = {1, 0, 0, 0.8, 0.2, 0, 0.2, 0.8, 0};
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(phi[i], expected[i], 1e-12) << i;
  interval_features(dynamics, 3, 1, phi);
  EXPECT_NEAR(phi[8], 1, 1e-12);  // Clamped at the right end.
}

}  // namespace
}  // namespace tacit
