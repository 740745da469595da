// A learner that plans from what each release added, its noise known (posterior_planner.h).
//
// Infinitely many states are mixtures of finitely many that stand for them (state_cover.h): these are what is learned
// about, and a plan is evaluated at the features of the state that a user is in.
//
// Where stages are declared alike and features are cells, sums are over all stages of an episode and another learner
// reads them (cell_learner.h); all else is the same.
//
// Users come in blocks of a public schedule (block_schedule.h). The first act at random or, where rewards are known, by
// a plan from those and hope. After each block there is a release; the users of a block are divided over several
// policies, each from draws of its own, so that one unlucky draw does not spoil a block. What is learned from a release
// depends on who followed which policy, so users are counted by the version that they followed, whenever they finish.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "tacit/agents/agent_entry.h"
#include "tacit/agents/block/block_learner.h"
#include "tacit/agents/block/block_schedule.h"
#include "tacit/agents/block/cell_learner.h"
#include "tacit/agents/block/state_cover.h"
#include "tacit/agents/countable.h"
#include "tacit/agents/published.h"
#include "tacit/privacy/sums.h"

namespace tacit {

struct BlockAgentOptions {
  PosteriorOptions planning;
  ScheduleOptions schedule;
  double fading = 0;     ///< How much the block before counts in a release (privacy/release/fading.h).
  Split split{1, 1, 1};  ///< Relative shares of the statistics, the same in every stage.
  int threads = 1;       ///< That share a large plan; no result depends on how many.
  bool believe = false;  ///< That stages are alike where that is declared.
};

class BlockAgent final : public Agent, public Planning, public Countable, public Resumable {
 public:
  /// Keeps a reference to `problem`. Without `privacy` the sums are exact.
  BlockAgent(const Problem& problem, const BlockAgentOptions& options, std::int64_t episodes, std::uint64_t seed,
             const PrivacyContext* privacy = nullptr);
  BlockAgent(const BlockAgent&) = delete;
  BlockAgent& operator=(const BlockAgent&) = delete;

  Policy policy() const override { return policy_; }
  Taken take(const Episode& episode) override;
  const Ledger* ledger() const override { return sums_.ledger(); }

  const StagePlan* plan(int h) const override { return stages_.empty() ? nullptr : &stages_[h]; }

  /// Not with cells: whether a step counts depends on all that its user did before; nor with infinitely many states.
  bool counts() const override { return !cells_ && !cover_; }
  std::int64_t steady_users() const override;
  std::int64_t most_switches() const override { return static_cast<std::int64_t>(schedule_.points().size()); }
  void observe_users(const Tally& tally) override;
  bool end_episodes(std::int64_t users) override;

  std::int64_t releases() const override { return sums_.billboard().releases(); }
  Published published() const override { return {sums_.newest(), released_}; }
  SealedBlock sealed() const override { return sums_.sealed(); }
  void resume(const Published& publication, const SealedBlock& sealed) override;

 private:
  /// Options as they fit the problem, and its cells where they are to be used.
  struct Fitted {
    BlockAgentOptions options;
    std::optional<CellMap> cells;
  };
  static Fitted fitted(const Problem& problem, BlockAgentOptions options);
  BlockAgent(Fitted fitted, const Problem& problem, std::int64_t episodes, std::uint64_t seed,
             const PrivacyContext* privacy);
  double add(const Step& step);
  double add_mixture(const Step& step);
  void add_cells(const Episode& episode);
  bool plan_if_due(std::int64_t users, std::int64_t version);
  /// From a release that is on the billboard, of these users: new plans, the first of which is followed.
  void learn(std::vector<Followers> followers);
  /// A point without a release: the next of the plans is followed.
  void pass_point();
  void require_next(const Published& publication) const;
  void make_plans();
  void follow_next_plan();
  Policy everywhere(std::int64_t version) const;
  /// `learned`: the same on the states that are learned about.
  void adopt(Policy policy, std::shared_ptr<const PolicyTable> learned, StepLimits limits);
  void require_whole() const;
  const BlockPoint* next_point() const;
  Index row(const State& state, int action) const { return state.point * mapped_.problem.actions + action; }

  std::optional<CellMap> cells_;     ///< Where stages are alike and features are cells.
  std::optional<StateCover> cover_;  ///< Where states are infinitely many.
  MappedProblem mapped_;             ///< With cells, the problem as it is; with a cover, that of its anchors.
  std::int64_t episodes_, done_ = 0;
  double noise_;  ///< On a successor count.
  BlockSchedule schedule_;
  Sums sums_;
  std::unique_ptr<Learner> learner_;
  Policy policy_;
  std::vector<StagePlan> stages_;  ///< What the policy was planned from.
  std::vector<BlockPlan> plans_;   ///< Those until the next release, the last one first.
  struct Version {
    std::shared_ptr<const PolicyTable> policy;  ///< On the states that are learned about.
    StepLimits limits;
  };
  std::vector<Version> versions_;        ///< Of users who may still be under way.
  std::vector<std::int64_t> followers_;  ///< Of each version, since the last release.
  std::vector<Followers> released_;      ///< Those of the last release.
  std::size_t points_over_ = 0;
  bool learning_ = false;             ///< Between a release and the plans from it; for ever, where that failed.
  std::vector<double> psi_;           ///< Kept to avoid allocation.
  std::vector<double> step_weights_;  ///< Of the newest episode.
};

}  // namespace tacit
