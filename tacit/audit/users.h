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
  std::vector<Index> states;  ///< Public points: H of them, and where the user is after the last stage.
  std::vector<double> rewards;
};

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

/// Worst cases first, then `random` drawn ones.
std::vector<UserPair> user_pairs(const Problem& problem, int random, Stream stream);

}  // namespace tacit
