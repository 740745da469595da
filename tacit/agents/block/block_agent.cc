#include "tacit/agents/block/block_agent.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tacit/agents/block/cell_forecast.h"
#include "tacit/agents/early_end.h"
#include "tacit/agents/stage_tasks.h"
#include "tacit/core/error.h"
#include "tacit/mdp/size_limits.h"
#include "tacit/privacy/release/fading.h"

namespace tacit {
namespace {

std::optional<CellMap> cells_of(const Problem& problem, const BlockAgentOptions& options) {
  const bool alike = problem.alike.transitions && problem.alike.rewards && problem.horizon > 1;
  if (!alike || !options.believe || options.planning.draw > 0) return std::nullopt;
  return CellMap::of(problem);
}

double noise_of(const Problem& problem, const std::optional<CellMap>& cells, const Split& split,
                const Promise* promise) {
  return cells ? cell_noise(problem, split, promise, first_limit(problem, *cells))
               : successor_noise(problem, split, promise);
}

std::optional<StateCover> cover_of(const Problem& problem) {
  return problem.finite ? std::nullopt : std::make_optional<StateCover>(problem);
}

MappedProblem mapped_of(const Problem& problem, const std::optional<CellMap>& cells,
                        const std::optional<StateCover>& cover) {
  if (cells) return {problem, {}, {}, {}};
  return cover ? cover->surrogate() : mapped(problem);
}

VaultShape vault_shape(const Problem& problem) {
  VaultShape shape = stage_tasks(problem, problem.point_count());
  shape.response_centre = 0.5;
  if (problem.finite) {
    shape.rows = std::make_shared<const Matrix>(problem.points);
  } else {
    shape.mixed = true;
    shape.non_negative_features = problem.points.minCoeff() >= 0;  // Elsewhere than at anchors the vault sees to it.
  }
  return shape;
}

Sums make_sums(const VaultShape& shape, SumsOptions options, std::uint64_t seed, const PrivacyContext* privacy) {
  if (!privacy) return Sums(shape);
  return {shape, privacy->promise, std::move(options), privacy->noise, seed, privacy->witness};
}

std::unique_ptr<Learner> make_learner(const MappedProblem& mapped, const std::optional<CellMap>& cells,
                                      const BlockAgentOptions& options, double fading, std::uint64_t seed) {
  const PosteriorOptions& planning = options.planning;
  if (!cells) return std::make_unique<BlockLearner>(mapped, LearnerOptions{planning, fading, options.threads}, seed);
  const CellLearnerOptions all{{planning.spread, planning.reward_variance}, planning.bonus, fading};
  return std::make_unique<CellLearner>(mapped.problem, *cells, all, seed);
}

}  // namespace

BlockAgent::BlockAgent(const Problem& problem, const BlockAgentOptions& options, std::int64_t episodes,
                       std::uint64_t seed, const PrivacyContext* privacy)
    : BlockAgent(fitted(problem, options), problem, episodes, seed, privacy) {}

// With cells a few users explore for all, and successors have half the share: those of two users are 2^1/2 apart
// instead of 2 (sensitivities.h), so that their noise is the same.
BlockAgent::Fitted BlockAgent::fitted(const Problem& problem, BlockAgentOptions options) {
  std::optional<CellMap> cells = cells_of(problem, options);
  if (cells) {
    options.split.outcomes /= 2;
    options.schedule.explorers = true;
    options.schedule.plans = 8;
  } else {
    require_matrices(problem.dimension, problem.horizon, "agent");
  }
  return {options, std::move(cells)};
}

BlockAgent::BlockAgent(Fitted fitted, const Problem& problem, std::int64_t episodes, std::uint64_t seed,
                       const PrivacyContext* privacy)
    : cells_(std::move(fitted.cells)),
      cover_(cover_of(problem)),
      mapped_(mapped_of(problem, cells_, cover_)),
      episodes_(episodes),
      noise_(noise_of(mapped_.problem, cells_, fitted.options.split, privacy ? &privacy->promise : nullptr)),
      schedule_(mapped_.problem, fitted.options.schedule, episodes, noise_),
      sums_(make_sums(
          cells_ ? VaultShape::of_cells(cells_->count(), cells_->outcomes()) : vault_shape(mapped_.problem),
          {fading_strategy(std::max<Index>(schedule_.releases(), 1), worthwhile_fading(fitted.options.fading, noise_)),
           cells_ ? episode_splits(mapped_.problem, fitted.options.split)
                  : stage_splits(mapped_.problem, fitted.options.split),
           1, episodes},
          seed, privacy)),
      learner_(make_learner(mapped_, cells_, fitted.options, worthwhile_fading(fitted.options.fading, noise_), seed)),
      policy_(mapped_.problem, 0, PolicyTable(problem)),
      psi_(cover_ ? mapped_.problem.point_count() : 0),
      step_weights_(problem.horizon) {
  if (mapped_.problem.rewards_known()) {
    make_plans();
    follow_next_plan();
  } else {
    adopt(policy_, cover_ ? std::make_shared<const PolicyTable>(mapped_.problem) : policy_.table(),
          learner_->first_limits());
  }
}

Taken BlockAgent::take(const Episode& episode) {
  require_order(episode, mapped_.problem, policy_.version());
  require_whole();
  const int steps = static_cast<int>(episode.steps.size());
  if (cells_) {
    add_cells(episode);
  } else {
    for (const Step& step : episode.steps) step_weights_[step.h] = add(step);
    each_step_after_end(mapped_.problem, steps, [&](const Step& step) { add(step); });
  }
  sums_.end_user();
  return {plan_if_due(1, episode.version), {step_weights_.data(), episode.steps.size()}};
}

// The last stage tells what it pays, and nothing where that is known.
void BlockAgent::add_cells(const Episode& episode) {
  const Problem& problem = mapped_.problem;
  const Vector& limits = versions_[episode.version].limits.limits;
  const auto count = [&](Index cell, double reward, Index next) {
    Contribution c;
    c.row = cell, c.weight = limits[cell], c.response = reward, c.outcome = next;
    return sums_.add(c);
  };
  for (const Step& step : episode.steps) {
    step_weights_[step.h] = 0;
    if (!problem.knows(step.state)) continue;
    if (step.h == 0) count(cells_->beginning(), sums_.shape().response_centre, step.state.point);
    const bool last = step.h + 1 == problem.horizon;
    if (problem.is_over(step.state) || (last && problem.rewards_known())) continue;
    const State next = known_or_ended(problem, step.next);
    step_weights_[step.h] = count(cells_->cell(step.state.point, step.action), step.reward,
                                  last                  ? cells_->nowhere()
                                  : problem.knows(next) ? next.point
                                                        : -1);
  }
}

// Returns the weight of the step.
double BlockAgent::add(const Step& step) {
  const Problem& problem = mapped_.problem;
  if (!problem.knows(step.state)) return problem.ended < 0 ? 0 : add(ended_step(problem, step.h));
  if (cover_) return add_mixture(step);
  const State next = known_or_ended(problem, step.next);
  Contribution c;
  c.task = step.h;
  c.row = row(step.state, step.action);
  c.response = step.reward;
  c.outcome = problem.knows(next) ? next.point : -1;  // Whoever goes nowhere has ended.
  return sums_.add(c);
}

double BlockAgent::add_mixture(const Step& step) {
  const Problem& problem = mapped_.problem;
  const ConstRow phi = problem.feature(step.state, step.action);
  std::fill(psi_.begin(), psi_.end(), 0.0);
  if (step.h + 1 < problem.horizon && problem.knows(step.next)) cover_->mixture(step.next, psi_.data());
  Contribution c;
  c.task = step.h;
  c.features = phi.data();
  c.weight = (1 - 1e-14) / std::max(phi.norm(), 1e-9);  // A hair less, so that the vault need not look closely.
  c.response = step.reward;
  c.record = psi_.data();
  return sums_.add(c);
}

void BlockAgent::observe_users(const Tally& tally) {
  Crowd c;
  c.task = tally.h;
  c.row = row(tally.state, tally.action);
  c.users = tally.users;
  c.responses = tally.rewards;
  c.outcomes = tally.next;
  sums_.add_crowd(c);
}

void BlockAgent::require_whole() const {
  if (learning_) throw Error("agent", "was stopped after a release and before its plans; make it again and resume it");
}

bool BlockAgent::end_episodes(std::int64_t users) {
  require_whole();
  check(users <= steady_users(), "users who are taken in together met one policy");
  sums_.end_users(users);
  return plan_if_due(users, policy_.version());
}

const BlockPoint* BlockAgent::next_point() const {
  return points_over_ < schedule_.points().size() ? &schedule_.points()[points_over_] : nullptr;
}

std::int64_t BlockAgent::steady_users() const {
  const BlockPoint* next = next_point();
  return (next ? next->users : episodes_) - done_;
}

bool BlockAgent::plan_if_due(std::int64_t users, std::int64_t version) {
  done_ += users;
  followers_[version] += users;
  const BlockPoint* next = next_point();
  if (!next || done_ < next->users) return false;
  if (!next->release) {
    pass_point();
    return true;
  }
  sums_.release();
  std::vector<Followers> followers;
  for (std::size_t v = 0; v < followers_.size(); ++v)
    if (followers_[v] > 0) followers.push_back({static_cast<std::int64_t>(v), followers_[v]});
  learn(std::move(followers));
  return true;
}

void BlockAgent::learn(std::vector<Followers> followers) {
  learning_ = true;
  std::vector<Audience> audiences;
  audiences.reserve(followers.size());
  for (const Followers& f : followers) {
    const Version& version = versions_[f.version];
    audiences.push_back({static_cast<double>(f.users), *version.policy, version.limits});
  }
  std::fill(followers_.begin(), followers_.end(), 0);
  released_ = std::move(followers);
  learner_->take(sums_.billboard(), std::move(audiences));
  ++points_over_;
  make_plans();
  follow_next_plan();
  learning_ = false;
}

void BlockAgent::pass_point() {
  ++points_over_;
  follow_next_plan();
}

void BlockAgent::require_next(const Published& publication) const {
  if (done_ != sums_.billboard().users()) throw Error("resume", "users have come already: releases are taken first");
  const auto& points = schedule_.points();
  const auto next = std::find_if(points.begin() + static_cast<std::ptrdiff_t>(points_over_), points.end(),
                                 [](const BlockPoint& point) { return point.release; });
  if (next == points.end()) throw Error("resume", "there is no release after the last one of the schedule");
  const Release& release = publication.release;
  if (release.users != next->users)
    throw Error("release.users", fmt::format("{}", release.users), fmt::format("{}, the next point", next->users));
  const auto versions = policy_.version() + (next - points.begin()) - static_cast<std::ptrdiff_t>(points_over_);
  std::int64_t newest = -1, users = 0;
  for (const Followers& f : publication.followers) {
    if (f.version <= newest || f.version > versions || f.users < 1 || f.users > release.users)
      throw Error("followers", fmt::format("{} of version {}", f.users, f.version),
                  "users of known versions, in order");
    newest = f.version, users += f.users;
  }
  if (users != release.users - done_)
    throw Error("followers", fmt::format("{} users", users), fmt::format("{}", release.users - done_));
}

void BlockAgent::resume(const Published& publication, const SealedBlock& sealed) {
  require_next(publication);
  require_whole();
  sums_.resume(publication.release, &sealed);
  while (!next_point()->release) pass_point();  // To the policies that users of this release followed.
  done_ = publication.release.users;
  learn(publication.followers);
}

// All plans from what is known now: that of the points that are over, and those until the next release.
void BlockAgent::make_plans() {
  std::vector<PlanPoint> points;
  for (std::size_t over = points_over_;; ++over) {
    const auto& all = schedule_.points();
    const std::int64_t from = over == 0 ? 0 : all[over - 1].users, to = over < all.size() ? all[over].users : episodes_;
    const bool explorers = over > 0 && all[over - 1].explorers;
    points.push_back({over, schedule_.hope(over), static_cast<double>(to - from), explorers});
    if (over >= all.size() || all[over].release) break;
  }
  plans_ = learner_->plans(points);
  std::reverse(plans_.begin(), plans_.end());
}

void BlockAgent::follow_next_plan() {
  BlockPlan plan = std::move(plans_.back());
  plans_.pop_back();
  stages_ = std::move(plan.stages);
  const auto version = static_cast<std::int64_t>(versions_.size());
  if (cover_) return adopt(everywhere(version), std::make_shared<const PolicyTable>(std::move(plan.policy)), {});
  Policy policy(mapped_.problem, version, std::move(plan.policy), std::move(plan.values));
  const auto table = policy.table();
  adopt(std::move(policy), table, std::move(plan.limits));
}

// What the stages say at the features of a state, be it a public point or not.
Policy BlockAgent::everywhere(std::int64_t version) const {
  const Problem& problem = cover_->problem();
  const Matrix& rows = problem.points;
  std::vector<Vector> values(problem.horizon, Vector(rows.rows()));
  for (int h = 0; h < problem.horizon; ++h)
    stages_[h].evaluate({rows.data(), rows.rows(), rows.cols()}, values[h].data(), nullptr);
  PolicyTable table(problem, values);
  return {problem, version, std::move(table), std::move(values),
          [stages = std::make_shared<const std::vector<StagePlan>>(stages_), d = problem.dimension](
              int h, const State& state, std::span<double> out) {
            for (std::size_t a = 0; a < out.size(); ++a)
              out[a] = (*stages)[h].evaluate(state.features + static_cast<Index>(a) * d).optimistic;
          }};
}

void BlockAgent::adopt(Policy policy, std::shared_ptr<const PolicyTable> learned, StepLimits limits) {
  policy_ = std::move(policy);
  versions_.push_back({std::move(learned), std::move(limits)});
  followers_.push_back(0);
}

}  // namespace tacit
