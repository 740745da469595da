#include "tacit/agents/policy.h"

#include <array>
#include <utility>

namespace tacit {

Policy::Policy(const Problem& problem, std::int64_t version, PolicyTable table, std::vector<Vector> values,
               ActionValues elsewhere)
    : table_(std::make_shared<const PolicyTable>(std::move(table))),
      rest_(std::make_shared<const Rest>(
          Rest{version, problem.actions, problem.dimension, std::move(values), std::move(elsewhere)})) {}

bool Policy::known(const State& state) const {
  return state.features != nullptr &&
         ConstRow(state.features, static_cast<Index>(rest_->actions) * rest_->dimension).array().isFinite().all();
}

int Policy::act_elsewhere(int h, const State& state, Stream& ties) const {
  if (!known(state)) return table_->act(h, -1, ties);
  constexpr int kFew = 64;  // So many actions need no allocation.
  std::array<double, kFew> few;
  std::vector<double> many(rest_->actions > kFew ? rest_->actions : 0);
  const std::span<double> values(many.empty() ? few.data() : many.data(), rest_->actions);
  rest_->elsewhere(h, state, values);
  return greedy_action(values, ties);
}

void Policy::distribution(int h, const State& state, std::span<double> probability) const {
  if (state.point >= 0 || !rest_->elsewhere || !known(state)) return table_->distribution(h, state.point, probability);
  rest_->elsewhere(h, state, probability);
  greedy_distribution(probability, probability);
}

ActionDistribution Policy::law() const {
  return [policy = *this](int h, const State& state, std::span<double> probability) {
    policy.distribution(h, state, probability);
  };
}

std::span<const double> Policy::action_values(int h) const {
  if (rest_->values.empty()) return {};
  const Vector& values = rest_->values[h];
  return {values.data(), static_cast<std::size_t>(values.size())};
}

}  // namespace tacit
