#include "tacit/mdp/evaluation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tacit/core/rng.h"

namespace tacit {
namespace {

LinearMdp random_mdp(std::uint64_t seed, int horizon, int states, int actions, int dimension) {
  Stream stream(seed, "test");
  LinearMdp mdp;
  Problem& p = mdp.problem;
  p.horizon = horizon;
  p.actions = actions;
  p.dimension = dimension;
  p.measure_norm = std::sqrt(dimension);
  p.points.resize(states * actions, dimension);
  for (Index row = 0; row < p.points.rows(); ++row)
    stream.dirichlet(0.7, {p.points.row(row).data(), static_cast<std::size_t>(dimension)});
  mdp.rewards.resize(horizon, dimension);
  for (double& theta : mdp.rewards.reshaped()) theta = stream.uniform();
  FiniteDynamics dynamics;
  dynamics.start.resize(states);
  stream.dirichlet(1, {dynamics.start.data(), static_cast<std::size_t>(states)});
  for (int h = 0; h < horizon; ++h) {
    Matrix measures(dimension, states);
    for (Index i = 0; i < dimension; ++i)
      stream.dirichlet(0.7, {measures.row(i).data(), static_cast<std::size_t>(states)});
    dynamics.measures.push_back(measures);
  }
  mdp.dynamics = dynamics;
  validate(mdp);
  return mdp;
}

// V_h(s) by walking the whole tree of futures, with P and r written out entry by entry.
double naive_value(const LinearMdp& mdp, const ActionDistribution& policy, int h, Index s) {
  const Problem& p = mdp.problem;
  if (h == p.horizon) return 0;
  std::vector<double> probability(p.actions);
  policy(h, p.point(s), probability);
  double value = 0;
  for (int a = 0; a < p.actions; ++a) {
    const Index row = s * p.actions + a;
    double q = 0;
    for (int i = 0; i < p.dimension; ++i) q += p.points(row, i) * mdp.rewards(h, i);
    for (Index next = 0; next < p.point_count(); ++next) {
      double transition = 0;
      for (int i = 0; i < p.dimension; ++i) transition += p.points(row, i) * mdp.finite()->measure(h)(i, next);
      q += transition * naive_value(mdp, policy, h + 1, next);
    }
    value += probability[a] * q;
  }
  return value;
}

double naive_mean(const LinearMdp& mdp, const ActionDistribution& policy) {
  double mean = 0;
  for (Index s = 0; s < mdp.problem.point_count(); ++s) mean += mdp.finite()->start[s] * naive_value(mdp, policy, 0, s);
  return mean;
}

TEST(Evaluator, OptimumIsTheBestOfAllDeterministicPolicies) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    constexpr int kHorizon = 3, kStates = 2;
    const LinearMdp mdp = random_mdp(seed, kHorizon, kStates, 2, 3);
    double best = 0;
    for (unsigned code = 0; code < 1u << (kHorizon * kStates); ++code) {  // One bit per stage and state.
      best = std::max(best, naive_mean(mdp, [&](int h, const State& state, std::span<double> probability) {
                        const unsigned action = code >> (h * kStates + state.point) & 1u;
                        probability[action] = 1;
                        probability[1 - action] = 0;
                      }));
    }
    EXPECT_NEAR(Evaluator(mdp).optimal().mean_value, best, 1e-12) << seed;
  }
}

TEST(Evaluator, ValueOfAStochasticPolicyEqualsTheTreeOfFutures) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const LinearMdp mdp = random_mdp(seed, 3, 3, 3, 4);
    const ActionDistribution policy = [&](int h, const State& state, std::span<double> probability) {
      Stream(seed, "policy", h, static_cast<std::uint64_t>(state.point)).dirichlet(0.5, probability);
    };
    const Evaluation evaluation = Evaluator(mdp).of(policy);
    EXPECT_NEAR(evaluation.mean_value, naive_mean(mdp, policy), 1e-12);
    for (Index s = 0; s < 3; ++s) {
      EXPECT_NEAR(evaluation.start_values[s], naive_value(mdp, policy, 0, s), 1e-12);
      EXPECT_EQ(Evaluator(mdp).start_value(mdp.problem.point(s), policy, evaluation), evaluation.start_values[s]);
    }
  }
}

