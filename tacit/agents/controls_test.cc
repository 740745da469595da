#include "tacit/agents/controls.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace tacit {
namespace {

Problem one_state(int actions) {
  Problem p;
  p.horizon = 1, p.actions = actions, p.dimension = 2, p.measure_norm = 1;
  p.points = Matrix::Zero(actions, 2);
  for (int a = 0; a < actions; ++a) p.points(a, a % 2) = 1;  // Even actions look alike, and so do odd ones.
  return p;
}

// Counts how often each action is taken; must agree with the distribution within five standard errors.
void expect_acts_as_it_says(const Policy& policy, const Problem& p) {
  constexpr int n = 40000;
  std::vector<double> count(p.actions), probability(p.actions);
  for (int k = 0; k < n; ++k) {
    Stream ties(1, "ties", k);
    ++count[policy.act(0, p.point(0), ties)];
  }
  policy.distribution(0, p.point(0), probability);
  EXPECT_NEAR(std::accumulate(probability.begin(), probability.end(), 0.0), 1, 1e-12);
  for (int a = 0; a < p.actions; ++a)
    EXPECT_NEAR(count[a] / n, probability[a], 5 * std::sqrt(probability[a] * (1 - probability[a]) / n) + 1e-12) << a;
}

TEST(UniformPolicy, ActsAsItSays) {
  const Problem p = one_state(7);
  expect_acts_as_it_says(uniform_policy(p), p);
}

TEST(GreedyPolicy, BreaksTiesUniformly) {
  const Problem p = one_state(7);
  Matrix weights(1, 2);
  weights << 0.2, 0.9;
  const Policy policy = greedy_policy(p, weights);
  expect_acts_as_it_says(policy, p);
  std::vector<double> probability(7);
  policy.distribution(0, p.point(0), probability);
  EXPECT_EQ(probability, (std::vector<double>{0, 1.0 / 3, 0, 1.0 / 3, 0, 1.0 / 3, 0}));
}

}  // namespace
}  // namespace tacit
