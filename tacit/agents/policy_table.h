// A policy on the public points that is greedy in a table of action values, ties broken at random.
#pragma once

#include <span>
#include <vector>

#include "tacit/core/rng.h"
#include "tacit/mdp/problem.h"

namespace tacit {

/// The best action; ties are broken with `ties`.
int greedy_action(std::span<const double> values, Stream& ties);

class PolicyTable {
 public:
  /// All actions alike, everywhere.
  explicit PolicyTable(const Problem& problem);
  /// Greedy in `values`, one vector per stage.
  PolicyTable(const Problem& problem, const std::vector<Vector>& values);

  /// Greedy in `values`, row p * actions + a, for stage h from now on.
  void set(int h, const Vector& values);
  /// At what is no public point, every action alike.
  int act(int h, Index point, Stream& ties) const;
  void distribution(int h, Index point, std::span<double> probability) const;
  /// Calls use(action, probability) for every action that may be played.
  template <typename Use>
  void each(int h, Index point, const Use& use) const {
    const int choice = choice_at(h, point);
    if (choice >= 0) return use(choice, 1.0);
    const std::vector<int>& tied = tied_[-choice - 1];
    for (const int action : tied) use(action, 1.0 / static_cast<double>(tied.size()));
  }

 private:
  int choice_at(int h, Index point) const { return point >= 0 && point < points_ ? choice_[h * points_ + point] : -1; }

  int actions_;
  Index points_;
  std::vector<int> choice_;             ///< Per stage and point: the action, or -1-i where those of tied_[i] tie.
  std::vector<std::vector<int>> tied_;  ///< All actions, then others as they come.
};

}  // namespace tacit
