#include "tacit/agents/policy_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "tacit/core/error.h"
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
      several_(1, Several{std::vector<int>(problem.actions)}) {
  std::iota(several_[0].actions.begin(), several_[0].actions.end(), 0);
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
      play_several(choice, {best});
    }
  }
}

void PolicyTable::play_several(int& choice, Several several) {
  several_.push_back(std::move(several));
  choice = -static_cast<int>(several_.size());
}

PolicyTable PolicyTable::of_law(const Problem& problem, std::span<const double> law) {
  PolicyTable table(problem);
  const auto actions = static_cast<std::size_t>(problem.actions);
  check(law.size() == table.choice_.size() * actions, "a law has a number for each stage, point and action");
  constexpr double kRounding = 1e-9;
  for (std::size_t row = 0; row < table.choice_.size(); ++row) {
    const std::span<const double> chances = law.subspan(row * actions, actions);
    const auto where = [&] {
      const auto points = static_cast<std::size_t>(table.points_);
      return fmt::format("stage {}, state {}", row / points, row % points);
    };
    Several several;
    double sum = 0;
    for (std::size_t a = 0; a < actions; ++a) {
      if (!(chances[a] >= 0 && chances[a] <= 1 + kRounding))
        throw Error("policy", fmt::format("{} has {}; expected numbers from 0 to 1", where(), chances[a]));
      if (chances[a] == 0) continue;
      several.actions.push_back(static_cast<int>(a));
      several.chances.push_back(chances[a]);
      sum += chances[a];
    }
    if (!(std::abs(sum - 1) <= kRounding))
      throw Error("policy", fmt::format("{} adds up to {}; expected 1 within 1e-9", where(), sum));
    if (several.actions.size() == 1)
      table.choice_[row] = several.actions[0];
    else
      table.play_several(table.choice_[row], std::move(several));
  }
  return table;
}

int PolicyTable::act(int h, Index point, Stream& ties) const {
  const int choice = choice_at(h, point);
  if (choice >= 0) return choice;
  const Several& several = several_[-choice - 1];
  if (several.chances.empty()) return several.actions[ties.below(several.actions.size())];
  double u = ties.uniform();
  for (std::size_t i = 0; i + 1 < several.actions.size(); ++i)
    if ((u -= several.chances[i]) < 0) return several.actions[i];
  return several.actions.back();
}

void PolicyTable::distribution(int h, Index point, std::span<double> probability) const {
  std::fill(probability.begin(), probability.end(), 0.0);
  each(h, point, [&](int action, double p) { probability[action] = p; });
}

}  // namespace tacit
