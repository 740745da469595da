// When a block agent releases and plans: public moments, fixed before the first user.
//
// Users come in blocks: `first` of them, then blocks that end whenever the number of users has grown by `ratio`. After
// each block there is a release. The users of a block are divided over `plans` policies, so between two releases there
// are points at which a plan is made from what is there already. Nobody comes after the last block, so its end is no
// point.
//
// Explorers. That all users of a block try something is a waste where half as many would find it out. So `plans`
// policies are followed by explorers, two in five of the block, and all others follow a policy with little optimism.
// Explorers are more or less optimistic in turn: how much it takes depends on the problem.
//
// Trying things out pays for those who are still to come, so the bonus of a plan shrinks with how many those are: after
// n of K users it counts (log(K/n)/2)^1/2 times, n being at least the first block. The idea is that of bandits with a
// known number of rounds (Audibert and Bubeck 2009), where n is how often that arm was tried.
#pragma once

#include <cstdint>
#include <vector>

#include "tacit/mdp/problem.h"
#include "tacit/privacy/accounting/mechanism.h"
#include "tacit/privacy/accounting/promise.h"

namespace tacit {

struct BlockPoint {
  std::int64_t users;   ///< After how many.
  bool release;         ///< Whether there is a release before the plan.
  double optimism = 1;  ///< What the bonus of the plan is multiplied by, beside its hope.
  bool explorers = false;
};

struct ScheduleOptions {
  double ratio = 1.7;      ///< Users at the end of a block over those at the end of the one before.
  std::int64_t first = 0;  ///< Users of the first block; 0: in proportion to the noise.
  int plans = 10;          ///< Per block.
  bool explorers = false;  ///< Whether a part of each block explores for all, instead.
};

/// About the deviation of the noise on a successor count: (H spent / share)^(1/2)/mu, where `share` of what is spent on
/// a stage is the successors'. Without a promise 0. `problem` as the agent learns it, in mapped features.
double successor_noise(const Problem& problem, const Split& split, const Promise* promise);
/// The same, in visits, where a user's steps in cells count up to `limit` each (privacy/episode_meter.h).
double cell_noise(const Problem& problem, const Split& split, const Promise* promise, double limit);

/// How much the block before counts in a release. To let earlier users count again makes noise smaller and what is
/// released older: not worth it where noise is next to nothing.
double worthwhile_fading(double most, double noise);

class BlockSchedule {
 public:
  /// `noise`: on a successor count. `episodes`: K.
  BlockSchedule(const Problem& problem, const ScheduleOptions& options, std::int64_t episodes, double noise);

  const std::vector<BlockPoint>& points() const { return points_; }
  /// How many of the points are releases.
  Index releases() const;
  /// What the bonus is multiplied by in the plan that is made when so many points are over; 0: before the first user.
  double hope(std::size_t points_over) const;

 private:
  void divide(std::int64_t from, std::int64_t end, int plans);
  void explore(std::int64_t from, std::int64_t end, int plans);

  std::int64_t episodes_;
  std::vector<BlockPoint> points_;
};

}  // namespace tacit
