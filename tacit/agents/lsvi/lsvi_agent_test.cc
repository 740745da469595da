// The agents against naive versions that keep all history and follow the published equations line by line.
#include "tacit/agents/lsvi/lsvi_agent.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "tacit/agents/stage_plan.h"
#include "tacit/mdp/evaluation.h"
#include "tacit/mdp/simulator.h"
#include "tests/small_mdps.h"

namespace tacit {
namespace {

using trial::small_finite;
using trial::small_interval;

constexpr std::int64_t kEpisodes = 60;

/// A step with its own copy of the features.
struct Memory {
  Eigen::RowVectorXd phi;
  double reward, weight;
  Matrix next;  // Feature block.
};

/// Q as a function of a feature block, stage by stage.
using QFunction = std::function<Vector(int h, const Matrix& block)>;

struct Naive {
  const Problem& problem;
  LsviOptions options;
  std::vector<std::vector<Memory>> history;                                                             // Per stage.
  std::vector<std::vector<std::function<std::pair<double, double>(const Eigen::RowVectorXd&)>>> plans;  // Per stage.
  std::vector<Matrix> gram;
  std::vector<Vector> w_hat, w_check, w_second, w_reward;

  explicit Naive(const Problem& p, LsviOptions o)
      : problem(p), options(std::move(o)), history(p.horizon), plans(p.horizon) {
    gram.resize(p.horizon), w_hat = w_check = w_second = w_reward = std::vector<Vector>(p.horizon);
  }
  bool plus_plus() const { return options.constants.family == Family::lsvi_ucb_plus_plus; }
  bool practical() const { return options.constants.practical; }
  bool kept() const { return plus_plus() && (!practical() || options.constants.keep_extremes); }

  double q(int h, const Eigen::RowVectorXd& phi, bool optimistic) const {
    double value = optimistic ? problem.horizon - h : 0;
    bool first = true;
    for (const auto& plan : plans[h]) {
      const auto [up, down] = plan(phi);
      if (!kept() && first) value = optimistic ? up : down;  // Exactly one plan then.
      value = optimistic ? std::min(value, up) : std::max(value, down);
      first = false;
    }
    return value;
  }
  double v(int h, const Matrix& block, bool optimistic = true) const {
    if (h == problem.horizon) return 0;
    double best = -1e9;
    for (int a = 0; a < problem.actions; ++a) best = std::max(best, q(h, block.row(a), optimistic));
    return best;
  }
  std::pair<double, double> range(int h, bool optimistic) const {
    double low = 1e9, high = -1e9;
    for (Index p = 0; p < problem.point_count(); ++p) {
      const double value = v(h, problem.points.middleRows(p * problem.actions, problem.actions), optimistic);
      low = std::min(low, value), high = std::max(high, value);
    }
    return {low, high};
  }

  // What the regressions of stage h say now; the value functions are those of the last plan.
  struct Fit {
    Matrix gram;
    Vector hat, check, second, reward;
    double low, high, low_check, high_check;
  };
  double ridge() const { return practical() ? options.constants.ridge : plus_plus() ? 1.0 / problem.horizon : 1; }
  Fit fit(int h) const {
    const int d = problem.dimension;
    Fit f;
    std::tie(f.low, f.high) = range(h + 1, true);
    std::tie(f.low_check, f.high_check) = range(h + 1, false);
    const double c = practical() ? (f.low + f.high) / 2 : 0, cc = practical() ? (f.low_check + f.high_check) / 2 : 0;
    const double R = f.high - f.low, second_centre = practical() ? R * R / 8 : 0, rc = practical() ? 0.5 : 0;
    f.gram = ridge() * Matrix::Identity(d, d);
    Vector m1 = Vector::Zero(d), m2 = m1, m3 = m1, mr = m1;
    for (const Memory& i : history[h]) {
      double value = v(h + 1, i.next), pessimistic = v(h + 1, i.next, false);
      if (practical())
        value = std::clamp(value, f.low, f.high), pessimistic = std::clamp(pessimistic, f.low_check, f.high_check);
      f.gram += i.weight * i.phi.transpose() * i.phi;
      m1 += i.weight * i.phi.transpose() * (value - c);
      m2 += i.weight * i.phi.transpose() * (pessimistic - cc);
      m3 += i.weight * i.phi.transpose() * ((value - c) * (value - c) - second_centre);
      mr += i.weight * i.phi.transpose() * (i.reward - rc);
    }
    const Matrix inverse = f.gram.inverse();
    f.hat = inverse * m1, f.check = inverse * m2, f.second = inverse * m3, f.reward = inverse * mr;
    return f;
  }

