#include "tacit/agents/block/block_learner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <optional>

#include "tacit/agents/block/block_agent.h"
#include "tacit/agents/block/block_schedule.h"
#include "tacit/agents/stage_tasks.h"
#include "tacit/mdp/counting_simulator.h"
#include "tacit/privacy/release/fading.h"
#include "tests/small_mdps.h"

namespace tacit {
namespace {

using trial::small_finite;
using trial::with_dropout;

constexpr std::int64_t kEpisodes = 3000;
constexpr std::uint64_t kSeed = 3;

BlockAgentOptions options(int plans) {
  BlockAgentOptions result;
  result.planning.draw = 0.3;
  result.schedule.ratio = 1.5;
  result.schedule.plans = plans;
  result.fading = 0.8;
  result.split = {0.3, 0.6, 1};
  return result;
}

Promise promise(double epsilon) { return {Epsilon(epsilon), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation}; }

/// Sums, schedule and learner as BlockAgent has them, driven by hand with users as counts.
struct Workshop {
  MappedProblem map;
  BlockAgentOptions chosen;
  Promise kept;
  double noise;
  BlockSchedule schedule;
  Sums sums;
  BlockLearner learner;
  PolicyTable policy;

  static VaultShape shape(const MappedProblem& map) {
    VaultShape result = stage_tasks(map.problem, map.problem.point_count());
    result.response_centre = 0.5;
    result.rows = std::make_shared<const Matrix>(map.problem.points);
    return result;
  }
  double fading() const { return worthwhile_fading(chosen.fading, noise); }
  SumsOptions sums_options() const {
    return {fading_strategy(schedule.releases(), fading()), stage_splits(map.problem, chosen.split), 1, kEpisodes};
  }

  Workshop(const Problem& problem, double epsilon, int plans, int threads, std::uint64_t seed = kSeed)
      : map(mapped(problem)),
        chosen(options(plans)),
        kept(promise(epsilon)),
        noise(successor_noise(map.problem, chosen.split, &kept)),
        schedule(map.problem, chosen.schedule, kEpisodes, noise),
        sums(shape(map), kept, sums_options(), Noise::simulation, seed),
        learner(map, {chosen.planning, fading(), threads}, seed),
        policy(map.problem) {}

