#include "tacit/privacy/billboard.h"

#include "tacit/privacy/layout.h"

namespace tacit {

void Billboard::clear(int tasks, int dimension, Index outcomes) {
  tasks_.assign(tasks,
                {Matrix::Zero(dimension, dimension), Vector::Zero(dimension), Matrix::Zero(outcomes, dimension), {}});
}

void Billboard::put(int task, Statistic statistic, std::span<const double> values) {
  Task& board = tasks_[task];
  const Index d = board.response.size();
  switch (statistic) {
    case Statistic::gram:
      board.gram = unpack_symmetric(values, d);
      break;
    case Statistic::response:
      board.response = ConstVectorView(values.data(), d);
      break;
    case Statistic::outcomes:
      board.outcomes = ConstMatrixView(values.data(), static_cast<Index>(values.size()) / d, d);
  }
}

Matrix Billboard::moments(int task, const Targets& targets) const {
  if (ask_) return ask_(task, targets);
  return tasks_[task].outcomes.transpose() * targets.at_outcomes;
}

}  // namespace tacit
