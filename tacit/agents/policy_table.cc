#include "tacit/agents/policy_table.h"

#include <algorithm>
#include <numeric>

#include "tacit/mdp/evaluation.h"

namespace tacit {

int greedy_action(std::span<const double> values, Stream& ties) {
  const auto best = std::max_element(values.begin(), values.end());
  const auto tied = [&](double value) { return value >= *best - kTie; };
  const auto count = std::count_if(values.begin(), values.end(), tied);
  if (count == 0) return static_cast<int>(ties.below(values.size()));  // None is a number: all alike.
  if (count == 1) return static_cast<int>(best - values.begin());
  auto chosen = ties.below(count);
  for (int a = 0;; ++a)
    if (tied(values[a]) && chosen-- == 0) return a;
}

PolicyTable::PolicyTable(const Problem& problem)
    : actions_(problem.actions),
      points_(problem.point_count()),
      choice_(static_cast<std::size_t>(problem.horizon) * points_, -1),
      tied_(1, std::vector<int>(problem.actions)) {
  std::iota(tied_[0].begin(), tied_[0].end(), 0);
}

PolicyTable::PolicyTable(const Problem& problem, const std::vector<Vector>& values) : PolicyTable(problem) {
  for (std::size_t h = 0; h < values.size(); ++h) set(static_cast<int>(h), values[h]);
}

void PolicyTable::set(int h, const Vector& values) {
  std::vector<int> best;
  for (Index p = 0; p < points_; ++p) {
    const double* q = values.data() + p * actions_;
    const double most = *std::max_element(q, q + actions_);
    best.clear();
    for (int a = 0; a < actions_; ++a)
      if (q[a] >= most - kTie) best.push_back(a);
    int& choice = choice_[h * points_ + p];
    if (best.size() == 1) {
      choice = best[0];
    } else if (static_cast<int>(best.size()) == actions_) {
      choice = -1;
    } else {
      tied_.push_back(best);
      choice = -static_cast<int>(tied_.size());
    }
  }
}

int PolicyTable::act(int h, Index point, Stream& ties) const {
  const int choice = choice_at(h, point);
  if (choice >= 0) return choice;
  const std::vector<int>& tied = tied_[-choice - 1];
  return tied[ties.below(tied.size())];
}

void PolicyTable::distribution(int h, Index point, std::span<double> probability) const {
  std::fill(probability.begin(), probability.end(), 0.0);
  each(h, point, [&](int action, double p) { probability[action] = p; });
}

}  // namespace tacit
