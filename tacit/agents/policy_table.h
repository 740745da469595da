// A policy on the public points: greedy in a table of action values, ties broken at random, or of any law that somebody
// states.
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

  /// Plays each action with the chance that `law` gives it: entry (h * points + p) * actions + a. Throws Error
  /// ("policy") unless these are distributions, within 1e-9.
  static PolicyTable of_law(const Problem& problem, std::span<const double> law);

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
    const Several& several = several_[-choice - 1];
    for (std::size_t i = 0; i < several.actions.size(); ++i) use(several.actions[i], several.chance(i));
  }

 private:
  /// What is played at random.
  struct Several {
    std::vector<int> actions;
    std::vector<double> chances = {};  ///< Of each; none: they are as likely.

    double chance(std::size_t i) const {
      return chances.empty() ? 1.0 / static_cast<double>(actions.size()) : chances[i];
    }
  };
  void play_several(int& choice, Several several);
  int choice_at(int h, Index point) const { return point >= 0 && point < points_ ? choice_[h * points_ + point] : -1; }

  int actions_;
  Index points_;
  std::vector<int> choice_;       ///< Per stage and point: the action, or -1-i where it is one of several_[i].
  std::vector<Several> several_;  ///< All actions, then others as they come.
};

}  // namespace tacit
