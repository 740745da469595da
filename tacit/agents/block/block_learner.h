// What a block agent knows, and the plans that follow: a history of releases and a planner behind three calls.
//
// It sees the billboard and who followed which policy, both public. A plan is a function of what was taken and of
// (seed, point): made again, later or on another machine, it is the same, and the plans of one block can be made
// together, each with draws of its own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tacit/agents/block/block_history.h"
#include "tacit/agents/block/posterior_planner.h"
#include "tacit/privacy/billboard.h"

namespace tacit {

struct LearnerOptions {
  PosteriorOptions planning;
  double fading = 0;  ///< Of the release (worthwhile_fading).
  int threads = 1;    ///< That share the work; no result depends on how many.
};

class BlockLearner final : public Learner {
 public:
  /// Keeps a reference to `mapped`.
  BlockLearner(const MappedProblem& mapped, const LearnerOptions& options, std::uint64_t seed);

  void take(const Billboard& billboard, std::vector<Audience> audiences) override;

  BlockPlan plan(const PlanPoint& point) const;
  /// Several at once, by all threads.
  std::vector<BlockPlan> plans(std::span<const PlanPoint> points) const override;
  /// The value of a policy for the users who come, as far as is known.
  double value(const PolicyTable& policy) const { return planner_.value(history_, policy); }

  const LearnedModel& model() const { return history_.model(); }

 private:
  std::uint64_t seed_;
  int threads_;
  BlockHistory history_;
  PosteriorPlanner planner_;
};

}  // namespace tacit