  /// Plays all users; calls made(points_over, plan, users) after each plan.
  template <typename Made>
  void play(const LinearMdp& mdp, const Made& made) {
    CountingSimulator simulator(mdp);
    const StreamKey key(kSeed, "crowds");
    std::vector<std::int64_t> states(mdp.problem.point_count());
    std::vector<Audience> audiences;
    std::int64_t done = 0;
    for (std::size_t i = 0; i < schedule.points().size(); ++i) {
      const auto [users, release, optimism, explorers] = schedule.points()[i];
      simulator.start(key, done, users - done, states);
      simulator.play(
          key, done, states, [&](int h, const State& s, std::span<double> p) { policy.distribution(h, s.point, p); },
          [&](const Tally& tally) {
            Crowd c;
            c.task = tally.h, c.row = tally.state.point * mdp.problem.actions + tally.action;
            c.users = tally.users, c.responses = tally.rewards, c.outcomes = tally.next;
            sums.add_crowd(c);
          });
      sums.end_users(users - done);
      audiences.push_back({static_cast<double>(users - done), policy, {}});
      done = users;
      if (release) {
        sums.release();
        learner.take(sums.billboard(), std::move(audiences));
        audiences.clear();
      }
      const BlockPlan plan = learner.plan({i + 1, schedule.hope(i + 1)});
      made(i + 1, plan, done);
      policy = plan.policy;
    }
  }
};

/// The action values of all stages of a plan, one after another.
Vector all_values(const BlockPlan& plan) {
  Vector result(static_cast<Index>(plan.values.size()) * plan.values[0].size());
  for (std::size_t h = 0; h < plan.values.size(); ++h)
    result.segment(static_cast<Index>(h) * plan.values[h].size(), plan.values[h].size()) = plan.values[h];
  return result;
}

std::vector<Vector> plans_of(const LinearMdp& mdp, double epsilon, int threads) {
  std::vector<Vector> result;
  Workshop(mdp.problem, epsilon, 3, threads).play(mdp, [&](std::size_t, const BlockPlan& plan, std::int64_t) {
    result.push_back(all_values(plan));
  });
  return result;
}

TEST(BlockLearner, PlansAsTheAgentDoesBitForBit) {
  const LinearMdp mdp = small_finite(false);
  const PrivacyContext privacy{promise(1)};
  BlockAgent agent(mdp.problem, options(3), kEpisodes, kSeed, &privacy);
  CountingSimulator simulator(mdp);
  const StreamKey key(kSeed, "crowds");
  std::vector<std::int64_t> states(mdp.problem.point_count());
  int compared = 0;
  std::int64_t before = 0;
  Workshop(mdp.problem, 1, 3, 1).play(mdp, [&](std::size_t, const BlockPlan& plan, std::int64_t users) {
    ASSERT_EQ(agent.steady_users(), users - before);
    const Policy policy = agent.policy();
    simulator.start(key, before, users - before, states);
    simulator.play(key, before, states, policy.law(), [&](const Tally& tally) { agent.observe_users(tally); });
    ASSERT_TRUE(agent.end_episodes(users - before));
    before = users;
    const Policy now = agent.policy();
    for (int h = 0; h < mdp.problem.horizon; ++h) {
      const auto q = now.action_values(h);
      EXPECT_EQ(plan.values[h], ConstVectorView(q.data(), plan.values[h].size()));
    }
    ++compared;
  });
  EXPECT_GT(compared, 10);
}

TEST(BlockLearner, LearnsTheSameWithAnyNumberOfThreads) {
  const LinearMdp mdp = small_finite(false);
  const auto one = plans_of(mdp, 1, 1), four = plans_of(mdp, 1, 4), otherwise = plans_of(mdp, 2, 4);
  EXPECT_EQ(one, four);
  EXPECT_NE(one, otherwise);
}

TEST(BlockLearner, MakesPlansTogetherAsOneByOne) {
  const LinearMdp mdp = small_finite(false);
  Workshop shop(mdp.problem, 1, 3, 4);
  shop.play(mdp, [](std::size_t, const BlockPlan&, std::int64_t) {});
  const PlanPoint points[] = {{5, 0.7}, {6, 0.6}, {7, 0.5}};
  const std::vector<BlockPlan> together = shop.learner.plans(points);
  ASSERT_EQ(together.size(), 3u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(all_values(together[i]), all_values(shop.learner.plan(points[i])));
  EXPECT_NE(all_values(together[0]), all_values(together[1]));
}

TEST(BlockLearner, KnowsTheValueOfAPolicyWhereNoiseIsNextToNothing) {
  const LinearMdp mdp = with_dropout(small_finite(false), 0.1);
  Workshop shop(mdp.problem, 1e4, 1, 1);
  shop.play(mdp, [](std::size_t, const BlockPlan&, std::int64_t) {});
  const Evaluator evaluator(mdp);
  const auto true_value = [&](const PolicyTable& policy) {
    return evaluator.of([&](int h, const State& s, std::span<double> p) { policy.distribution(h, s.point, p); })
        .mean_value;
  };
  const PolicyTable uniform(mdp.problem);
  const double learned = shop.learner.value(shop.policy), chance = shop.learner.value(uniform);
  EXPECT_NEAR(learned, true_value(shop.policy), 0.1);
  EXPECT_NEAR(chance, true_value(uniform), 0.1);
  EXPECT_GT(learned, chance + 0.2);
}

TEST(BlockLearner, GivesThoseWhoStoppedExactlyNothingWhateverWasLearned) {
  const LinearMdp mdp = with_dropout(small_finite(false), 0.1);
  const Index first = mdp.problem.ended * mdp.problem.actions;
  Workshop(mdp.problem, 1, 3, 1).play(mdp, [&](std::size_t, const BlockPlan& plan, std::int64_t) {
    for (const Vector& values : plan.values) {
      EXPECT_EQ(values.tail(mdp.problem.actions), Vector::Zero(mdp.problem.actions));
      EXPECT_GT(values.head(first).maxCoeff(), 0);
    }
  });
}

// How far the model's probabilities of next states are from the truth, over all rows but those of `ended`, summed over
// seeds of the noise. `known`: whether the learner is told which state that is.
double model_error(bool known) {
  const LinearMdp mdp = with_dropout(small_finite(false), 0.1);
  Problem told = mdp.problem;
  if (!known) told.ended = -1;
  const Index rows = mdp.problem.ended * mdp.problem.actions;
  double error = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Workshop shop(told, 1, 1, 1, seed);
    shop.play(mdp, [](std::size_t, const BlockPlan&, std::int64_t) {});
    for (int h = 0; h + 1 < mdp.problem.horizon; ++h) {
      const Matrix guessed = shop.map.problem.points.topRows(rows) * shop.learner.model().measures[h].transpose();
      error += (guessed - mdp.problem.points.topRows(rows) * mdp.finite()->measures[h]).squaredNorm();
    }
  }
  return error;
}

TEST(BlockLearner, KnowsMoreOfOthersWhenToldWhoStopped) { EXPECT_LT(model_error(true), model_error(false)); }

}  // namespace
}  // namespace tacit
