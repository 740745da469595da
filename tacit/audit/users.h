// Users that an adversary makes up: those as far apart as two users can be, and some drawn at random.
//
// A made-up user answers with given states and rewards whatever the agent does: a response function. Two of them differ
// the more the less their features have in common (Gram matrix), the more their rewards, weighed by features, are
// opposed (reward moment), and wherever they go on to different states (successor matrix). With x and z features of the
// two, in units of the largest squared differences (privacy/door.h), D = 2 where features are non-negative and else 4,
//     (|x|^4 + |z|^4 - 2 (x.z)^2)/2  +  |x + z|^2/4  +  (|x|^2 + |z|^2)/D,
// the second term for rewards 1 and 0. The adversary chooses states, the agent chooses actions: the pair of states with
// the largest mean over actions is the first choice. No pair attains all three largest values at once; orthogonal unit
// features attain the first and the third and half of the second, 5/6 of all, and 41/48 is the most any pair of unit
// vectors without negative entries attains (x.z = 1/4).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tacit/core/rng.h"
#include "tacit/mdp/problem.h"

namespace tacit {

struct MadeUpUser {
  /// Public points: H of them, and where the user is after the last stage. A negative one is no state of the problem.
  std::vector<Index> states;
  std::vector<double> rewards;
  /// A user is a response function: one with a taste is rewarded with 1 for actions of the half it likes, the first
  /// (+1) or the second (-1), and with 0 for others, in every stage. 0: as `rewards` says, whatever the action.
  int taste = 0;

  double reward(int h, int action, int actions) const;
};

/// Which half of the actions one belongs to: +1 for the first, -1 for the second; with an odd number the one in the
/// middle is of the second.
int half_of(int action, int actions);

struct UserPair {
  std::string name;
  MadeUpUser original, replacement;
};

/// Everybody else goes round the states and is neither pleased nor displeased, so that what one user says shows.
inline constexpr double kBystanderReward = 0.5;
inline Index bystander_state(const Problem& problem, std::int64_t user, int h) {
  return static_cast<Index>((user + h) % problem.point_count());
}

/// How far apart users in two states are: the mean over actions of the sum above.
double contrast(const Problem& problem, Index state, Index other);

/// Worst cases first, then `random` drawn ones. All that these say is within bounds.
std::vector<UserPair> user_pairs(const Problem& problem, int random, Stream stream);

/// Two users in the same state who like opposite halves of the actions: whatever action either is shown, what they say
/// moves the two halves apart, in opposite directions.
UserPair opposite_tastes(const Problem& problem);

/// Pairs of which one user says what nobody may say: rewards of 1e308, -5 and no number at all, and states that do not
/// exist. Whoever keeps a promise bounds what is summed; whoever forgets to is found by these users alone.
std::vector<UserPair> unbounded_pairs(const Problem& problem);

}  // namespace tacit