  void plan() {
    const double d = problem.dimension, H = problem.horizon, K = kEpisodes, p = 0.05;
    for (int h = problem.horizon - 1; h >= 0; --h) {
      const Fit f = fit(h);
      gram[h] = f.gram, w_hat[h] = f.hat, w_check[h] = f.check, w_second[h] = f.second, w_reward[h] = f.reward;
      const Matrix inverse = f.gram.inverse();
      const bool learned = !problem.rewards_known();
      const Vector theta = learned ? Vector() : Vector(problem.known_rewards.row(h));
      const Multipliers m = options.constants.multipliers;
      const double lambda = 1 / (H * H), l = std::log(d * H * K / (p * lambda)), cap = H - h;
      const bool two = plus_plus();
      std::function<std::pair<double, double>(const Eigen::RowVectorXd&)> q;
      if (!practical() && !two) {
        const double beta = d * H * std::sqrt(std::log(2 * d * K * H / p));
        q = [=](const Eigen::RowVectorXd& x) {
          const double r = x.dot(learned ? f.reward : theta), n = std::sqrt(x * inverse * x.transpose());
          return std::pair(std::clamp(r + x.dot(f.hat) + beta * n, 0.0, cap), 0.0);
        };
      } else if (!practical()) {
        // The papers' scale: weights are H times theirs here, so |phi| of theirs is sqrt(H) |phi|.
        const double bernstein = H * std::sqrt(d * lambda) + std::sqrt(d) * l;
        const double hoeffding = H * std::sqrt(d * lambda) + std::pow(d, 1.5) * H * l;
        const double width =
            std::sqrt(d * lambda) +
            0.5 / std::sqrt(H) * std::sqrt(d * std::log(1 + K / (d * H * lambda)) + 2 * std::log(H / p));
        q = [=](const Eigen::RowVectorXd& x) {
          const double n = std::sqrt(H) * std::sqrt(x * inverse * x.transpose());
          const double r = learned ? std::clamp(x.dot(f.reward), 0.0, 1.0) : x.dot(theta), b = learned ? width : 0;
          return std::pair(std::clamp(r + x.dot(f.hat) + (bernstein + b) * n, 0.0, cap),
                           std::clamp(r + x.dot(f.check) - (hoeffding + b) * n, 0.0, cap));
        };
      } else {
        const double value_radius =
            m.beta * (two ? (std::sqrt(d) * std::sqrt(lambda) + std::sqrt(d) * l / H) * std::sqrt(H)
                          : d * std::sqrt(std::log(2 * d * K * H / p)));
        const double reward_radius = two ? m.beta * 0.5 * std::sqrt(d) * l : value_radius;
        const double ridge_ = ridge();
        q = [=](const Eigen::RowVectorXd& x) {
          const double n2 = x * inverse * x.transpose(), n = std::sqrt(n2), u = m.bias * ridge_ * n2 / x.squaredNorm();
          const auto side = [&](double sign, const Vector& w, double low, double high) {
            const double R = high - low;
            const double r = learned ? std::clamp(0.5 + x.dot(f.reward) + sign * (reward_radius * n + u / 2), 0.0, 1.0)
                                     : x.dot(theta);
            return r + std::clamp((low + high) / 2 + x.dot(w) + sign * R * (value_radius * n + u / 2), low, high);
          };
          return std::pair(std::min(side(1, f.hat, f.low, f.high), cap),
                           std::max(side(-1, f.check, f.low_check, f.high_check), 0.0));
        };
      }
      if (!kept()) plans[h].clear();
      plans[h].push_back(q);
    }
  }

