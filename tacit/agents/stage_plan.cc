#include "tacit/agents/stage_plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tacit/core/error.h"

namespace tacit {

void StagePlan::set_gram(Matrix regularised) {
  gram = std::move(regularised);
  const Eigen::LLT<Matrix> cholesky(gram);
  check(cholesky.info() == Eigen::Success, "the regularised Gram matrix is positive definite");
  const Index d = gram.rows();
  whitening = cholesky.matrixL().solve(Matrix::Identity(d, d)).transpose();
}

Vector StagePlan::solve(const Vector& moment) const { return whitening * (whitening.transpose() * moment); }

double StagePlan::squared_norm(const double* phi) const {
  const Index d = gram.rows();
  double sum = 0;
  for (Index j = 0; j < d; ++j) {
    double x = 0;
    for (Index i = 0; i <= j; ++i) x += phi[i] * whitening(i, j);
    sum += x * x;
  }
  return sum;
}

double StagePlan::combine(const Side& side, double r, double v, double n, double u) const {
  r = std::clamp(reward_centre + r + side.reward_radius * n + side.reward_bias * u, reward_low, reward_high);
  v = std::clamp(side.centre + v + side.radius * n + side.bias * u, side.low, side.high);
  return std::clamp(r + v + side.outer_radius * n, side.q_low, side.q_high);
}

StagePlan::Values StagePlan::evaluate(const double* phi) const {
  const ConstVectorView x(phi, gram.rows());
  const double squared = squared_norm(phi), length = x.squaredNorm(), n = std::sqrt(squared);
  const double unseen = length > 0 ? ridge * squared / length : 1.0, r = x.dot(reward);
  return {combine(optimistic, r, x.dot(optimistic.weights), n, unseen),
          two_sided ? combine(pessimistic, r, x.dot(pessimistic.weights), n, unseen) : 0};
}

void StagePlan::evaluate(const ConstMatrixView& features, double* optimistic_q, double* pessimistic_q) const {
  constexpr Index kChunk = 256;  // Rows whose whitened copy stays in cache.
  const Index d = features.cols();
  Matrix whitened(std::min(kChunk, features.rows()), d);
  Vector reward_part(whitened.rows()), value_part(whitened.rows()), norm(whitened.rows()), unseen(whitened.rows());
  for (Index row = 0; row < features.rows(); row += kChunk) {
    const Index n = std::min(kChunk, features.rows() - row);
    const auto block = features.middleRows(row, n);
    whitened.topRows(n).noalias() = block * whitening.triangularView<Eigen::Upper>();
    reward_part.head(n).noalias() = block * reward;
    value_part.head(n).noalias() = block * optimistic.weights;
    for (Index i = 0; i < n; ++i) {
      const double squared = whitened.row(i).squaredNorm(), length = block.row(i).squaredNorm();
      norm[i] = std::sqrt(squared);
      unseen[i] = length > 0 ? ridge * squared / length : 1.0;
      optimistic_q[row + i] = combine(optimistic, reward_part[i], value_part[i], norm[i], unseen[i]);
    }
    if (!two_sided) continue;
    value_part.head(n).noalias() = block * pessimistic.weights;
    for (Index i = 0; i < n; ++i)
      pessimistic_q[row + i] = combine(pessimistic, reward_part[i], value_part[i], norm[i], unseen[i]);
  }
}

}  // namespace tacit
