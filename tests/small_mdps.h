// Linear MDPs that are small enough for naive versions of the agents.
#pragma once

#include <cmath>

#include "tacit/core/rng.h"
#include "tacit/mdp/linear_mdp.h"

namespace tacit::trial {

inline LinearMdp small_finite(bool known) {
  constexpr int S = 4, A = 3, d = 3, H = 4;
  Stream stream(11, "test");
  LinearMdp mdp;
  mdp.name = "small";
  mdp.problem.horizon = H, mdp.problem.actions = A, mdp.problem.dimension = d;
  mdp.problem.measure_norm = std::sqrt(d);
  mdp.problem.points.resize(S * A, d);
  for (Index row = 0; row < S * A; ++row) stream.dirichlet(0.5, {mdp.problem.points.row(row).data(), d});
  FiniteDynamics dynamics;
  mdp.rewards.resize(H, d);
  for (int h = 0; h < H; ++h) {
    Matrix measures(d, S);
    for (int i = 0; i < d; ++i) stream.dirichlet(0.5, {measures.row(i).data(), S});
    dynamics.measures.push_back(measures);
    for (int i = 0; i < d; ++i) mdp.rewards(h, i) = stream.uniform();
  }
  dynamics.start = Vector::Constant(S, 1.0 / S);
  mdp.dynamics = dynamics;
  if (known) mdp.problem.known_rewards = mdp.rewards;
  return mdp;
}

/// The same MDP whose users stop after each step with probability `dropout` and then get `paid` in every stage: one
/// state more, the last, and one coordinate more.
inline LinearMdp with_dropout(const LinearMdp& mdp, double dropout, double paid = 0) {
  LinearMdp result = mdp;
  Problem& p = result.problem;
  const Index states = p.point_count(), rows = p.points.rows(), d = p.dimension;
  p.ended = states, p.ended_reward = paid;
  p.dimension += 1;
  p.points = Matrix::Zero(rows + p.actions, d + 1);
  p.points.topLeftCorner(rows, d) = mdp.problem.points;
  p.points.bottomRightCorner(p.actions, 1).setOnes();
  p.measure_norm = std::sqrt(mdp.problem.measure_norm * mdp.problem.measure_norm + 1);
  result.rewards.conservativeResize(Eigen::NoChange, d + 1);
  result.rewards.col(d).setConstant(paid);
  if (p.rewards_known()) p.known_rewards = result.rewards;
  auto& dynamics = std::get<FiniteDynamics>(result.dynamics);
  dynamics.start.conservativeResize(states + 1);
  dynamics.start[states] = 0;
  for (Matrix& measures : dynamics.measures) {
    const Matrix before = measures;
    measures = Matrix::Zero(d + 1, states + 1);
    measures.topLeftCorner(d, states) = (1 - dropout) * before;
    measures.col(states).setConstant(dropout);
    measures(d, states) = 1;
  }
  return result;
}

inline LinearMdp small_interval(bool known) {
  constexpr int A = 3, d = 4, H = 3;
  IntervalDynamics dynamics;
  dynamics.shifts = {0.2, -0.2, 0};
  dynamics.start = {2, 2};
  LinearMdp mdp;
  mdp.name = "small interval";
  mdp.problem.finite = false;
  mdp.problem.horizon = H, mdp.problem.actions = A, mdp.problem.dimension = d;
  mdp.problem.measure_norm = 2;
  mdp.problem.points = interval_cover(dynamics, d, 129);
  mdp.rewards.resize(H, d);
  for (int h = 0; h < H; ++h) {
    dynamics.measures.push_back({{1, 9}, {3, 6}, {6, 3}, {9, 1}});
    mdp.rewards.row(h) << 0.1, 0.9, 0.3, 0.2 + 0.1 * h;
  }
  mdp.dynamics = dynamics;
  if (known) mdp.problem.known_rewards = mdp.rewards;
  return mdp;
}

}  // namespace tacit::trial