TEST(Evaluator, OptimalWeightsAreGreedyInThemselves) {
  const LinearMdp mdp = random_mdp(9, 6, 5, 4, 3);
  const Evaluator evaluator(mdp);
  const Evaluation optimal = evaluator.optimal();
  EXPECT_NEAR(evaluator.of(greedy_in(mdp.problem, optimal.weights)).mean_value, optimal.mean_value, 1e-10);
}

TEST(GreedyDistribution, IsUniformOverTheMaximisersOnly) {
  std::vector<double> probability(4);
  greedy_distribution(std::vector<double>{1, 3, 3 - 0.5 * kTie, 2}, probability);
  EXPECT_EQ(probability, (std::vector<double>{0, 0.5, 0.5, 0}));
  greedy_distribution(std::vector<double>{1, 3, 3 - 10 * kTie, 2}, probability);
  EXPECT_EQ(probability, (std::vector<double>{0, 1, 0, 0}));
}

TEST(Evaluator, AveragesOverTies) {
  // An agent that knows nothing values all actions alike: its greedy policy is the uniform one, not action 0.
  const LinearMdp mdp = random_mdp(3, 4, 3, 3, 4);
  const Evaluator evaluator(mdp);
  const auto uniform = [](int, const State&, std::span<double> p) {
    std::fill(p.begin(), p.end(), 1.0 / static_cast<double>(p.size()));
  };
  const auto always_first = [](int, const State&, std::span<double> p) {
    std::fill(p.begin(), p.end(), 0.0);
    p[0] = 1;
  };
  const double tied = evaluator.of(greedy_in(mdp.problem, Matrix::Zero(4, 4))).mean_value;
  EXPECT_NEAR(tied, evaluator.of(uniform).mean_value, 1e-14);
  EXPECT_GT(std::abs(tied - evaluator.of(always_first).mean_value), 1e-3);
}

// Two anchors and no shifts: V of the last stage is linear in x, so every integral is a mean of a Beta law.
TEST(Evaluator, IntegratesLinearValuesOnTheIntervalExactly) {
  LinearMdp mdp;
  Problem& p = mdp.problem;
  p.horizon = 2;
  p.actions = 1;
  p.dimension = 2;
  p.finite = false;
  p.measure_norm = std::sqrt(2.0);
  mdp.rewards.resize(2, 2);
  mdp.rewards << 0.1, 0.5, 0.2, 0.8;
  const IntervalDynamics dynamics{{0.0}, {{{2, 3}, {4, 1}}, {{1, 1}, {1, 1}}}, {2, 5}};
  p.points = interval_cover(dynamics, 2, 33);
  mdp.dynamics = dynamics;
  validate(mdp);
  const auto last = [](double mean) { return 0.2 + 0.6 * mean; };
  const double from_left = 0.1 + last(2.0 / 5), from_right = 0.5 + last(4.0 / 5), start = 2.0 / 7;
  EXPECT_NEAR(Evaluator(mdp).optimal().mean_value, (1 - start) * from_left + start * from_right, 1e-13);
}

// Between kinks a policy greedy in linear values leaves an action once and for good, so any cover is fine enough.
TEST(Evaluator, SeesChangesOfPolicyAroundKinksBetweenCoverPoints) {
  const IntervalDynamics dynamics{{-0.13, 0, 0.17}, {2, std::vector<BetaLaw>(9, {3, 2})}, {2, 2}};
  Stream stream(1, "test");
  for (int repeat = 0; repeat < 20; ++repeat) {
    LinearMdp coarse;
    coarse.problem.horizon = 2;
    coarse.problem.actions = 3;
    coarse.problem.dimension = 9;
    coarse.problem.finite = false;
    coarse.problem.measure_norm = 3;
    coarse.rewards.resize(2, 9);
    for (double& theta : coarse.rewards.reshaped()) theta = stream.uniform();
    coarse.dynamics = dynamics;
    LinearMdp fine = coarse;
    coarse.problem.points = interval_cover(dynamics, 9, 2);
    fine.problem.points = interval_cover(dynamics, 9, 2049);
    EXPECT_NEAR(Evaluator(coarse).optimal().mean_value, Evaluator(fine).optimal().mean_value, 1e-10);
  }
}

}  // namespace
}  // namespace tacit
