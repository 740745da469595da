#include "tacit/agents/lsvi/lsvi_agent.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tacit/agents/early_end.h"
#include "tacit/agents/lsvi/bounds.h"
#include "tacit/agents/stage_tasks.h"
#include "tacit/core/error.h"
#include "tacit/mdp/evaluation.h"
#include "tacit/mdp/size_limits.h"
#include "tacit/privacy/release/release_catalog.h"

namespace tacit {
namespace {

VaultShape vault_shape(const Problem& problem, bool practical, const StateBasis* basis) {
  VaultShape shape = stage_tasks(problem, basis ? basis->size() : problem.finite ? problem.point_count() : 0);
  shape.mixed = basis != nullptr;
  shape.record_size = static_cast<Index>(problem.actions) * problem.dimension;
  shape.response_centre = practical ? 0.5 : 0;
  shape.non_negative_features = problem.points.minCoeff() >= 0;  // Elsewhere than on the cover the vault sees to it.
  return shape;
}

// Sums are released at the points of the schedule; a rule that looks at matrices looks after every user.
Strategy strategy(const LsviOptions& options, std::int64_t episodes) {
  const Spending& spending = options.spending;
  if (options.switching.published_only) {
    const Index releases = std::max<Index>(episodes - 1, 1);
    return paid_at_once(make_strategy(spending.release, releases));
  }
  const auto releases = static_cast<Index>(fixed_schedule(options.switching, episodes).size());
  // With too few users for a release none will be made.
  return make_strategy(spending.release, std::max<Index>(releases, 1));
}

// How many moments a plan asks for in each stage.
int requested(const Problem& problem, const LsviOptions& options) {
  const bool two_sided = options.constants.family == Family::lsvi_ucb_plus_plus && !options.constants.weighing.used();
  const int values = two_sided ? 3 : 1;
  return values + (!problem.rewards_known() && !options.constants.joint_reward ? 1 : 0);
}

// The shares of every statistic that is streamed.
std::vector<Split> splits(const Problem& problem, const LsviOptions& options) {
  const Split& split = options.spending.split;
  if (!options.spending.on_request) return stage_splits(problem, split);
  return stage_splits(problem, {split.gram, 0, 0}, problem.horizon * requested(problem, options) * split.outcomes);
}

// The Gram matrix of n users has eigenvalues up to n, that of its noise, released once, 2 sqrt(d) s. Before n is some
// multiple of that a plan is a guess.
std::int64_t first_release(const Problem& problem, const LsviOptions& options, const PrivacyContext& privacy) {
  constexpr double kMultiple = 6, kFewest = 20;
  const double scale = 1 / (privacy.promise.mu().value() * std::sqrt(splits(problem, options)[0].gram));
  return static_cast<std::int64_t>(std::clamp(kMultiple * 2 * std::sqrt(problem.dimension) * scale, kFewest, 1e12));
}

// 1/|phi|, a hair less, so that the vault need not look closely whether it is more.
double unit_weight(const ConstVectorView& phi) { return (1 - 1e-14) / std::max(phi.norm(), 1e-9); }

}  // namespace

LsviAgent::LsviAgent(const Problem& problem, const LsviOptions& options, std::int64_t episodes, std::uint64_t seed,
                     const PrivacyContext* privacy)
    : problem_(problem),
      episodes_(episodes),
      seed_(seed),
      weight_scale_(options.constants.weight_scale),
      unit_weights_(options.weights == Weighing::unit),
      basis_(options.anchors > 0 && !problem.finite ? std::make_optional<StateBasis>(problem, options.anchors)
                                                    : std::nullopt),
      psi_(basis_ ? basis_->size() : 0),
      on_request_(privacy && options.spending.on_request),
      step_weights_(problem.horizon) {
  require_matrices(problem.dimension, problem.horizon, "agent");
  if (unit_weights_)
    for (Index row = 0; row < problem.points.rows(); ++row)
      unit_weight_.push_back(unit_weight(ConstVectorView(problem.points.row(row).data(), problem.dimension)));
  SwitchingRule rule = options.switching;
  const VaultShape shape = vault_shape(problem, options.constants.practical, basis_ ? &*basis_ : nullptr);
  GramNoise noise;
  check(!privacy || problem.finite || basis_, "no promise covers records");
  if (privacy) {
    if (rule.kind == SwitchingRule::Kind::geometric && rule.first == 0)
      rule.first = first_release(problem, options, *privacy);
    rule.published_only = rule.kind == SwitchingRule::Kind::doubling || rule.kind == SwitchingRule::Kind::rayleigh;
    noise = open_private_sums(shape, options, rule, *privacy);
  } else {
    sums_.emplace(shape);
  }
  constants_ = make_constants(problem, options.constants, episodes, noise);
  if (rule.published_only) {  // Matrices that are compared have one ridge, whatever the noise of each.
    double& shift = constants_.multipliers.shift;
    constants_.ridge += shift * 2 * std::sqrt(problem.dimension) * noise.scale;
    shift = 0;
  }
  planner_.emplace(problem, options.constants.family, constants_, basis_ ? &*basis_ : nullptr, options.threads);
  if (on_request_ && privacy->noise != Noise::simulation)
    throw Error("noise", "'" + to_text(privacy->noise) +
                             "' has no form of moments on request; set agent.moments=streamed, " +
                             "or take dp-block-ucb, dp-block-posterior or dp-lsvi-ucb++");
  if (on_request_) answer_requests(options, rule);
  switching_.emplace(rule, episodes, problem.horizon);
  if (options.weights == Weighing::variance) weights_.emplace(problem_, constants_, *planner_, !privacy);
  plan_now();
}

// Says what noise the Gram matrices will have.
GramNoise LsviAgent::open_private_sums(const VaultShape& shape, LsviOptions options, const SwitchingRule& rule,
                                       const PrivacyContext& privacy) {
  options.switching = rule;
  SumsOptions spent{strategy(options, episodes_), splits(problem_, options), 1, episodes_};
  const Index releases = spent.strategy.releases;
  const auto& spread = spent.strategy.prefix_std;
  const Index worst = std::max_element(spread.begin(), spread.end()) - spread.begin();
  sums_.emplace(shape, privacy.promise, std::move(spent), privacy.noise, seed_, privacy.witness);
  return {sums_->predicted(0, worst).gram, static_cast<double>(problem_.horizon) * static_cast<double>(releases),
          privacy.promise.rho().value()};
}

// Every plan that may be made is paid for in advance, and no more are made.
void LsviAgent::answer_requests(const LsviOptions& options, SwitchingRule& rule) {
  const int moments = requested(problem_, options), H = problem_.horizon;
  if (!rule.published_only) {
    rule.most = std::max<std::int64_t>(1, static_cast<std::int64_t>(fixed_schedule(rule, episodes_).size()));
  } else if (options.spending.plans > 0) {
    rule.most = options.spending.plans;
  } else {
    const double bound = doubling_bound(theory_size(problem_, episodes_), planner_->ridge(sums_->predicted(0, 0)));
    rule.most = static_cast<std::int64_t>(std::ceil(std::min(bound, static_cast<double>(episodes_))));
  }
  const Split& split = options.spending.split;
  const double share = moments * split.outcomes / (split.gram + moments * split.outcomes);
  sums_->answer({share, moments * H * rule.most});
}

void LsviAgent::plan_now() {
  planner_->plan(sums_->billboard());
  switching_->planned(done_);
  if (weights_) weights_->planned();
  std::vector<Vector> values;
  for (int h = 0; h < problem_.horizon; ++h) values.push_back(planner_->action_values(h));
  PolicyTable table(problem_, values);
  policy_.emplace(problem_, policy_ ? policy_->version() + 1 : 0, std::move(table), std::move(values), elsewhere());
}

// A plan anywhere: of a copy, since the planner goes on planning. None is needed where the public points are all
// states.
Policy::ActionValues LsviAgent::elsewhere() const {
  if (problem_.finite) return {};
  return [plan = std::make_shared<const Planner>(*planner_)](int h, const State& state, std::span<double> out) {
    plan->action_values(h, state, out);
  };
}

double LsviAgent::weight_of(const Step& step, const double* phi) {
  const double weight = weight_scale_ * (weights_ ? weights_->weigh(step) : 1);
  if (!unit_weights_) return weight;
  if (step.state.point < 0) return weight * unit_weight(ConstVectorView(phi, problem_.dimension));
  return weight * unit_weight_[step.state.point * problem_.actions + step.action];
}

Taken LsviAgent::take(const Episode& episode) {
  require_order(episode, problem_, policy_->version());
  for (const Step& step : episode.steps) step_weights_[step.h] = add(step);
  each_step_after_end(problem_, static_cast<int>(episode.steps.size()), [&](const Step& step) { add(step); });
  sums_->end_user();
  return {plan_if_due(1), {step_weights_.data(), episode.steps.size()}};
}

double LsviAgent::add(const Step& step) {
  if (problem_.ended >= 0 && !problem_.knows(step.state)) return add(ended_step(problem_, step.h));
  const State next = known_or_ended(problem_, step.next);
  const bool goes_on = problem_.knows(next), needs_next = !problem_.finite && step.h + 1 < problem_.horizon;
  if (!problem_.knows(step.state) || (needs_next && !basis_ && !goes_on)) return 0;  // A record cannot be of nothing.
  if (problem_.finite && step.state.features == nullptr)                             // The number says it all.
    return add({step.h, problem_.point(step.state.point), step.action, step.reward, step.next});
  const double* phi = step.state.features + static_cast<Index>(step.action) * problem_.dimension;
  const double weight = weight_of(step, phi);
  if (switching_->wants_growth()) switching_->grew(step.h, weight * planner_->stage(step.h).squared_norm(phi));
  if (basis_ && needs_next) {
    std::fill(psi_.begin(), psi_.end(), 0.0);
    if (goes_on) basis_->weights(next, psi_.data());  // Whoever goes nowhere has ended.
  }
  sums_->add({step.h, phi, weight, step.reward, goes_on ? next.point : -1, basis_ ? psi_.data() : next.features});
  return weight;
}

bool LsviAgent::on_public_schedule() const {
  return !switching_->looks_at_matrices() && !(weights_ && weights_->live());
}

void LsviAgent::observe_users(const Tally& tally) {
  const double* phi = tally.state.features + static_cast<Index>(tally.action) * problem_.dimension;
  const double weight = weight_of({tally.h, tally.state, tally.action, 0, {}}, phi);
  sums_->add_crowd({tally.h, phi, weight, tally.users, tally.rewards, tally.next});
}

bool LsviAgent::end_episodes(std::int64_t users) {
  check(users <= steady_users(), "users who are taken in together met one policy");
  sums_->end_users(users);
  return plan_if_due(users);
}

bool LsviAgent::plan_if_due(std::int64_t users) {
  done_ += users;
  if (done_ >= episodes_) return false;  // Nobody is left to see another plan.
  if (!switching_->may_be_due(done_)) return false;
  sums_->release();
  return plan_from_release();
}

bool LsviAgent::plan_from_release() {
  const auto last = [&](int h) -> const Matrix& { return planner_->stage(h).gram; };
  const auto now = [&](int h) -> Matrix {
    return sums_->billboard().gram(h) +
           planner_->stage(h).ridge * Matrix::Identity(problem_.dimension, problem_.dimension);
  };
  if (!switching_->due(last, now)) return false;
  plan_now();
  return true;
}

void LsviAgent::resume(const Published& publication, const SealedBlock& sealed) {
  if (!on_public_schedule() || on_request_)
    throw Error("resume", "needs an agent that plans on a public schedule and releases all it plans from at once");
  if (done_ != sums_->billboard().users()) throw Error("resume", "users have come already: releases are taken first");
  if (!publication.followers.empty()) throw Error("followers", "this agent does not count who followed which policy");
  const std::int64_t users = publication.release.users;
  if (users != switching_->steady_until() || users >= episodes_)
    throw Error("release.users", fmt::format("{}", users),
                fmt::format("{}, the next point", switching_->steady_until()));
  sums_->resume(publication.release, &sealed);
  done_ = users;
  plan_from_release();
}

}  // namespace tacit
