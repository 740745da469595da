#include "tacit/audit/users.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tacit {
namespace {

constexpr Index kMostStates = 200;  // Compared pair by pair.

// What the features of one state are like, over its actions.
struct Blend {
  Vector mean;
  Matrix second;
  double fourth = 0;  // Mean of |x|^4.
};

Blend blend(const Problem& problem, Index state) {
  const int d = problem.dimension;
  Blend b{Vector::Zero(d), Matrix::Zero(d, d)};
  for (int a = 0; a < problem.actions; ++a) {
    const Vector x = problem.feature(problem.point(state), a).transpose();
    b.mean += x / problem.actions;
    b.second += x * x.transpose() / problem.actions;
    b.fourth += x.squaredNorm() * x.squaredNorm() / problem.actions;
  }
  return b;
}

double contrast(const Blend& x, const Blend& z, double outcomes) {
  const double gram = (x.fourth + z.fourth - 2 * x.second.cwiseProduct(z.second).sum()) / 2;
  const double squares = x.second.trace() + z.second.trace();
  return gram + (squares + 2 * x.mean.dot(z.mean)) / 4 + squares / outcomes;
}

double largest_outcomes(const Problem& problem) { return problem.points.minCoeff() >= 0 ? 2 : 4; }

struct Found {
  Index one = 0, other = 0;
};

Found farthest(const Problem& problem) {
  const Index points = problem.point_count(), step = (points + kMostStates - 1) / kMostStates;
  std::vector<Index> states;
  std::vector<Blend> blends;
  for (Index p = 0; p < points; p += step) states.push_back(p), blends.push_back(blend(problem, p));
  const double outcomes = largest_outcomes(problem);
  Found best;
  double most = -1;
  for (std::size_t i = 0; i < states.size(); ++i)
    for (std::size_t j = i + 1; j < states.size(); ++j) {
      const double c = contrast(blends[i], blends[j], outcomes);
      if (c > most) most = c, best = {states[i], states[j]};
    }
  return best;
}

MadeUpUser constant(const Problem& problem, Index state, double reward) {
  return {std::vector<Index>(problem.horizon + 1, state), std::vector<double>(problem.horizon, reward)};
}

// In `state` at even stages, in `elsewhere` at odd ones.
MadeUpUser alternating(const Problem& problem, Index state, Index elsewhere, double reward) {
  MadeUpUser user = constant(problem, state, reward);
  for (std::size_t h = 1; h < user.states.size(); h += 2) user.states[h] = elsewhere;
  return user;
}

// Through the states with even numbers, or with odd ones, again and again: no two steps in a row are in one state.
MadeUpUser touring(const Problem& problem, Index first, double reward) {
  MadeUpUser user = constant(problem, 0, reward);
  const Index half = std::max<Index>(1, (problem.point_count() + 1 - first) / 2);
  for (std::size_t h = 0; h < user.states.size(); ++h)
    user.states[h] = std::min(problem.point_count() - 1, first + 2 * (static_cast<Index>(h) % half));
  return user;
}

MadeUpUser drawn(const Problem& problem, Stream& stream) {
  MadeUpUser user = constant(problem, 0, 0);
  for (Index& state : user.states) state = static_cast<Index>(stream.below(problem.point_count()));
  for (double& reward : user.rewards) reward = static_cast<double>(stream.below(2));
  return user;
}

}  // namespace

int half_of(int action, int actions) { return action < actions / 2 ? 1 : -1; }

double MadeUpUser::reward(int h, int action, int actions) const {
  if (taste == 0) return rewards[static_cast<std::size_t>(h)];
  return half_of(action, actions) == taste ? 1 : 0;
}

double contrast(const Problem& problem, Index state, Index other) {
  return contrast(blend(problem, state), blend(problem, other), largest_outcomes(problem));
}

std::vector<UserPair> user_pairs(const Problem& problem, int random, Stream stream) {
  const auto [p, q] = farthest(problem);
  std::vector<UserPair> pairs = {
      {"states far apart, rewards 1 and 0", constant(problem, p, 1), constant(problem, q, 0)},
      {"states far apart, rewards 0 and 1", constant(problem, p, 0), constant(problem, q, 1)},
      {"the same states, rewards 1 and 0", constant(problem, p, 1), constant(problem, p, 0)},
      {"every other state far apart, rewards 1 and 0", alternating(problem, p, p, 1), alternating(problem, p, q, 0)},
      {"every other state far apart, rewards 0 and 1", alternating(problem, p, p, 0), alternating(problem, p, q, 1)},
      {"one half of the states in turn or the other, rewards 1 and 0", touring(problem, 0, 1), touring(problem, 1, 0)},
  };
  for (int i = 0; i < random; ++i)
    pairs.push_back(
        {"drawn at random, number " + std::to_string(i + 1), drawn(problem, stream), drawn(problem, stream)});
  return pairs;
}

UserPair opposite_tastes(const Problem& problem) {
  MadeUpUser one = constant(problem, farthest(problem).one, 0), other = one;
  one.taste = 1;
  other.taste = -1;
  return {"likes the first half of the actions, or the second", one, other};
}

std::vector<UserPair> unbounded_pairs(const Problem& problem) {
  const Index state = farthest(problem).one;
  MadeUpUser lost = constant(problem, state, 1);
  std::fill(lost.states.begin() + 1, lost.states.end(), Index{-1});
  return {
      {"rewards of 1e308 and -5", constant(problem, state, 1e308), constant(problem, state, -5)},
      {"rewards of -5 and 0", constant(problem, state, -5), constant(problem, state, 0)},
      {"rewards that are no number, and 1", constant(problem, state, std::numeric_limits<double>::quiet_NaN()),
       constant(problem, state, 1)},
      {"a state that does not exist", lost, constant(problem, state, 1)},
  };
}

}  // namespace tacit
