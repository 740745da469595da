// What a learner of blocks gives and gets: plans, and who followed which.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tacit/agents/policy_table.h"
#include "tacit/agents/stage_plan.h"
#include "tacit/core/linear_algebra.h"
#include "tacit/privacy/billboard.h"

namespace tacit {

/// How much the steps of users count where whole episodes are bounded (privacy/episode_meter.h), cell by cell. Public.
struct StepLimits {
  Vector limits;   ///< How much a step may count; empty where there are no cells.
  Vector weights;  ///< How much a user is expected to count,
  Vector squares;  ///< the square of it,
  Vector last;     ///< and how much of the weight is in the last stage.
};

/// What a plan says, stage by stage.
struct BlockPlan {
  PolicyTable policy;             ///< Greedy in the values.
  std::vector<Vector> values;     ///< Action values, row p * actions + a.
  std::vector<StagePlan> stages;  ///< How they came about, for the curious; may be empty.
  StepLimits limits = {};
};

/// The users of one policy.
struct Audience {
  double users;
  PolicyTable policy;
  StepLimits limits = {};
};

/// Which plan: how many points of the schedule are over, what its bonus is multiplied by, how many users will follow
/// it, and whether they explore for all (block_schedule.h).
struct PlanPoint {
  std::size_t points_over;
  double hope;
  double users = 0;
  bool explorers = false;
};

/// What a block agent learns with. Everything it sees is public.
class Learner {
 public:
  virtual ~Learner() = default;

  /// Takes in the newest release, of the users of these policies.
  virtual void take(const Billboard& billboard, std::vector<Audience> audiences) = 0;
  /// How much the steps of those count who come before the first plan, and act at random.
  virtual StepLimits first_limits() const { return {}; }
  /// Plans from what is known now, for points in their order until the next release.
  virtual std::vector<BlockPlan> plans(std::span<const PlanPoint> points) const = 0;
};

}  // namespace tacit
