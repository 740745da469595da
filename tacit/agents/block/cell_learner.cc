#include "tacit/agents/block/cell_learner.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tacit {
namespace {

constexpr int kRounds = 3;          // In which explorers learn where they would go twice.
constexpr double kBeginning = 0.5;  // Where users begin counts at most so much beside the usual step.

// How much of the beginning is left to be learned: it has no action value.
double doubt_of_beginning(const CellMap& map, const CellModel& model, const Vector& doubt) {
  const double left = std::sqrt(model.next_variance[map.beginning()] * static_cast<double>(model.next.cols()));
  return kBeginning * std::min(1.0, left) * std::sqrt(doubt.squaredNorm() / static_cast<double>(doubt.size()));
}

}  // namespace

CellLearner::CellLearner(const Problem& problem, const CellMap& map, const CellLearnerOptions& options,
                         std::uint64_t seed)
    : problem_(problem),
      map_(map),
      bonus_(options.bonus),
      seed_(seed),
      regression_(problem, map, options.priors, options.fading) {}

void CellLearner::take(const Billboard& billboard, std::vector<Audience> audiences) {
  regression_.take(billboard, audiences);
}

StepLimits CellLearner::first_limits() const {
  return MadeUpUsers(problem_, map_, model())
      .limits(PolicyTable(problem_), Vector::Ones(map_.count()), Stream(seed_, "made-up users"));
}

CellPlan CellLearner::explorers_plan(const MadeUpUsers& users, const CellModel& model, const PlanPoint& point) const {
  Novelty novelty(problem_.horizon, Vector::Ones(map_.count()));
  for (int round = 0;; ++round) {
    CellPlan plan = plan_cells(problem_, map_, model, point.hope * bonus_, novelty);
    if (round == kRounds) return plan;
    users.find_repeats(PolicyTable(problem_, plan.values), Stream(seed_, "scouts", point.points_over, round), novelty);
  }
}

std::vector<BlockPlan> CellLearner::plans(std::span<const PlanPoint> points) const {
  std::vector<BlockPlan> result;
  const MadeUpUsers users(problem_, map_, this->model());
  CellModel model = this->model();
  for (const PlanPoint& point : points) {
    CellPlan plan =
        point.explorers ? explorers_plan(users, model, point) : plan_cells(problem_, map_, model, point.hope * bonus_);
    plan.doubt[map_.beginning()] = doubt_of_beginning(map_, model, plan.doubt);
    PolicyTable policy(problem_, plan.values);
    StepLimits limits = users.limits(policy, plan.doubt, Stream(seed_, "made-up users", point.points_over + 1));
    regression_.foresee(point.users, limits, model);
    result.push_back({std::move(policy), std::move(plan.values), {}, std::move(limits)});
  }
  return result;
}

}  // namespace tacit
