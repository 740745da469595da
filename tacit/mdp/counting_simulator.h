// Plays a finite environment for many users at once, as long as they all meet the same policy.
//
// Users who meet one policy are independent and alike. So the numbers of them who start in each state are multinomial;
// of those in state s at stage h, the numbers who take each action are multinomial given how many there are; of those
// who take action a, the numbers who go to each state are multinomial with P_h(.|s,a), and the sum of their Bernoulli
// rewards is binomial, independent of where they go (in Simulator the reward has a word of its own). Drawn in this
// order, the counts have exactly the law that they have when the users of Simulator are counted; only who of them did
// what is not decided. The cost is O(H S A S), whatever the number of users.
//
// Randomness comes from streams of (first user, stage). Keeps memory to work in: one per run.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "tacit/core/binomial.h"
#include "tacit/mdp/evaluation.h"
#include "tacit/mdp/tally.h"

namespace tacit {

class CountingSimulator {
 public:
  explicit CountingSimulator(const LinearMdp& mdp);  ///< Finite. Keeps a reference; `mdp` must outlive it.

  /// How many of `users` users, of whom the first is number `first`, start in each state.
  void start(const StreamKey& key, std::int64_t first, std::int64_t users, std::span<std::int64_t> states);
  /// What users do who start like this and follow `policy`; `visit` is told of all that some user does, by stage.
  void play(const StreamKey& key, std::int64_t first, std::span<const std::int64_t> states,
            const ActionDistribution& policy, const std::function<void(const Tally&)>& visit);

 private:
  BoundedSum rewards(const Tally& tally, Stream& stream) const;
  /// Where they go; also adds them to there_.
  std::span<const std::int64_t> move_on(const Tally& tally, Stream& stream);

  const LinearMdp& mdp_;
  const FiniteDynamics& dynamics_;
  Multinomial among_states_, among_actions_;
  std::vector<std::int64_t> here_, there_, actions_, next_;
  std::vector<double> probability_;
  std::vector<Index> sole_;  ///< Per row of the points: the coordinate that alone is not zero, or -1.
  Eigen::RowVectorXd transition_;
};

}  // namespace tacit
