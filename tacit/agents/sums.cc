#include "tacit/agents/sums.h"

#include <algorithm>

namespace tacit {

Sums::Sums(const Problem& problem) : problem_(problem), stages_(problem.horizon) {
  const int d = problem.dimension;
  for (Stage& stage : stages_) {
    stage.gram = Matrix::Zero(d, d);
    stage.reward = stage.mass = Vector::Zero(d);
    if (problem.finite) stage.successors = Matrix::Zero(problem.point_count(), d);
  }
}

void Sums::add(const Step& step, double weight) {
  Stage& stage = stages_[step.h];
  const int d = problem_.dimension;
  const double* phi = step.state.features + static_cast<Index>(step.action) * d;
  double* gram = stage.gram.data();
  double* successor = problem_.finite ? stage.successors.row(step.next.point).data() : nullptr;
  for (int i = 0; i < d; ++i) {
    const double weighted = weight * phi[i];
    if (weighted != 0)
      for (int j = 0; j < d; ++j) gram[i * d + j] += weighted * phi[j];
    stage.reward[i] += weighted * step.reward;
    stage.mass[i] += weighted;
    if (successor) successor[i] += weighted;
  }
  if (!problem_.finite) {
    for (int i = 0; i < d; ++i) stage.features.push_back(weight * phi[i]);
    stage.next_blocks.insert(stage.next_blocks.end(), step.next.features,
                             step.next.features + static_cast<std::size_t>(problem_.actions) * d);
  }
}

Matrix Sums::moments(int h, const Targets& targets) const {
  const Stage& stage = stages_[h];
  const int d = problem_.dimension;
  if (problem_.finite) return stage.successors.transpose() * targets.at_points;
  const Index users = static_cast<Index>(stage.features.size()) / d;
  const Index block = static_cast<Index>(problem_.actions) * d;
  Matrix sum = Matrix::Zero(d, targets.at_points.cols());
  Matrix values;
  constexpr Index kChunk = 512;  // Keeps what is evaluated in cache.
  for (Index i = 0; i < users; i += kChunk) {
    const Index n = std::min(kChunk, users - i);
    targets.elsewhere(ConstMatrixView(stage.next_blocks.data() + i * block, n * problem_.actions, d), values);
    sum.noalias() += ConstMatrixView(stage.features.data() + i * d, n, d).transpose() * values;
  }
  return sum;
}

}  // namespace tacit
