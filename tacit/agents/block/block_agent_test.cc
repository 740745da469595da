#include "tacit/agents/block/block_agent.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tacit/agents/stage_plan.h"
#include "tacit/core/error.h"
#include "tacit/mdp/simulator.h"
#include "tests/small_mdps.h"

namespace tacit {
namespace {

using trial::small_finite;

constexpr std::int64_t kEpisodes = 400;

/// Everything that users did, and the equations of block_history.h and posterior_planner.h without noise, pools or
/// draws; possible_weights.h has tests of its own.
struct Naive {
  const MappedProblem map;
  PosteriorOptions options;
  std::vector<Matrix> gram;
  std::vector<Vector> reward;
  std::vector<Matrix> successors;
  std::vector<Footing> reward_footings, measure_footings;

  Naive(const Problem& problem, const PosteriorOptions& o)
      : map(mapped(problem)),
        options(o),
        gram(problem.horizon, Matrix::Zero(dimension(), dimension())),
        reward(problem.horizon, Vector::Zero(dimension())),
        successors(problem.horizon, Matrix::Zero(problem.point_count(), dimension())),
        reward_footings(problem.horizon),
        measure_footings(problem.horizon) {
    for (int h = 0; h + 1 < problem.horizon; ++h) measures(h);  // Where its iterations start.
  }
  Index dimension() const { return map.problem.dimension; }

