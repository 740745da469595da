#include "tacit/mdp/counting_simulator.h"

#include <algorithm>

#include "tacit/core/error.h"

namespace tacit {
namespace {

const FiniteDynamics& finite(const LinearMdp& mdp) {
  check(mdp.finite() != nullptr, "states can be counted where they are finitely many");
  return *mdp.finite();
}

}  // namespace

CountingSimulator::CountingSimulator(const LinearMdp& mdp)
    : mdp_(mdp),
      dynamics_(finite(mdp)),
      among_states_(mdp.problem.point_count()),
      among_actions_(mdp.problem.actions),
      here_(mdp.problem.point_count()),
      there_(mdp.problem.point_count()),
      actions_(mdp.problem.actions),
      next_(mdp.problem.point_count()),
      probability_(mdp.problem.actions),
      sole_(sole_features(mdp.problem.points)),
      transition_(mdp.problem.point_count()) {}

void CountingSimulator::start(const StreamKey& key, std::int64_t first, std::int64_t users,
                              std::span<std::int64_t> states) {
  Stream stream(key, first);
  among_states_.split(users, {dynamics_.start.data(), states.size()}, stream, states);
}

void CountingSimulator::play(const StreamKey& key, std::int64_t first, std::span<const std::int64_t> states,
                             const ActionDistribution& policy, const std::function<void(const Tally&)>& visit) {
  const Problem& problem = mdp_.problem;
  here_.assign(states.begin(), states.end());
  for (int h = 0; h < problem.horizon; ++h) {
    const bool last = h + 1 == problem.horizon;
    Stream stream(key, first, h + 1);
    std::fill(there_.begin(), there_.end(), 0);
    for (Index s = 0; s < problem.point_count(); ++s) {
      if (here_[s] == 0) continue;
      const State state = problem.point(s);
      policy(h, state, probability_);
      among_actions_.split(here_[s], probability_, stream, actions_);
      for (int a = 0; a < problem.actions; ++a) {
        if (actions_[a] == 0) continue;
        Tally tally{h, state, a, actions_[a], {}, {}};
        tally.rewards = rewards(tally, stream);
        if (!last) tally.next = move_on(tally, stream);
        visit(tally);
      }
    }
    std::swap(here_, there_);
  }
}

BoundedSum CountingSimulator::rewards(const Tally& tally, Stream& stream) const {
  const bool over = mdp_.problem.is_over(tally.state);
  const double mean =
      over ? mdp_.problem.ended_reward : mdp_.problem.feature(tally.state, tally.action).dot(mdp_.rewards.row(tally.h));
  const double chance = std::clamp(mean, 0.0, 1.0);
  BoundedSum sum;
  if (over || !mdp_.bernoulli_rewards) {
    sum.add(chance, tally.users);
    return sum;
  }
  const std::int64_t ones = binomial(tally.users, chance, stream);
  sum.add(1, ones);
  sum.add(0, tally.users - ones);
  return sum;
}

std::span<const std::int64_t> CountingSimulator::move_on(const Tally& tally, Stream& stream) {
  const ConstRow phi = mdp_.problem.feature(tally.state, tally.action);
  const Matrix& measure = dynamics_.measure(tally.h);
  if (const Index i = sole_[tally.state.point * mdp_.problem.actions + tally.action]; i >= 0) {
    transition_ = phi[i] * measure.row(i);
  } else {
    transition_.noalias() = phi * measure;
  }
  among_states_.split(tally.users, {transition_.data(), next_.size()}, stream, next_);
  for (std::size_t s = 0; s < next_.size(); ++s) there_[s] += next_[s];
  return next_;
}

}  // namespace tacit
