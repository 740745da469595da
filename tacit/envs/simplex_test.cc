#include "tacit/envs/simplex.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tacit/envs/catalog.h"
#include "tacit/mdp/simulator.h"

namespace tacit {
namespace {

TEST(Simplex, DrawsDirichletRowsAndCubedRewards) {
  const LinearMdp mdp = make_environment("simplex", 100, 1, {{"states", "400"}});
  // A coordinate of Dirichlet(c) over n has mean 1/n and variance (n-1)/(n^2 (nc+1)); of U^3 the mean is 1/4 and the
  // variance 1/7 - 1/16. The mean square tells the concentration.
  const auto mean_square = [](double n, double c) { return (n - 1) / (n * n * (n * c + 1)) + 1 / (n * n); };
  const double features = mdp.problem.points.array().square().mean();
  EXPECT_NEAR(features / mean_square(5, 0.3), 1, 0.05);
  EXPECT_NEAR(mdp.finite()->measure(0).array().square().mean() / mean_square(400, 0.2), 1, 0.3);
  EXPECT_NEAR(mdp.rewards.mean(), 0.25, 5 * std::sqrt((1.0 / 7 - 1.0 / 16) / 500));
}

TEST(Simplex, HasAModelOfItsOwnInEachStage) {
  const LinearMdp mdp = make_environment("simplex", 0, 1, {});
  EXPECT_NE(mdp.finite()->measure(0), mdp.finite()->measure(1));
  EXPECT_NE(mdp.rewards.row(0), mdp.rewards.row(1));
}

TEST(SlowSimplex, RunsWithTenThousandStates) {
  const LinearMdp mdp =
      make_environment("simplex", 10, 1, {{"states", "10000"}, {"actions", "100"}, {"dimension", "64"}});
  const Simulator simulator(mdp);
  Stream user(1, "users");
  Place place, next;
  simulator.start(user, place);
  for (int h = 0; h < 10; ++h) {
    simulator.step(h, place, 99, user, next);
    std::swap(place, next);
  }
  EXPECT_GE(place.state.point, 0);
}

}  // namespace
}  // namespace tacit
