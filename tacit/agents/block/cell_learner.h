// What a block agent learns with where stages are declared alike and features are cells (cell_map.h).
//
// Sums are over all stages of an episode, and what a user adds to them is bounded over the whole of it
// (privacy/episode_meter.h). From each release a model is learned (cell_regression.h), from the model plans with more
// or less optimism (cell_planner.h), and for each plan how much the steps of its users may count and what to expect of
// them (cell_forecast.h).
//
// A few users of each block explore, with plans of their own; most follow a plan with little optimism
// (block_schedule.h). Explorers share the work: a plan reckons with what the explorers of the plans before it, in the
// same block, will have found out.
#pragma once

#include <cstdint>

#include "tacit/agents/block/cell_forecast.h"
#include "tacit/agents/block/cell_regression.h"

namespace tacit {

struct CellLearnerOptions {
  CellPriors priors;
  double bonus = 0.7;  ///< In standard deviations of an action value.
  double fading = 0;   ///< Of the release (worthwhile_fading).
};

class CellLearner final : public Learner {
 public:
  /// Keeps references.
  CellLearner(const Problem& problem, const CellMap& map, const CellLearnerOptions& options, std::uint64_t seed);

  void take(const Billboard& billboard, std::vector<Audience> audiences) override;
  std::vector<BlockPlan> plans(std::span<const PlanPoint> points) const override;
  StepLimits first_limits() const override;

  const CellModel& model() const { return regression_.model(); }

 private:
  CellPlan explorers_plan(const MadeUpUsers& users, const CellModel& model, const PlanPoint& point) const;

  const Problem& problem_;
  const CellMap& map_;
  double bonus_;
  std::uint64_t seed_;
  CellRegression regression_;
};

}  // namespace tacit