  double weight(int h, const Eigen::RowVectorXd& x) const {
    if (!plus_plus()) return 1;
    const double d = problem.dimension, H = problem.horizon, K = kEpisodes, p = 0.05, lambda = 1 / (H * H);
    const double l = std::log(d * H * K / (p * lambda));
    const Fit f = fit(h);
    const double n = std::sqrt(H) * std::sqrt(x * f.gram.inverse() * x.transpose());
    const double hoeffding = H * std::sqrt(d * lambda) + std::pow(d, 1.5) * H * l;
    const double second = H * H * std::sqrt(d * lambda) + std::pow(d, 1.5) * H * H * l;
    if (!practical()) {
      const double first = x.dot(f.hat);
      const double var = std::clamp(x.dot(f.second), 0.0, H * H) - std::pow(std::clamp(first, 0.0, H), 2);
      const double E = std::min(second * n, H * H) + std::min(2 * H * hoeffding * n, H * H);
      const double D =
          std::min(4 * d * d * d * H * H * (first - x.dot(f.check) + 2 * hoeffding * n), d * d * d * H * H * H);
      return H / std::max(std::max(var + E + D, 0.0) + H, 4 * std::pow(d, 6) * std::pow(H, 4) * n);
    }
    const double R = f.high - f.low, c = (f.low + f.high) / 2, cc = (f.low_check + f.high_check) / 2;
    if (R == 0) return 1;
    const Multipliers& m = options.constants.multipliers;
    const double first = c + x.dot(f.hat), check = cc + x.dot(f.check), s = n / H;  // Radii per unit of span.
    const double var =
        std::clamp(R * R / 8 + x.dot(f.second), 0.0, R * R / 4) - std::pow(std::clamp(first, f.low, f.high) - c, 2);
    const double E = std::min(second / H * s, 1.0) + std::min(2 * hoeffding * s, 1.0);
    const double D = std::min(4 * d * d * d * H * ((first - check) / R + 2 * hoeffding * s), d * d * d * H);
    return 1 / std::max(1 + H * std::max(var / R / R + m.e * E + m.d * D, 0.0),
                        m.floor * 4 * std::pow(d, 6) * std::pow(H, 3) * n);
  }
};

struct Case {
  const char* name;
  Family family;
  bool practical, known, finite, keep;
  Multipliers multipliers;
};

class AgainstNaive : public testing::TestWithParam<Case> {};

TEST_P(AgainstNaive, SameTrajectoryGivesSameGramWeightsAndQ) {
  const Case& c = GetParam();
  const LinearMdp mdp = c.finite ? small_finite(c.known) : small_interval(c.known);
  validate(mdp);
  const Problem& problem = mdp.problem;
  LsviOptions options;
  if (c.family == Family::lsvi_ucb_plus_plus) options.weights = Weighing::variance;
  options.constants.family = c.family;
  options.constants.practical = c.practical;
  options.constants.keep_extremes = c.keep;
  options.constants.multipliers = c.multipliers;
  options.constants.ridge = 0.5;
  options.switching.kind = SwitchingRule::Kind::geometric;
  options.switching.ratio = 1.5;
  LsviAgent agent(problem, options, kEpisodes, 1);
  Naive naive(problem, options);
  naive.plan();

  const auto compare = [&] {
    const Policy policy = agent.policy();
    for (int h = 0; h < problem.horizon; ++h) {
      const StagePlan& plan = *agent.plan(h);
      EXPECT_LT((plan.gram - naive.gram[h]).cwiseAbs().maxCoeff(), 1e-9);
      EXPECT_LT((plan.optimistic.weights - naive.w_hat[h]).cwiseAbs().maxCoeff(), 1e-9);
      if (naive.plus_plus()) {
        EXPECT_LT((plan.pessimistic.weights - naive.w_check[h]).cwiseAbs().maxCoeff(), 1e-9);
        EXPECT_LT((plan.second - naive.w_second[h]).cwiseAbs().maxCoeff(), 1e-9);
      }
      if (!c.known) {
        EXPECT_LT((plan.reward - naive.w_reward[h]).cwiseAbs().maxCoeff(), 1e-9);
      }
      for (Index row = 0; row < problem.points.rows(); ++row)
        EXPECT_NEAR(policy.action_values(h)[row], naive.q(h, problem.points.row(row), true), 1e-9);
    }
  };
  compare();

  const Simulator simulator(mdp);
  const StreamKey users(5, "users"), ties(5, "ties");
  std::vector<Place> places(problem.horizon + 1);
  std::vector<Step> steps(problem.horizon);
  int plans = 0;
  for (std::int64_t k = 0; k < kEpisodes; ++k) {
    Stream arrival(users, k), tie(ties, k);
    simulator.start(arrival, places[0]);
    const Policy policy = agent.policy();
    for (int h = 0; h < problem.horizon; ++h) {
      Stream luck(users, k, h + 1);
      const State& here = places[h].state;
      const int a = policy.act(h, here, tie);
      const double r = simulator.step(h, places[h], a, luck, places[h + 1]);
      steps[h] = {h, here, a, r, places[h + 1].state};
    }
    std::vector<double> expected;
    for (const Step& step : steps) expected.push_back(naive.weight(step.h, problem.feature(step.state, step.action)));
    const Taken taken = agent.take({policy.version(), steps});
    for (const Step& step : steps) {
      const double weight = taken.weights[step.h];
      EXPECT_NEAR(weight, expected[step.h], 1e-9);
      naive.history[step.h].push_back({problem.feature(step.state, step.action), step.reward, weight,
                                       ConstMatrixView(step.next.features, problem.actions, problem.dimension)});
    }
    if (taken.new_policy) {
      naive.plan();
      compare();
      ++plans;
    }
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GE(plans, 5);
}

constexpr Multipliers kSome = {.beta = 0.02, .bias = 0.7, .e = 0.01, .d = 1e-4, .floor = 1e-6};

INSTANTIATE_TEST_SUITE_P(
    Lsvi, AgainstNaive,
    testing::Values(Case{"ucb_practical_learned", Family::lsvi_ucb, true, false, true, false, kSome},
                    Case{"ucb_practical_known", Family::lsvi_ucb, true, true, true, false, kSome},
                    Case{"ucb_theory_learned", Family::lsvi_ucb, false, false, true, false, {}},
                    Case{"ucb_theory_known", Family::lsvi_ucb, false, true, true, false, {}},
                    Case{"ucb_practical_interval", Family::lsvi_ucb, true, false, false, false, kSome},
                    Case{"ucb_theory_interval", Family::lsvi_ucb, false, true, false, false, {}},
                    Case{"plus_practical_learned", Family::lsvi_ucb_plus_plus, true, false, true, false, kSome},
                    Case{"plus_practical_known", Family::lsvi_ucb_plus_plus, true, true, true, false, kSome},
                    Case{"plus_practical_kept", Family::lsvi_ucb_plus_plus, true, false, true, true, kSome},
                    Case{"plus_theory_learned", Family::lsvi_ucb_plus_plus, false, false, true, false, {}},
                    Case{"plus_theory_known", Family::lsvi_ucb_plus_plus, false, true, true, false, {}},
                    Case{"plus_practical_interval", Family::lsvi_ucb_plus_plus, true, false, false, false, kSome},
                    Case{"plus_practical_interval_known", Family::lsvi_ucb_plus_plus, true, true, false, false, kSome},
                    Case{"plus_theory_interval", Family::lsvi_ucb_plus_plus, false, false, false, false, {}}),
    [](const auto& test) { return test.param.name; });

// The planner that weighs noise, on exact sums: plain Bayesian regressions with what stands in the settings.
TEST(WeighedLsviAgent, PlansAsANaiveOneWithAllHistory) {
  for (const bool known : {true, false}) {
    const LinearMdp mdp = small_finite(known);
    const Problem& problem = mdp.problem;
    const NoiseWeighing weighing{.bonus = 0.5, .deviation = 0.3, .reward_variance = 0.15, .value_variance = 0.1};
    LsviOptions options;
    options.constants.family = Family::lsvi_ucb_plus_plus;
    options.constants.weighing = weighing;
    options.weights = Weighing::unit;
    options.switching.kind = SwitchingRule::Kind::batches;
    options.switching.batches = 2;
    LsviAgent agent(problem, options, kEpisodes, 1);
    std::vector<std::vector<Memory>> history(problem.horizon);
    const Simulator simulator(mdp);
    std::vector<Step> steps(problem.horizon);
    Place here, there;
    bool planned = false;
    for (std::int64_t k = 0; k < kEpisodes && !planned; ++k) {
      Stream luck(5, "users", k);
      simulator.start(luck, here);
      for (int h = 0; h < problem.horizon; ++h) {
        const int action = static_cast<int>(luck.below(problem.actions));
        const double reward = simulator.step(h, here, action, luck, there);
        steps[h] = {h, here.state, action, reward, there.state};
        std::swap(here, there);
      }
      const Taken taken = agent.take({0, steps});
      for (const Step& step : steps) {
        const Eigen::RowVectorXd phi = problem.feature(step.state, step.action);
        const double weight = taken.weights[step.h];
        EXPECT_NEAR(weight, 1 / phi.norm(), 1e-13 * weight);  // A hair less.
        Matrix next(1, 1);
        next(0, 0) = static_cast<double>(step.next.point);
        history[step.h].push_back({phi, step.reward, weight, next});
      }
      planned = taken.new_policy;
    }
    ASSERT_TRUE(planned);

    const Index d = problem.dimension;
    const Policy policy = agent.policy();
    Vector value = Vector::Zero(problem.point_count());
    for (int h = problem.horizon - 1; h >= 0; --h) {
      const double low = value.minCoeff(), high = value.maxCoeff(), R = std::max(high - low, 1e-9);
      const double middle = (low + high) / 2;
      Matrix gram = Matrix::Zero(d, d);
      Vector values = Vector::Zero(d), rewards = values;
      for (const Memory& i : history[h]) {
        gram += i.weight * i.phi.transpose() * i.phi;
        if (h + 1 < problem.horizon)
          values += i.weight * i.phi.transpose() * (value[static_cast<Index>(i.next(0, 0))] - middle);
        rewards += i.weight * i.phi.transpose() * (i.reward - 0.5);
      }
      const auto predict = [&](const Vector& moment, double v, double c, const Eigen::RowVectorXd& x) {
        const Matrix covariance = (Matrix::Identity(d, d) / (c * c) + gram / v).inverse();
        return x.dot(covariance * moment / v) + weighing.bonus * std::sqrt(x * covariance * x.transpose());
      };
      Vector q(problem.points.rows());
      for (Index row = 0; row < q.size(); ++row) {
        const Eigen::RowVectorXd x = problem.points.row(row);
        const double r =
            known ? x.dot(problem.known_rewards.row(h))
                  : std::clamp(0.5 + predict(rewards, weighing.reward_variance, weighing.deviation, x), 0.0, 1.0);
        const double v = middle + predict(values, weighing.value_variance * R * R, weighing.deviation * R, x);
        q[row] = std::min(r + std::clamp(v, low, high), static_cast<double>(problem.horizon - h));
        EXPECT_NEAR(policy.action_values(h)[row], q[row], 1e-9) << h << " " << row;
      }
      for (Index p = 0; p < value.size(); ++p) value[p] = q.segment(p * problem.actions, problem.actions).maxCoeff();
    }
  }
}

// With noise too small to matter, sums that are streamed and moments that are asked for give the plan of exact sums.
TEST(PrivateLsviAgent, PlansAsTheExactOneWhereNoiseVanishes) {
  for (const Family family : {Family::lsvi_ucb, Family::lsvi_ucb_plus_plus})
    for (const bool known : {true, false})
      for (const bool joint : {false, true}) {
        if (joint && (known || family == Family::lsvi_ucb_plus_plus)) continue;
        const LinearMdp mdp = small_finite(known);
        LsviOptions options;
        options.constants.family = family;
        options.constants.ridge = 1e-5;  // So small that it does not matter on what targets are centred.
        options.constants.multipliers = {.beta = 1e-4, .bias = 0, .shift = 0};
        options.switching.kind = SwitchingRule::Kind::batches;
        options.switching.batches = 5;
        options.spending.release = "blocks";
        LsviOptions asking = options;
        asking.spending.on_request = true;
        asking.constants.joint_reward = joint;
        const PrivacyContext privacy{Promise(Mu(1e9), Delta(1e-6), Theorem::zcdp_tight, NoiseSource::simulation)};
        LsviAgent exact(mdp.problem, options, kEpisodes, 1), streamed(mdp.problem, options, kEpisodes, 1, &privacy),
            asked(mdp.problem, asking, kEpisodes, 1, &privacy);
        Simulator simulator(mdp);
        std::vector<Step> steps(mdp.problem.horizon);
        Place here, there;
        for (std::int64_t k = 0; k < kEpisodes; ++k) {
          Stream luck(5, "users", k);
          simulator.start(luck, here);
          for (int h = 0; h < mdp.problem.horizon; ++h) {
            const int action = static_cast<int>(luck.below(mdp.problem.actions));
            const double reward = simulator.step(h, here, action, luck, there);
            steps[h] = {h, here.state, action, reward, there.state};
            std::swap(here, there);
          }
          const bool planned = exact.take({0, steps}).new_policy;
          EXPECT_EQ(streamed.take({0, steps}).new_policy, planned);
          EXPECT_EQ(asked.take({0, steps}).new_policy, planned);
        }
        const Policy without_noise = exact.policy(), from_sums = streamed.policy(), from_moments = asked.policy();
        for (int h = 0; h < mdp.problem.horizon; ++h) {
          const std::span<const double> expected = without_noise.action_values(h);
          for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_NEAR(from_sums.action_values(h)[i], expected[i], 1e-4) << h << " " << i;
            // A joint regression clips reward and value together: the same only where nothing is clipped.
            EXPECT_NEAR(from_moments.action_values(h)[i], expected[i], joint ? 0.5 : 1e-4) << h << " " << i;
          }
        }
      }
}

/// The action values after users of whom many stop and are paid for it: who stopped is told to have stayed in `ended`,
/// or nothing is told.
std::vector<double> values_after_early_ends(Weighing weights, bool told) {
  const LinearMdp mdp = trial::with_dropout(small_finite(false), 0.3, 0.75);
  LsviOptions options;
  options.constants.family = Family::lsvi_ucb_plus_plus;
  options.weights = weights;
  options.switching.kind = SwitchingRule::Kind::batches;
  options.switching.batches = 5;
  LsviAgent agent(mdp.problem, options, kEpisodes, 1);
  const Simulator simulator(mdp);
  Place here, there;
  for (std::int64_t k = 0; k < kEpisodes; ++k) {
    Stream luck(5, "users", k);
    simulator.start(luck, here);
    std::vector<Step> steps;
    for (int h = 0; h < mdp.problem.horizon && (told || !mdp.problem.is_over(here.state)); ++h) {
      const int action = mdp.problem.is_over(here.state) ? 0 : static_cast<int>(luck.below(mdp.problem.actions));
      const double reward = simulator.step(h, here, action, luck, there);
      steps.push_back({h, here.state, action, reward, there.state});
      if (!told && mdp.problem.is_over(there.state)) steps.back().next = {};
      std::swap(here, there);
    }
    agent.take({agent.policy().version(), steps});
  }
  std::vector<double> values;
  for (int h = 0; h < mdp.problem.horizon; ++h) {
    const Policy policy = agent.policy();
    const std::span<const double> q = policy.action_values(h);
    EXPECT_EQ(q.back(), 0.75 * (mdp.problem.horizon - h));
    values.insert(values.end(), q.begin(), q.end());
  }
  return values;
}

// Weights look at the value of the next state, also where a user goes to none.
TEST(LsviAgent, PaysUsersWhoStoppedWhetherTheySayWhereTheyAreOrNot) {
  for (const Weighing weights : {Weighing::unit, Weighing::variance})
    EXPECT_EQ(values_after_early_ends(weights, true), values_after_early_ends(weights, false));
}

}  // namespace
}  // namespace tacit
