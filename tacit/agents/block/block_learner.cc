#include "tacit/agents/block/block_learner.h"

#include <optional>
#include <utility>

#include "tacit/agents/block/shared_work.h"

namespace tacit {

BlockLearner::BlockLearner(const MappedProblem& mapped, const LearnerOptions& options, std::uint64_t seed)
    : seed_(seed),
      threads_(options.threads),
      history_(mapped, options.fading, options.planning.pooled, options.threads),
      planner_(mapped, options.planning, options.threads) {}

void BlockLearner::take(const Billboard& billboard, std::vector<Audience> audiences) {
  history_.take(billboard, std::move(audiences));
  planner_.renew(history_);
}

BlockPlan BlockLearner::plan(const PlanPoint& point) const {
  return planner_.planned(history_, point.hope, Stream(seed_, "draws", point.points_over));
}

std::vector<BlockPlan> BlockLearner::plans(std::span<const PlanPoint> points) const {
  std::vector<std::optional<BlockPlan>> made(points.size());
  share_work(threads_, static_cast<Index>(points.size()), [&](Index i) { made[i] = plan(points[i]); });
  std::vector<BlockPlan> result;
  result.reserve(made.size());
  for (std::optional<BlockPlan>& one : made) result.push_back(std::move(*one));
  return result;
}

}  // namespace tacit
