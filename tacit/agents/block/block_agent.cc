#include "tacit/agents/block/block_agent.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tacit/agents/early_end.h"
#include "tacit/agents/stage_tasks.h"
#include "tacit/core/error.h"
#include "tacit/privacy/release/fading.h"

namespace tacit {
namespace {

VaultShape vault_shape(const Problem& problem) {
  VaultShape shape = stage_tasks(problem, problem.point_count());
  shape.response_centre = 0.5;
  shape.rows = std::make_shared<const Matrix>(problem.points);
  return shape;
}

Sums make_sums(const VaultShape& shape, SumsOptions options, std::uint64_t seed, const PrivacyContext* privacy) {
  if (!privacy) return Sums(shape);
  return {shape, privacy->promise, std::move(options), privacy->noise, seed, privacy->witness};
}

Vector unit_weights(const Matrix& rows) { return rows.rowwise().norm().cwiseMax(1e-12).cwiseInverse(); }

}  // namespace

BlockAgent::BlockAgent(const Problem& problem, const BlockAgentOptions& options, std::int64_t episodes,
                       std::uint64_t seed, const PrivacyContext* privacy)
    : mapped_(mapped(problem)),
      episodes_(episodes),
      weights_(unit_weights(mapped_.problem.points)),
      noise_(successor_noise(mapped_.problem, options.split, privacy ? &privacy->promise : nullptr)),
      schedule_(mapped_.problem, options.schedule, episodes, noise_),
      sums_(make_sums(
          vault_shape(mapped_.problem),
          {fading_strategy(std::max<Index>(schedule_.releases(), 1), worthwhile_fading(options.fading, noise_)),
           stage_splits(mapped_.problem, options.split), 1, episodes},
          seed, privacy)),
      learner_(mapped_, {options.planning, worthwhile_fading(options.fading, noise_), options.threads}, seed),
      policy_(mapped_.problem, 0, PolicyTable(mapped_.problem)),
      step_weights_(problem.horizon) {
  if (mapped_.problem.rewards_known()) {
    make_plans();
    follow_next_plan();
  } else {
    adopt(policy_);
  }
}

Taken BlockAgent::take(const Episode& episode) {
  require_order(episode, mapped_.problem, policy_.version());
  require_whole();
  const int steps = static_cast<int>(episode.steps.size());
  for (const Step& step : episode.steps) step_weights_[step.h] = add(step);
  each_step_after_end(mapped_.problem, steps, [&](const Step& step) { add(step); });
  sums_.end_user();
  return {plan_if_due(1, episode.version), {step_weights_.data(), episode.steps.size()}};
}

// Returns the weight of the step.
double BlockAgent::add(const Step& step) {
  const Problem& problem = mapped_.problem;
  if (!problem.knows(step.state)) return problem.ended < 0 ? 0 : add(ended_step(problem, step.h));
  const State next = known_or_ended(problem, step.next);
  Contribution c;
  c.task = step.h;
  c.row = row(step.state, step.action);
  c.response = step.reward;
  c.outcome = problem.knows(next) ? next.point : -1;  // Whoever goes nowhere has ended.
  sums_.add(c);
  return weights_[c.row];
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
  for (const Followers& f : followers) audiences.push_back({static_cast<double>(f.users), *versions_[f.version]});
  std::fill(followers_.begin(), followers_.end(), 0);
  released_ = std::move(followers);
  learner_.take(sums_.billboard(), std::move(audiences));
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
    points.push_back({over, schedule_.hope(over)});
    if (over >= schedule_.points().size() || schedule_.points()[over].release) break;
  }
  plans_ = learner_.plans(points);
  std::reverse(plans_.begin(), plans_.end());
}

void BlockAgent::follow_next_plan() {
  BlockPlan plan = std::move(plans_.back());
  plans_.pop_back();
  stages_ = std::move(plan.stages);
  adopt(Policy(mapped_.problem, static_cast<std::int64_t>(versions_.size()), std::move(plan.policy),
               std::move(plan.values)));
}

void BlockAgent::adopt(Policy policy) {
  policy_ = std::move(policy);
  versions_.push_back(policy_.table());
  followers_.push_back(0);
}

}  // namespace tacit
