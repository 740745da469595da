#include "tacit/envs/corridor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

#include "tacit/envs/catalog.h"
#include "tacit/mdp/evaluation.h"
#include "tacit/mdp/simulator.h"

namespace tacit {
namespace {

LinearMdp with_finer_cover(LinearMdp mdp, int times) {
  const Index count = (mdp.problem.point_count() - 1) * times + 1;
  mdp.problem.points = interval_cover(*mdp.interval(), mdp.problem.dimension, count);
  return mdp;
}

// What optimistic agents play: greedy in <phi, w> + c |phi|_M, which changes action at places unrelated to the kinks.
ActionDistribution optimistic(const Problem& problem, std::uint64_t seed) {
  const int d = problem.dimension;
  Stream stream(seed, "policy");
  Matrix weights(problem.horizon, d), root(d, d);
  for (double& w : weights.reshaped()) w = 2 * stream.uniform();
  for (double& m : root.reshaped()) m = stream.normal();
  const Matrix metric = root * root.transpose();
  return [&problem, weights, metric](int h, const State& state, std::span<double> probability) {
    std::vector<double> values(problem.actions);
    for (int a = 0; a < problem.actions; ++a) {
      const auto phi = problem.feature(state, a);
      values[a] = phi.dot(weights.row(h)) + 0.3 * std::sqrt((phi * metric).dot(phi));
    }
    greedy_distribution(values, probability);
  };
}

double cover_error(const LinearMdp& mdp, const ActionDistribution& policy) {
  const LinearMdp finer = with_finer_cover(mdp, 8);
  return std::abs(Evaluator(mdp).of(policy).mean_value - Evaluator(finer).of(policy).mean_value);
}

// Measured: 4e-13 at most. Before the kinks were among the places where policies are looked at, seed 4 of the larger
// size was off by 2e-3.
TEST(SlowCorridor, IsEvaluatedToOneInAHundredThousand) {
  const Assignments larger = {{"actions", "20"}, {"dimension", "16"}};
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const LinearMdp mdp = make_environment("corridor", 0, seed, {});
    EXPECT_LT(cover_error(mdp, optimistic(mdp.problem, seed)), 1e-5);
  }
  for (const std::uint64_t seed : {1, 4}) {
    const LinearMdp mdp = make_environment("corridor", 0, seed, larger);
    EXPECT_LT(cover_error(mdp, optimistic(mdp.problem, seed)), 1e-5);
  }
}

TEST(Corridor, IsNotEvaluatedWellForStripesNarrowerThanTheCover) {
  // Negative control: a policy that changes six thousand times, which no agent in linear features does.
  const LinearMdp mdp = make_environment("corridor", 2, 1, {});
  const auto& shifts = mdp.interval()->shifts;
  const auto still = std::find_if(shifts.begin(), shifts.end(), [](double shift) { return std::abs(shift) < 1e-12; });
  const int reader = static_cast<int>(still - shifts.begin());
  const Vector anchors = Vector::LinSpaced(8, 0, 1);
  const ActionDistribution stripes = [&](int, const State& state, std::span<double> probability) {
    const double x = mdp.problem.feature(state, reader).dot(anchors);
    std::fill(probability.begin(), probability.end(), 0.0);
    probability[static_cast<int>(6000 * x) % 2] = 1;
  };
  EXPECT_GT(cover_error(mdp, stripes), 1e-5);
}

TEST(Corridor, CannotBePlayedAtRandomNorWithOneAction) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const LinearMdp mdp = make_environment("corridor", 0, seed, {});
    const Evaluator evaluator(mdp);
    const double optimal = evaluator.optimal().mean_value;
    EXPECT_LT(
        evaluator.of([](int, const State&, std::span<double> p) { std::fill(p.begin(), p.end(), 0.2); }).mean_value,
        0.5 * optimal)
        << seed;
    for (int action = 0; action < 5; ++action) {
      const auto always = [action](int, const State&, std::span<double> p) {
        std::fill(p.begin(), p.end(), 0.0);
        p[action] = 1;
      };
      EXPECT_LT(evaluator.of(always).mean_value, 0.6 * optimal) << seed;
    }
  }
}

TEST(Corridor, NeedsDifferentActionsInDifferentPlaces) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const LinearMdp mdp = make_environment("corridor", 0, seed, {});
    const ActionDistribution best = greedy_in(mdp.problem, Evaluator(mdp).optimal().weights);
    std::vector<double> probability(5), total(5);
    for (Index point = 0; point < mdp.problem.point_count(); ++point) {
      best(0, mdp.problem.point(point), probability);
      for (int a = 0; a < 5; ++a) total[a] += probability[a];
    }
    EXPECT_GE(std::count_if(total.begin(), total.end(), [](double t) { return t > 50; }), 3) << seed;
  }
}

TEST(Corridor, HasRewardsWithAnInteriorPeak) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const LinearMdp mdp = make_environment("corridor", 40, seed, {});
    for (int h = 0; h < 40; ++h) {
      Index peak;
      mdp.rewards.row(h).maxCoeff(&peak);
      EXPECT_TRUE(peak > 0 && peak < 7) << seed << " " << h;
    }
  }
}

TEST(Corridor, IsSimulatedAsItSays) {
  const LinearMdp mdp = make_environment("corridor", 0, 1, {});
  const Simulator simulator(mdp);
  const Problem& p = mdp.problem;
  constexpr int kDraws = 20000;
  // Probability that the next position is at most 1/2.
  const auto model = [&](const State& state, int h, int a) {
    double mass = 0;
    for (int i = 0; i < p.dimension; ++i) {
      const BetaLaw law = mdp.interval()->measures[h][i];
      mass += p.feature(state, a)[i] * boost::math::ibeta(law.a, law.b, 0.5);
    }
    return mass;
  };
  Place place, next;
  place.state = p.point(900);
  for (const int h : {0, 5}) {
    for (int a = 0; a < p.actions; ++a) {
      double below = 0, reward = 0;
      for (int k = 0; k < kDraws; ++k) {
        Stream user(1, "users", k, h);
        reward += simulator.step(h, place, a, user, next);
        below += next.position <= 0.5;
      }
      const double mass = model(place.state, h, a), mean = p.feature(place.state, a).dot(mdp.rewards.row(h));
      const double tolerance = 5 * std::sqrt(mass * (1 - mass) / kDraws);
      EXPECT_NEAR(below / kDraws, mass, tolerance);
      EXPECT_NEAR(reward / kDraws, mean, 5 * std::sqrt(mean * (1 - mean) / kDraws));
      // Negative control: another action would not pass.
      EXPECT_GT(std::abs(below / kDraws - model(place.state, h, (a + 1) % p.actions)), tolerance);
    }
  }
}

}  // namespace
}  // namespace tacit
