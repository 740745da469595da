#include "tacit/envs/coach.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tacit {
namespace {

constexpr int kLevels = 3, kStates = kLevels * kLevels * kLevels;
constexpr int kReadinessAnchors = 3, kTypes = kReadinessAnchors * 2 * 2;

struct Activity {
  double load;  // How hard it is, 0 to 1.
  double fun;   // How much it keeps people interested, 0 to 1.
};
constexpr std::array<Activity, 6> kActivities = {{
    {0.00, 0.30},  // rest
    {0.15, 0.35},  // stretch
    {0.35, 0.50},  // walk
    {0.60, 0.70},  // strength
    {0.75, 0.85},  // run
    {1.00, 1.00},  // intervals
}};

// Readiness, fatigue and engagement, each from 0 to 1.
struct Condition {
  double readiness, fatigue, engagement;
};

Condition condition_of_state(int s) { return {s / 9 / 2.0, s / 3 % 3 / 2.0, s % 3 / 2.0}; }
Condition condition_of_type(int i) { return {i / 4 / 2.0, i / 2 % 2 * 1.0, i % 2 * 1.0}; }

double unit(double x) { return std::clamp(x, 0.0, 1.0); }

// A population: how its members respond. One per seed.
struct Population {
  double strain, weariness, boredom, overload, overreach, loyalty;      // How a day feels.
  double growth, rust;                                                  // What it leaves behind.
  double base, by_readiness, by_strain, by_engagement, weekend_relief;  // Whether it gets done.
  std::array<double, kTypes> habit;

  explicit Population(Stream stream) {
    const auto about = [&](double x) { return x * (0.85 + 0.3 * stream.uniform()); };
    strain = about(0.85);
    weariness = about(0.35);
    boredom = about(0.5);
    overload = about(0.6);
    overreach = about(0.5);
    loyalty = about(0.6);
    growth = about(0.5);
    rust = about(0.28);
    base = about(0.6);
    by_readiness = about(3.4);
    by_strain = about(2.2);
    by_engagement = about(2.4);
    weekend_relief = about(0.5);
    for (double& h : habit) h = 0.2 * stream.normal();
  }

  // How a day with this activity is expected to go.
  Condition response(const Condition& now, const Activity& activity) const {
    const double comfortable = (0.25 + 0.75 * now.readiness) * (1 - 0.8 * now.fatigue);
    const double excess = activity.load - comfortable;
    const double misfit = excess > 0 ? overload * excess : -boredom * excess;
    return {unit(now.readiness - overreach * activity.load * now.fatigue),
            unit(weariness * now.fatigue + strain * activity.load),
            unit(loyalty * now.engagement + (1 - loyalty) * activity.fun - misfit)};
  }

  double completion(int type, bool weekend) const {
    const Condition c = condition_of_type(type);
    const double logit = base + by_readiness * (c.readiness - 0.5) + by_engagement * (c.engagement - 0.5) -
                         by_strain * c.fatigue * (weekend ? 1 - weekend_relief : 1) + habit[type];
    return 1 / (1 + std::exp(-logit));
  }

  // Strain trains and ease lets readiness go.
  Condition aftermath(int type) const {
    Condition c = condition_of_type(type);
    c.readiness = unit(c.readiness + growth * c.fatigue - rust * (1 - c.fatigue));
    return c;
  }
};

using Hats = std::array<double, kTypes>;
Hats mixture(const Condition& c) {
  Hats phi{};
  for (int i = 0; i < kTypes; ++i) {
    const Condition anchor = condition_of_type(i);
    phi[i] = std::max(0.0, 1 - 2 * std::abs(c.readiness - anchor.readiness)) *
             (1 - std::abs(c.fatigue - anchor.fatigue)) * (1 - std::abs(c.engagement - anchor.engagement));
  }
  return phi;
}

double near(double level, double centre, double width) {
  const double z = (level - centre) / width;
  return std::exp(-0.5 * z * z);
}

Eigen::RowVectorXd next_state(const Condition& c) {
  Eigen::RowVectorXd next(kStates);
  for (int s = 0; s < kStates; ++s) {
    const Condition to = condition_of_state(s);
    next[s] = near(to.readiness, c.readiness, 0.22) * near(to.fatigue, c.fatigue, 0.28) *
              near(to.engagement, c.engagement, 0.28);
  }
  return next / next.sum();
}

// One state and one coordinate more where users may stop.
EnvironmentSize size(const Settings& settings) {
  const int more = settings.number("dropout") > 0 ? 1 : 0;
  return {kStates + more, static_cast<int>(kActivities.size()), kTypes + more};
}

// Makes the last state that of those who stopped, which all others reach with probability `dropout` in every stage.
void let_users_stop(LinearMdp& mdp, double dropout) {
  Problem& p = mdp.problem;
  auto& dynamics = std::get<FiniteDynamics>(mdp.dynamics);
  p.ended = kStates;
  p.points.block(kStates * p.actions, kTypes, p.actions, 1).setOnes();
  for (Matrix& measures : dynamics.measures) {
    measures.topLeftCorner(kTypes, kStates) *= 1 - dropout;
    measures.col(kStates).setConstant(dropout);
    measures(kTypes, kStates) = 1;
  }
}

LinearMdp make(const Settings& settings, int horizon) {
  LinearMdp mdp = blank_finite_mdp(size(settings), horizon);
  Problem& p = mdp.problem;
  auto& dynamics = std::get<FiniteDynamics>(mdp.dynamics);
  const std::uint64_t seed = environment_seed(settings);
  const Population population(Stream(seed, "environment/coach/population"));
  const auto labels = permuted_labels(p.actions, Stream(seed, "environment/coach/labels"));

  for (int s = 0; s < kStates; ++s) {
    for (int label = 0; label < p.actions; ++label) {
      const Hats phi = mixture(population.response(condition_of_state(s), kActivities[labels[label]]));
      p.points.row(s * p.actions + label).head(kTypes) = ConstRow(phi.data(), kTypes);
    }
  }
  for (int h = 0; h < horizon; ++h) {
    for (int i = 0; i < kTypes; ++i) {
      mdp.rewards(h, i) = population.completion(i, h % 7 >= 5);
      dynamics.measures[h].row(i).head(kStates) = next_state(population.aftermath(i));
    }
  }
  dynamics.start.head(kStates).setConstant(1.0 / kStates);
  p.alike.transitions = declares_alike(settings);  // Weekends pay otherwise.
  if (const double dropout = settings.number("dropout"); dropout > 0) let_users_stop(mdp, dropout);
  return mdp;
}

}  // namespace

EnvironmentEntry coach() {
  return {.name = "coach",
          .summary = "a two-week activity coach: hard activities tire, easy ones bore, and both have consequences",
          .settings = {stages_setting("unsaid"), rewards_setting("learned"), seed_setting(),
                       Setting::number("dropout", 0, 0, 1, "probability that a user stops after a day")},
          .default_horizon = [](const Settings&) { return 14; },
          .size = size,
          .make = make};
}

}  // namespace tacit