  void observe(const Step& step) {
    const Vector phi = map.problem.points.row(step.state.point * map.problem.actions + step.action);
    gram[step.h] += phi * phi.transpose() / phi.norm();
    reward[step.h] += phi / phi.norm() * (step.reward - 0.5);
    successors[step.h].row(step.next.point) += phi.transpose() / phi.norm();
  }
  Matrix mean_square() const {
    const Matrix& rows = map.problem.points;
    return rows.transpose() * rows / static_cast<double>(rows.rows());
  }
  // The weights of the reward less 1/2.
  Posterior rewards(int h) {
    const Matrix prior = options.spread * options.spread / static_cast<double>(dimension()) * mean_square().inverse() +
                         0.25 * map.constant * map.constant.transpose();
    const Matrix covariance = (prior.inverse() + gram[h] / options.reward_variance).inverse();
    const Posterior known{covariance * reward[h] / options.reward_variance, covariance};
    return {possible_rewards(known, map.corners, reward_footings[h]), covariance};
  }
  // A column per state.
  Posterior measures(int h) {
    const auto states = static_cast<double>(map.problem.point_count());
    const Matrix prior = (static_cast<double>(dimension()) * states * mean_square()).inverse();
    const Matrix covariance = (prior.inverse() + states * gram[h]).inverse();
    const Matrix less_average = successors[h].rowwise() - successors[h].colwise().mean();
    const Eigen::MatrixXd mean = states * covariance * less_average.transpose();
    const Posterior known{mean.colwise() + map.constant / states, covariance};
    return {possible_measures(known, map.corners, measure_footings[h]), covariance};
  }
  std::vector<Vector> action_values(double hope) {
    const Problem& problem = map.problem;
    const Matrix& rows = problem.points;
    std::vector<Vector> all(problem.horizon);
    Vector next = Vector::Zero(problem.point_count());
    for (int h = problem.horizon - 1; h >= 0; --h) {
      Matrix uncertain = Matrix::Zero(dimension(), dimension());
      Vector q;
      if (problem.rewards_known()) {
        q = rows * problem.known_rewards.row(h).transpose();
      } else {
        const auto [theta, covariance] = rewards(h);
        q = (0.5 + (rows * theta).array()).max(0.0).min(1.0);
        uncertain += covariance;
      }
      if (h + 1 < problem.horizon) {
        const Vector centred = next.array() - next.mean();
        const auto [measure, covariance] = measures(h);
        q.array() += (next.mean() + (rows * measure * centred).array()).max(next.minCoeff()).min(next.maxCoeff());
        uncertain += centred.squaredNorm() * covariance;
      }
      const Vector bonus = (rows * uncertain).cwiseProduct(rows).rowwise().sum().cwiseMax(0.0).cwiseSqrt();
      all[h] = (q + hope * options.bonus * bonus).cwiseMax(0.0).cwiseMin(problem.horizon - h);
      next = ConstMatrixView(all[h].data(), problem.point_count(), problem.actions).rowwise().maxCoeff();
    }
    return all;
  }
};

/// Plays `episodes` users and calls watch(step) and changed().
template <typename Watch, typename Changed>
void play(const LinearMdp& mdp, Agent& agent, std::int64_t episodes, const Watch& watch, const Changed& changed) {
  const Simulator simulator(mdp);
  std::vector<Step> steps(mdp.problem.horizon);
  Place here, there;
  for (std::int64_t k = 0; k < episodes; ++k) {
    const Policy policy = agent.policy();
    Stream arrival(5, "users", k), ties(5, "ties", k);
    simulator.start(arrival, here);
    for (int h = 0; h < mdp.problem.horizon; ++h) {
      Stream luck(5, "users", k, h + 1);
      const int action = policy.act(h, here.state, ties);
      const double reward = simulator.step(h, here, action, luck, there);
      steps[h] = {h, here.state, action, reward, there.state};
      watch(steps[h]);
      std::swap(here, there);
    }
    if (agent.take({policy.version(), steps}).new_policy) changed();
  }
}

class WithoutNoise : public testing::TestWithParam<bool> {};

TEST_P(WithoutNoise, PlansAsTheEquationsSay) {
  const LinearMdp mdp = small_finite(GetParam());
  BlockAgentOptions options;
  options.planning.draw = 0;
  options.planning.pooled = false;
  options.schedule.plans = 1;
  BlockAgent agent(mdp.problem, options, kEpisodes, 0);
  Naive naive(mdp.problem, options.planning);
  int plans = 0;
  double users = 0;
  play(
      mdp, agent, kEpisodes,
      [&](const Step& step) {
        naive.observe(step);
        if (step.h == 0) ++users;
      },
      [&] {
        ++plans;
        const std::vector<Vector> expected = naive.action_values(std::sqrt(std::log(kEpisodes / users) / 2));
        for (int h = 0; h < mdp.problem.horizon; ++h) {
          const Policy policy = agent.policy();
          const auto q = policy.action_values(h);
          for (Index row = 0; row < expected[h].size(); ++row) ASSERT_NEAR(q[row], expected[h][row], 1e-6) << h;
        }
      });
  EXPECT_GE(plans, 5);
}
INSTANTIATE_TEST_SUITE_P(Rewards, WithoutNoise, testing::Bool());

Promise promise(double epsilon) { return {Epsilon(epsilon), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation}; }

TEST(BlockAgent, SpendsItsBudgetAndNotMore) {
  const LinearMdp mdp = small_finite(false);
  const PrivacyContext privacy{promise(1)};
  BlockAgent agent(mdp.problem, {}, 5000, 3, &privacy);
  play(
      mdp, agent, 5000, [](const Step&) {}, [] {});
  const double spent = agent.ledger()->spent().value() / privacy.promise.mu().value();
  EXPECT_LE(spent, 1 + Promise::kSlack);
  EXPECT_GT(spent, 0.99);
}

TEST(BlockAgent, BeforeDataFollowsKnownRewardsAndElseActsAtRandom) {
  for (const bool known : {true, false}) {
    const LinearMdp mdp = small_finite(known);
    BlockAgentOptions options;
    options.planning.bonus = options.planning.draw = 0;
    const BlockAgent agent(mdp.problem, options, kEpisodes, 0);
    // In the last stage nothing comes after the reward.
    const int h = mdp.problem.horizon - 1, actions = mdp.problem.actions;
    const Vector rewards = mdp.problem.points * mdp.rewards.row(h).transpose();
    for (Index s = 0; s < mdp.problem.point_count(); ++s) {
      std::vector<double> probability(actions);
      agent.policy().distribution(h, {nullptr, s}, probability);
      Index best = 0;
      rewards.segment(s * actions, actions).maxCoeff(&best);
      EXPECT_NEAR(probability[best], known ? 1 : 1.0 / actions, 1e-12);
    }
  }
}

TEST(BlockAgent, HopesForNobodyWhenAllUsersAreInTheFirstBlock) {
  const LinearMdp mdp = small_finite(true);
  BlockAgentOptions plain, hopeful;
  plain.planning.bonus = 0, hopeful.planning.bonus = 0.1;
  for (BlockAgentOptions* options : {&plain, &hopeful}) options->schedule.first = kEpisodes, options->planning.draw = 0;
  const BlockAgent without(mdp.problem, plain, kEpisodes, 0), with(mdp.problem, hopeful, kEpisodes, 0);
  const BlockAgent sooner(mdp.problem, hopeful, 2 * kEpisodes, 0);
  const Policy plain_policy = without.policy(), hopeful_policy = with.policy(), early_policy = sooner.policy();
  const auto least = plain_policy.action_values(0), same = hopeful_policy.action_values(0);
  const auto more = early_policy.action_values(0);
  for (std::size_t row = 0; row < least.size(); ++row) {
    EXPECT_NEAR(same[row], least[row], 1e-12);
    EXPECT_GT(more[row], least[row]);
  }
}

TEST(BlockAgent, PoliciesOfABlockHaveDrawsOfTheirOwn) {
  const LinearMdp mdp = small_finite(false);
  const PrivacyContext privacy{promise(1)};
  BlockAgentOptions options;
  options.schedule.first = 100;
  options.planning.bonus = 0;  // It shrinks with the users who are left.
  BlockAgent agent(mdp.problem, options, 200, 3, &privacy);
  std::vector<std::vector<double>> plans;
  play(
      mdp, agent, 200, [](const Step&) {},
      [&] {
        const Policy policy = agent.policy();
        const auto q = policy.action_values(0);
        plans.emplace_back(q.begin(), q.end());
      });
  ASSERT_GE(plans.size(), 10u);
  for (std::size_t i = 1; i < plans.size(); ++i) EXPECT_NE(plans[i], plans[i - 1]);
}

/// Six states in a row, of which the last has the reward; action 0 goes back, action 1 mostly stays or goes on.
LinearMdp chain() {
  constexpr int S = 6, A = 2, H = 20;
  LinearMdp mdp;
  mdp.name = "chain";
  mdp.problem.horizon = H, mdp.problem.actions = A, mdp.problem.dimension = S * A;
  mdp.problem.measure_norm = std::sqrt(S * A);
  mdp.problem.points = Matrix::Identity(S * A, S * A);
  mdp.rewards = Matrix::Zero(H, S * A);
  mdp.rewards.col((S - 1) * A + 1).setOnes();
  Matrix measures = Matrix::Zero(S * A, S);
  for (Index s = 0; s < S; ++s) {
    measures(s * A, std::max<Index>(s - 1, 0)) = 1;
    measures(s * A + 1, s) = 0.65;
    measures(s * A + 1, std::min<Index>(s + 1, S - 1)) += 0.35;
  }
  mdp.dynamics = FiniteDynamics{std::vector<Matrix>(H, measures), Vector::Unit(S, 0)};
  mdp.problem.known_rewards = mdp.rewards;
  return mdp;
}

TEST(BlockAgent, ExpectsAboutTheSameFromReleaseToRelease) {
  // Where a model expects too many visits at the end of the chain, the way there looks hard, and next time too few are
  // expected.
  constexpr std::int64_t kUsers = 30'000;
  constexpr std::size_t kLast = 8;
  const LinearMdp mdp = chain();
  BlockAgentOptions options;
  options.planning.bonus = options.planning.draw = 0;
  options.schedule.plans = 1, options.schedule.ratio = 1.3, options.fading = 0.83;
  double moved = 0;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const PrivacyContext privacy{promise(3)};
    BlockAgent agent(mdp.problem, options, kUsers, seed, &privacy);
    std::vector<double> expected;
    play(
        mdp, agent, kUsers, [](const Step&) {},
        [&] {
          const Policy policy = agent.policy();
          const auto q = policy.action_values(0);
          expected.push_back(std::max(q[0], q[1]));
        });
    ASSERT_GT(expected.size(), kLast);
    for (std::size_t i = expected.size() - kLast; i < expected.size(); ++i)
      moved += std::abs(expected[i] - expected[i - 1]) / 3;
  }
  EXPECT_LT(moved, 0.8);  // 1.5 if forecasts forget the one before.
}

TEST(BlockAgent, WithMuchBudgetPlansNearlyAsWithoutNoise) {
  const LinearMdp mdp = small_finite(false);
  BlockAgentOptions options;
  options.planning.draw = 0;
  options.schedule.plans = 1;
  options.schedule.first = 50;
  const PrivacyContext privacy{promise(1e6)};
  BlockAgent noisy(mdp.problem, options, kEpisodes, 3, &privacy), exact(mdp.problem, options, kEpisodes, 0);
  // The same users for both: those of a policy that neither chose.
  const Simulator simulator(mdp);
  std::vector<Step> steps(mdp.problem.horizon);
  Place here, there;
  for (std::int64_t k = 0; k + 1 < kEpisodes; ++k) {
    Stream luck(7, "users", k);
    simulator.start(luck, here);
    for (int h = 0; h < mdp.problem.horizon; ++h) {
      const auto action = static_cast<int>(luck.below(mdp.problem.actions));
      const double reward = simulator.step(h, here, action, luck, there);
      steps[h] = {h, here.state, action, reward, there.state};
      std::swap(here, there);
    }
    for (BlockAgent* agent : {&noisy, &exact}) agent->take({0, steps});
  }
  const Policy with_noise = noisy.policy(), without_noise = exact.policy();
  for (int h = 0; h < mdp.problem.horizon; ++h)
    for (std::size_t row = 0; row < without_noise.action_values(h).size(); ++row)
      EXPECT_NEAR(with_noise.action_values(h)[row], without_noise.action_values(h)[row], 0.05);
}

/// The next policy after users who follow the versions they were given are taken in the order of their luck, a random
/// one, or in the order in which they came; some stop early. `claimed`: what they say that they followed.
std::vector<double> plan_after_a_block(bool shuffled, bool truthful) {
  const LinearMdp mdp = small_finite(false);
  const PrivacyContext privacy{promise(20)};
  BlockAgentOptions options;
  options.schedule.first = 200, options.schedule.ratio = 3, options.schedule.plans = 4, options.planning.draw = 0;
  BlockAgent agent(mdp.problem, options, 700, 3, &privacy);
  const Simulator simulator(mdp);
  struct Finished {
    std::int64_t version;
    std::vector<Step> steps;
  };
  std::vector<Finished> waiting;
  const Policy first = agent.policy();
  for (std::int64_t k = 0; k < 600; ++k) {
    // Two of three users of the second block began before the first was over, and are still under way.
    const Policy policy = k % 3 == 0 ? agent.policy() : first;
    Stream luck(5, "users", k);
    Place here, there;
    simulator.start(luck, here);
    Finished user{truthful ? policy.version() : agent.policy().version(), {}};
    const int length = k % 7 == 0 ? 1 : mdp.problem.horizon;
    for (int h = 0; h < length; ++h) {
      const int action = policy.act(h, here.state, luck);
      const double reward = simulator.step(h, here, action, luck, there);
      user.steps.push_back({h, here.state, action, reward, there.state});
      std::swap(here, there);
    }
    if (k < 200) {
      agent.take({user.version, user.steps});
    } else {
      waiting.push_back(std::move(user));
    }
  }
  if (shuffled) std::reverse(waiting.begin(), waiting.end());
  for (const Finished& user : waiting) agent.take({user.version, user.steps});
  const Policy after = agent.policy();
  const auto q = after.action_values(0);
  return {q.begin(), q.end()};
}

TEST(BlockAgent, CountsWhoFollowedWhichPolicyInWhateverOrderTheyFinish) {
  const auto in_turn = plan_after_a_block(false, true), reversed = plan_after_a_block(true, true);
  const auto lied = plan_after_a_block(false, false);
  double apart = 0;
  for (std::size_t row = 0; row < in_turn.size(); ++row) {
    EXPECT_NEAR(reversed[row], in_turn[row], 1e-9) << row;
    apart = std::max(apart, std::abs(lied[row] - in_turn[row]));
  }
  EXPECT_GT(apart, 1e-6) << "it matters which policy a user followed";
}

// Before anything of that size is made.
TEST(BlockAgent, RefusesMatricesThatDoNotFitIntoMemory) {
  Problem problem = small_finite(false).problem;
  EXPECT_NO_THROW(BlockAgent(problem, {}, kEpisodes, 1, nullptr));
  problem.dimension = 10'000'000;
  try {
    BlockAgent(problem, {}, kEpisodes, 1, nullptr);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.field(), "agent");
  }
}

