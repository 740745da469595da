// Block agents among infinitely many states.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "tacit/agents/block/block_agent.h"
#include "tacit/mdp/evaluation.h"
#include "tacit/mdp/simulator.h"
#include "tests/small_mdps.h"

namespace tacit {
namespace {

using trial::small_interval;

/// The sums of vault.h over all users, as plainly as they can be written.
struct PlainSums {
  const Problem& problem;
  StateCover cover{problem};
  Index anchors = cover.surrogate().problem.point_count();
  std::vector<Matrix> gram{static_cast<std::size_t>(problem.horizon),
                           Matrix::Zero(problem.dimension, problem.dimension)};
  std::vector<Vector> reward{static_cast<std::size_t>(problem.horizon), Vector::Zero(problem.dimension)};
  std::vector<Matrix> successors{static_cast<std::size_t>(problem.horizon - 1),
                                 Matrix::Zero(anchors, problem.dimension)};

  void take(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      const Vector phi = problem.feature(step.state, step.action);
      gram[step.h] += phi * phi.transpose() / phi.norm();
      reward[step.h] += phi / phi.norm() * (step.reward - 0.5);
      if (step.h + 1 == problem.horizon) continue;
      Vector psi(anchors);
      cover.mixture(step.next, psi.data());
      successors[step.h] += psi * phi.transpose() / phi.norm();
    }
  }
  std::vector<double> in_a_row() const {
    std::vector<double> all;
    for (std::size_t h = 0; h < gram.size(); ++h) {
      for (Index i = 0; i < problem.dimension; ++i)
        for (Index j = i; j < problem.dimension; ++j) all.push_back(gram[h](i, j));
      all.insert(all.end(), reward[h].begin(), reward[h].end());
      if (h < successors.size())
        all.insert(all.end(), successors[h].data(), successors[h].data() + successors[h].size());
    }
    return all;
  }
};

/// One user; each state stays where it is.
struct User {
  User(const LinearMdp& mdp, const Policy& policy, std::uint64_t seed, std::int64_t number)
      : places(mdp.problem.horizon + 1) {
    const Simulator simulator(mdp);
    Stream luck(seed, "users", number);
    simulator.start(luck, places[0]);
    for (int h = 0; h < mdp.problem.horizon; ++h) {
      const int action = policy.act(h, places[h].state, luck);
      const double reward = simulator.step(h, places[h], action, luck, places[h + 1]);
      steps.push_back({h, places[h].state, action, reward, places[h + 1].state});
    }
  }
  std::vector<Place> places;
  std::vector<Step> steps;
};

TEST(BlockAgentCover, SumsWhatUsersDidAsMixturesOfAnchors) {
  const LinearMdp mdp = small_interval(false);
  BlockAgentOptions options;
  options.schedule.first = 60;
  BlockAgent agent(mdp.problem, options, 100, 0);
  PlainSums plain{mdp.problem};
  for (std::int64_t k = 0; k < 60; ++k) {
    const User user(mdp, agent.policy(), 1, k);
    plain.take(user.steps);
    agent.take({agent.policy().version(), user.steps});
  }
  ASSERT_EQ(agent.releases(), 1);
  EXPECT_THAT(agent.published().release.values, testing::Pointwise(testing::DoubleNear(1e-9), plain.in_a_row()));
}

/// The part of what a policy at random loses that the last policy of an agent loses.
double loss(const LinearMdp& mdp, std::int64_t users, const PrivacyContext* privacy) {
  BlockAgentOptions options;
  options.planning.draw = 0;
  options.schedule.plans = 1;
  options.fading = privacy ? 0.8 : 0;
  BlockAgent agent(mdp.problem, options, users, 7, privacy);
  const Policy first = agent.policy();
  for (std::int64_t k = 0; k < users; ++k) {
    const Policy policy = agent.policy();
    agent.take({policy.version(), User(mdp, policy, 3, k).steps});
  }
  const Evaluator evaluator(mdp);
  const double best = evaluator.optimal().mean_value;
  return (best - evaluator.of(agent.policy().law()).mean_value) / (best - evaluator.of(first.law()).mean_value);
}

TEST(BlockAgentCover, LearnsWithoutNoise) { EXPECT_LT(loss(small_interval(false), 3000, nullptr), 0.02); }

TEST(BlockAgentCover, LearnsWithNoise) {
  const PrivacyContext privacy{{Epsilon(5), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation}};
  EXPECT_LT(loss(small_interval(false), 10000, &privacy), 0.1);
}

TEST(BlockAgentCover, LearnsLittleFromNoiseAlone) {
  const PrivacyContext privacy{{Epsilon(0.001), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation}};
  EXPECT_GT(loss(small_interval(false), 10000, &privacy), 0.3);
}

TEST(BlockAgentCover, ActsAsItsPlanSaysAtPublicPointsAndBetweenThem) {
  const LinearMdp mdp = small_interval(false);
  const Problem& problem = mdp.problem;
  BlockAgent agent(problem, {}, 400, 0);
  for (std::int64_t k = 0; k < 300; ++k) agent.take({agent.policy().version(), User(mdp, agent.policy(), 5, k).steps});
  const Policy policy = agent.policy();
  std::vector<double> chances(problem.actions), block(static_cast<std::size_t>(problem.actions) * problem.dimension);
  const auto expect_best = [&](int h, const State& state) {
    policy.distribution(h, state, chances);
    double best = 0, played = 0;
    for (int a = 0; a < problem.actions; ++a) {
      const double value = agent.plan(h)->evaluate(problem.feature(state, a).data()).optimistic;
      best = std::max(best, value), played += chances[a] * value;
    }
    EXPECT_NEAR(played, best, 1e-9);
  };
  for (int h = 0; h < problem.horizon; ++h)
    for (Index p = 0; p + 1 < problem.point_count(); p += 5) {
      expect_best(h, problem.point(p));
      const double between =
          0.5 * (cover_position(p, problem.point_count()) + cover_position(p + 1, problem.point_count()));
      interval_features(*mdp.interval(), problem.dimension, between, block.data());
      expect_best(h, {block.data(), -1});
    }
}

TEST(BlockAgentCover, TakesUsersOneByOne) {
  const LinearMdp mdp = small_interval(false);
  EXPECT_FALSE(BlockAgent(mdp.problem, {}, 100, 0).counts());
}

}  // namespace
}  // namespace tacit
