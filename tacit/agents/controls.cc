#include "tacit/agents/controls.h"

#include <algorithm>
#include <vector>

#include "tacit/mdp/evaluation.h"

namespace tacit {

int UniformAgent::act(int, const State&, Stream& ties) const { return static_cast<int>(ties.below(actions_)); }

void UniformAgent::distribution(int, const State&, std::span<double> probability) const {
  std::fill(probability.begin(), probability.end(), 1.0 / actions_);
}

int GreedyAgent::act(int h, const State& state, Stream& ties) const {
  // One pass: a new maximum starts a new set of ties, a tie replaces the choice with probability 1 / size.
  double best = -1e300;
  int choice = 0, count = 0;
  for (int a = 0; a < problem_.actions; ++a) {
    const double value = problem_.feature(state, a).dot(weights_.row(h));
    if (value > best + kTie) {
      best = value, choice = a, count = 1;
    } else if (value >= best - kTie && ties.below(++count) == 0) {
      choice = a;
    }
  }
  return choice;
}

void GreedyAgent::distribution(int h, const State& state, std::span<double> probability) const {
  greedy_in(problem_, weights_)(h, state, probability);
}

}  // namespace tacit
