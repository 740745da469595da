#include "tacit/agents/stage_plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tacit/core/error.h"

namespace tacit {

namespace {

// Upper triangular U with U U' = matrix^-1.
Matrix whitening_of(const Matrix& matrix) {
  const Eigen::LLT<Matrix> cholesky(matrix);
  check(cholesky.info() == Eigen::Success, "the regularised Gram matrix is positive definite");
  return cholesky.matrixL().solve(Matrix::Identity(matrix.rows(), matrix.rows())).transpose();
}

}  // namespace

void StagePlan::set_gram(Matrix regularised) {
  gram = std::move(regularised);
  whitening = whitening_of(gram);
}

void StagePlan::set_reward_gram(const Matrix& regularised) { reward_whitening = whitening_of(regularised); }

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

inline double StagePlan::combine(const Side& side, double r, double v, const Geometry& g) const {
  r = std::clamp(reward_centre + r + side.reward_radius * g.reward_norm + side.reward_bias * g.unseen +
                     side.reward_noise * g.carried,
                 reward_low, reward_high);
  v = std::clamp(side.centre + v + side.radius * g.norm + side.bias * g.unseen + side.noise * g.carried, side.low,
                 side.high);
  return std::clamp(r + v + side.outer_radius * g.norm, side.q_low, side.q_high);
}

StagePlan::Values StagePlan::evaluate(const double* phi) const {
  const ConstVectorView x(phi, gram.rows());
  const double squared = squared_norm(phi), length = x.squaredNorm(), r = x.dot(reward);
  const double norm = std::sqrt(squared);
  const Geometry g{norm, reward_whitening.size() > 0 ? (reward_whitening.transpose() * x).norm() : norm,
                   length > 0 ? ridge * squared / length : 1.0,
                   noisy() ? (whitening * (whitening.transpose() * x)).norm() : 0};
  return {combine(optimistic, r, x.dot(optimistic.weights), g),
          two_sided ? combine(pessimistic, r, x.dot(pessimistic.weights), g) : 0};
}

void StagePlan::evaluate(const ConstMatrixView& features, double* optimistic_q, double* pessimistic_q) const {
  constexpr Index kChunk = 256;  // Rows whose whitened copy stays in cache.
  const Index d = features.cols(), most = std::min(kChunk, features.rows());
  const bool apart = reward_whitening.size() > 0;
  Matrix whitened(most, d), reward_whitened(apart ? most : 0, d), carried(noisy() ? most : 0, d);
  Vector reward_part(most), value_part(most), pessimistic_part(two_sided ? most : 0);
  for (Index row = 0; row < features.rows(); row += kChunk) {
    const Index n = std::min(kChunk, features.rows() - row);
    const auto block = features.middleRows(row, n);
    whitened.topRows(n).noalias() = block * whitening.triangularView<Eigen::Upper>();
    if (apart) reward_whitened.topRows(n).noalias() = block * reward_whitening.triangularView<Eigen::Upper>();
    if (noisy())
      carried.topRows(n).noalias() = whitened.topRows(n) * whitening.transpose().triangularView<Eigen::Lower>();
    reward_part.head(n).noalias() = block * reward;
    value_part.head(n).noalias() = block * optimistic.weights;
    if (two_sided) pessimistic_part.head(n).noalias() = block * pessimistic.weights;
    for (Index i = 0; i < n; ++i) {
      const double squared = whitened.row(i).squaredNorm(), length = block.row(i).squaredNorm();
      const double norm = std::sqrt(squared);
      const Geometry g{norm, apart ? reward_whitened.row(i).norm() : norm, length > 0 ? ridge * squared / length : 1.0,
                       noisy() ? carried.row(i).norm() : 0};
      optimistic_q[row + i] = combine(optimistic, reward_part[i], value_part[i], g);
      if (two_sided) pessimistic_q[row + i] = combine(pessimistic, reward_part[i], pessimistic_part[i], g);
    }
  }
}

}  // namespace tacit
