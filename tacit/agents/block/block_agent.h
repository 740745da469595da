// A learner that plans from what each release added, its noise known (posterior_planner.h). Finite state spaces.
//
// Users come in blocks of a public schedule: `first` of them, then blocks that end whenever the number of users has
// grown by `ratio`. The first act at random or, where rewards are known, by a plan from those and hope. After each
// block there is a release; the users of a block are divided over `plans` policies, each from draws of its own, so that
// one unlucky draw does not spoil a block.
//
// Trying things out pays for those who are still to come, so the bonus of a plan shrinks with how many those are: after
// n of K users it counts (log(K/n)/2)^1/2 times, n being at least the first block. The idea is that of bandits with a
// known number of rounds (Audibert and Bubeck 2009), where n is how often that arm was tried.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tacit/agents/agent_entry.h"
#include "tacit/agents/block/block_history.h"
#include "tacit/agents/block/posterior_planner.h"
#include "tacit/agents/countable.h"
#include "tacit/agents/stage_tasks.h"
#include "tacit/privacy/door.h"

namespace tacit {

struct BlockAgentOptions {
  PosteriorOptions planning;
  double ratio = 1.7;      ///< Users at the end of a block over those at the end of the one before.
  std::int64_t first = 0;  ///< Users of the first block; 0: in proportion to the noise.
  int plans = 10;          ///< Per block.
  double fading = 0;       ///< How much the block before counts in a release (privacy/release/fading.h).
  Split split{1, 1, 1};    ///< Relative shares of the statistics, the same in every stage.
};

class BlockAgent final : public Agent, public Planning, public Countable {
 public:
  /// Keeps a reference to `problem`. Without `privacy` the sums are exact.
  BlockAgent(const Problem& problem, const BlockAgentOptions& options, std::int64_t episodes, std::uint64_t seed,
             const PrivacyContext* privacy = nullptr);
  BlockAgent(const BlockAgent&) = delete;
  BlockAgent& operator=(const BlockAgent&) = delete;

  Policy policy() const override { return policy_; }
  Taken take(const Episode& episode) override;
  const Ledger* ledger() const override { return ledger_ ? &*ledger_ : nullptr; }

  const StagePlan* plan(int h) const override { return planned_ ? &planner_.stage(h) : nullptr; }

  bool counts() const override { return true; }
  std::int64_t steady_users() const override;
  std::int64_t most_switches() const override { return static_cast<std::int64_t>(points_.size()); }
  void observe_users(const Tally& tally) override;
  bool end_episodes(std::int64_t users) override;

 private:
  struct Point {
    std::int64_t users;
    bool release;
  };
  double add(const Step& step);
  void make_schedule(const BlockAgentOptions& options, std::int64_t first);
  void open_door(const BlockAgentOptions& options, const PrivacyContext& privacy);
  bool plan_if_due(std::int64_t users, std::int64_t version);
  void plan_now();
  void adopt(Policy policy);
  std::vector<Audience> audiences() const;
  double hope() const;
  Index row(const State& state, int action) const { return state.point * mapped_.problem.actions + action; }

  MappedProblem mapped_;
  std::int64_t episodes_, done_ = 0;
  std::uint64_t seed_;  ///< The seed of noise and draws.
  std::shared_ptr<const Matrix> rows_;
  Vector weights_;  ///< Per row.
  Vault vault_;
  Billboard billboard_;
  std::optional<Ledger> ledger_;
  std::optional<Door> door_;
  BlockHistory history_;
  PosteriorPlanner planner_;
  bool planned_ = false;
  Policy policy_;
  std::vector<std::shared_ptr<const PolicyTable>> versions_;  ///< Of users who may still be under way.
  std::vector<Point> points_;
  std::size_t next_point_ = 0;
  std::vector<std::int64_t> followers_;  ///< How many users of each version were taken since the last release.
  std::vector<double> step_weights_;     ///< Of the newest episode.
};

}  // namespace tacit
