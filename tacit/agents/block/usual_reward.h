// What most cells pay: in many problems nearly all pairs of state and action pay the same, often nothing, and few pay
// more or less.
//
// Before data the reward of a cell is, less 1/2,
//   with chance `share` the usual one, `value`, give or take kSame,
//   else level + own, as in cell_regression.h: anything.
// Both `value` and `share` are learned from all cells together: expectation and maximisation from places all over the
// range, of which the most likely is taken. With kAgainst cells that are imagined to be unusual a share stays small
// where few cells tell anything, and it is never more than kMostShare.
//
// A reward between 0 and 1 whose mean is m has at most the variance m (1 - m). So where most cells never pay anything,
// one that paid now and then is unusual, even if few were there.
//
// Who was tried little and seemed bad by chance is not tried again, so such cells pay more than they seem to. A prior
// that knows what is usual mends that: a cell that seems to be off by a little is taken to be a usual one.
#pragma once

#include <span>

namespace tacit {

/// What was measured of one cell: its reward less 1/2.
struct RewardReading {
  double mean;
  double noise;   ///< Variance of what was added to it,
  double chance;  ///< and what a variance of 1 of each reward would add.
};

/// What an unusual cell pays, less 1/2; `each`: the variance of each reward there.
struct UnusualRewards {
  double level, variance, each;
};

struct UsualReward {
  double value = 0;  ///< Less 1/2.
  double share = 0;  ///< Of the cells.
};

UsualReward usual_reward(std::span<const RewardReading> readings, const UnusualRewards& unusual);

/// What a cell of which nothing was measured pays, and one with a reading; `otherwise`: where it is an unusual one.
double expected_reward(const UsualReward& usual, double otherwise);
double expected_reward(const UsualReward& usual, const UnusualRewards& unusual, const RewardReading& reading,
                       double otherwise);

}  // namespace tacit