TEST(BlockAgent, KeepsAPolicyThatSomebodyFollows) {
  const LinearMdp mdp = small_finite(false);
  BlockAgent agent(mdp.problem, {}, kEpisodes, 0);
  const Policy first = agent.policy();
  play(
      mdp, agent, kEpisodes, [](const Step&) {}, [] {});
  EXPECT_GT(agent.policy().version(), first.version());
  std::vector<double> probability(mdp.problem.actions);
  first.distribution(0, mdp.problem.point(0), probability);
  for (const double p : probability) EXPECT_EQ(p, 1.0 / mdp.problem.actions);
}

/// The action values after users of whom many stop: who stopped is told to have stayed in `ended`, or nothing is told.
std::vector<double> values_after_early_ends(bool told) {
  const LinearMdp mdp = trial::with_dropout(small_finite(false), 0.3);
  const PrivacyContext privacy{promise(20)};
  BlockAgentOptions options;
  options.schedule.first = 100, options.planning.draw = 0;
  BlockAgent agent(mdp.problem, options, 400, 3, &privacy);
  const Simulator simulator(mdp);
  Place here, there;
  for (std::int64_t k = 0; k < 300; ++k) {
    const Policy policy = agent.policy();
    Stream luck(5, "users", k);
    simulator.start(luck, here);
    std::vector<Step> steps;
    bool stopped = false;
    for (int h = 0; h < mdp.problem.horizon; ++h) {
      stopped = stopped || mdp.problem.is_over(here.state);
      if (stopped && !told) break;
      const int action = stopped ? 0 : policy.act(h, here.state, luck);
      const double reward = simulator.step(h, here, action, luck, there);
      steps.push_back({h, here.state, action, reward, there.state});
      // Of the last step of one who says no more, not even the next state is known.
      if (!told && mdp.problem.is_over(there.state)) steps.back().next = {};
      std::swap(here, there);
    }
    agent.take({policy.version(), steps});
  }
  const Policy after = agent.policy();
  const auto q = after.action_values(0);
  return {q.begin(), q.end()};
}

TEST(BlockAgent, TakesUsersWhoStoppedForUsersInTheStateOfThose) {
  EXPECT_EQ(values_after_early_ends(true), values_after_early_ends(false));
}

}  // namespace
}  // namespace tacit
