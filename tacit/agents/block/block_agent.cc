#include "tacit/agents/block/block_agent.h"

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"
#include "tacit/privacy/release/fading.h"

namespace tacit {
namespace {

VaultShape vault_shape(const Problem& problem, std::shared_ptr<const Matrix> rows) {
  VaultShape shape = stage_tasks(problem, problem.point_count());
  shape.response_centre = 0.5;
  shape.rows = std::move(rows);
  return shape;
}

// About the deviation of the noise on a successor count: (H spent / share)^(1/2)/mu, where `share` of what is spent on
// a stage is the successors'. 0: no noise.
double successor_noise(const Problem& problem, const Split& split, const PrivacyContext* privacy) {
  if (!privacy) return 0;
  const double spent = split.gram + split.outcomes + (problem.rewards_known() ? 0 : split.response);
  return std::sqrt(problem.horizon * spent / split.outcomes) / privacy->promise.mu().value();
}

// Users before the first release: so many that what a direction has seen of them, users/d, outweighs the noise.
std::int64_t first_block(const Problem& problem, double noise) {
  constexpr double kMultiple = 4, kFewest = 20;
  return static_cast<std::int64_t>(
      std::clamp(kMultiple * std::sqrt(static_cast<double>(problem.dimension)) * noise, kFewest, 1e12));
}

// To let earlier users count again makes noise smaller and what is released older: not worth it where noise is next to
// nothing.
double fading(double most, double noise) {
  constexpr double kLittle = 0.1;
  return noise > 0 ? most * noise / (noise + kLittle) : 0;
}

Vector unit_weights(const Matrix& rows) { return rows.rowwise().norm().cwiseMax(1e-12).cwiseInverse(); }

}  // namespace

BlockAgent::BlockAgent(const Problem& problem, const BlockAgentOptions& options, std::int64_t episodes,
                       std::uint64_t seed, const PrivacyContext* privacy)
    : mapped_(mapped(problem)),
      episodes_(episodes),
      seed_(seed),
      rows_(std::make_shared<const Matrix>(mapped_.problem.points)),
      weights_(unit_weights(*rows_)),
      vault_(vault_shape(mapped_.problem, rows_)),
      history_(mapped_, fading(options.fading, successor_noise(mapped_.problem, options.split, privacy)),
               options.planning.pooled),
      planner_(mapped_, options.planning),
      policy_(mapped_.problem, 0, PolicyTable(mapped_.problem)),
      step_weights_(problem.horizon) {
  const double noise = successor_noise(mapped_.problem, options.split, privacy);
  make_schedule(options, options.first > 0 ? options.first : first_block(mapped_.problem, noise));
  if (privacy) {
    open_door(options, *privacy);
  } else {
    door_.emplace(vault_, billboard_);
  }
  if (mapped_.problem.rewards_known()) {
    plan_now();
  } else {
    adopt(policy_);
  }
}

void BlockAgent::make_schedule(const BlockAgentOptions& options, std::int64_t first) {
  for (std::int64_t from = 0, to = first; to < episodes_;) {
    points_.push_back({to, true});
    from = to;
    to = std::max(from + 1, static_cast<std::int64_t>(std::ceil(options.ratio * static_cast<double>(from))));
    const std::int64_t end = std::min(to, episodes_);
    for (int plan = 1; plan < options.plans; ++plan) {
      const std::int64_t at = from + (end - from) * plan / options.plans;
      if (at > points_.back().users && at < end) points_.push_back({at, false});
    }
  }
}

void BlockAgent::open_door(const BlockAgentOptions& options, const PrivacyContext& privacy) {
  ledger_.emplace(privacy.promise);
  const auto releases = std::count_if(points_.begin(), points_.end(), [](const Point& p) { return p.release; });
  Strategy strategy = fading_strategy(std::max<Index>(releases, 1), history_.fading());
  DoorOptions door{std::move(strategy), stage_splits(mapped_.problem, options.split), 1, episodes_};
  door_.emplace(vault_, billboard_, *ledger_, std::move(door), SimulationNoise(seed_, "noise"), privacy.witness);
}

Taken BlockAgent::take(const Episode& episode) {
  require_order(episode, mapped_.problem, policy_.version());
  for (const Step& step : episode.steps) step_weights_[step.h] = add(step);
  vault_.end_user();
  return {plan_if_due(1, episode.version), {step_weights_.data(), episode.steps.size()}};
}

// Returns the weight of the step.
double BlockAgent::add(const Step& step) {
  if (!mapped_.problem.knows(step.state)) return 0;
  Contribution c;
  c.task = step.h;
  c.row = row(step.state, step.action);
  c.response = step.reward;
  c.outcome = mapped_.problem.knows(step.next) ? step.next.point : -1;  // Whoever goes nowhere has ended.
  vault_.add(c);
  return weights_[c.row];
}

void BlockAgent::observe_users(const Tally& tally) {
  Crowd c;
  c.task = tally.h;
  c.row = row(tally.state, tally.action);
  c.users = tally.users;
  c.responses = tally.rewards;
  c.outcomes = tally.next;
  vault_.add_crowd(c);
}

bool BlockAgent::end_episodes(std::int64_t users) {
  check(users <= steady_users(), "users who are taken in together met one policy");
  vault_.end_users(users);
  return plan_if_due(users, policy_.version());
}

std::int64_t BlockAgent::steady_users() const {
  return (next_point_ < points_.size() ? points_[next_point_].users : episodes_) - done_;
}

bool BlockAgent::plan_if_due(std::int64_t users, std::int64_t version) {
  done_ += users;
  followers_[version] += users;
  if (next_point_ == points_.size() || done_ < points_[next_point_].users) return false;
  if (points_[next_point_].release) {
    door_->release();
    history_.take(billboard_, audiences());
    std::fill(followers_.begin(), followers_.end(), 0);
    planner_.renew(history_);
  }
  ++next_point_;
  plan_now();
  return true;
}

std::vector<Audience> BlockAgent::audiences() const {
  std::vector<Audience> result;
  for (std::size_t version = 0; version < followers_.size(); ++version)
    if (followers_[version] > 0) result.push_back({static_cast<double>(followers_[version]), *versions_[version]});
  return result;
}

void BlockAgent::plan_now() {
  planner_.plan(history_, hope(), Stream(seed_, "draws", next_point_));
  planned_ = true;
  PolicyTable table(mapped_.problem);
  std::vector<Vector> values;
  for (int h = 0; h < mapped_.problem.horizon; ++h) {
    table.set(h, planner_.action_values(h));
    values.push_back(planner_.action_values(h));
  }
  adopt(Policy(mapped_.problem, static_cast<std::int64_t>(versions_.size()), std::move(table), std::move(values)));
}

void BlockAgent::adopt(Policy policy) {
  policy_ = std::move(policy);
  versions_.push_back(policy_.table());
  followers_.push_back(0);
}

double BlockAgent::hope() const {
  if (points_.empty()) return 0;  // Nobody comes after the first block.
  const auto so_far = static_cast<double>(std::max(done_, points_.front().users));
  return std::sqrt(0.5 * std::log(static_cast<double>(episodes_) / so_far));
}

}  // namespace tacit
