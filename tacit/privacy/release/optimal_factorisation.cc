// The optimisers of factorised.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"
#include "tacit/core/stop.h"
#include "tacit/privacy/release/factorised.h"

namespace tacit {
namespace {

// V = A' diag(w) A: entry (i, j) counts the worth of the prefixes that hold both blocks.
Matrix worth(const Vector& weights) {
  const Index n = weights.size();
  Vector after(n);
  double sum = 0;
  for (Index i = n - 1; i >= 0; --i) after[i] = sum += weights[i];
  return Matrix::NullaryExpr(n, n, [&](Index i, Index j) { return after[std::max(i, j)]; });
}

// (diag(l)^(1/2) V diag(l)^(1/2))^(1/2).
Matrix root(const Matrix& V, const Vector& multipliers) {
  const Vector half = multipliers.cwiseSqrt();
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(half.asDiagonal() * V * half.asDiagonal());
  check(eigen.info() == Eigen::Success, "the eigenvalues of a worth matrix are found");
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal() *
         eigen.eigenvectors().transpose();
}

// One step of the fixed-point iteration; returns the largest relative change.
double step(const Matrix& V, Vector& multipliers) {
  obey_stop();
  const Vector next = root(V, multipliers).diagonal();
  const double change = (next.cwiseQuotient(multipliers).array() - 1).abs().maxCoeff();
  multipliers = next;
  return change;
}

// Lower-triangular C with C'C = X: the Cholesky factor of X read backwards. Columns are scaled to unit norm, which the
// fixed point gives them but for rounding.
Matrix factor(const Matrix& X) {
  const Eigen::LLT<Matrix> backwards(X.reverse());
  check(backwards.info() == Eigen::Success, "an optimal factorisation is positive definite");
  Matrix C = Matrix(backwards.matrixL()).reverse().transpose();
  for (Index j = 0; j < C.cols(); ++j) C.col(j).normalize();
  return C;
}

Matrix factor(const Matrix& V, const Vector& multipliers) {
  const Vector inverse_half = multipliers.cwiseSqrt().cwiseInverse();
  return factor(inverse_half.asDiagonal() * root(V, multipliers) * inverse_half.asDiagonal());
}

Index checked_size(Index releases) {
  if (releases < 1 || releases > 400)
    throw Error("releases", fmt::format("{}", releases), "an integer from 1 to 400 for an optimised factorisation");
  return releases;
}

}  // namespace

Matrix optimal_factorisation(std::span<const double> weights) {
  const Index n = checked_size(static_cast<Index>(weights.size()));
  for (const double w : weights)
    if (!(w >= 0) || !std::isfinite(w)) throw Error("weights", fmt::format("{}", w), "numbers from 0");
  Vector w = ConstVectorView(weights.data(), n);
  if (w.maxCoeff() == 0) throw Error("weights", "all are zero");
  w = (w / w.maxCoeff()).cwiseMax(1e-6);
  const Matrix V = worth(w);
  Vector multipliers = V.diagonal().cwiseSqrt();
  for (int i = 0; i < 300 && step(V, multipliers) > 1e-7; ++i) {
  }
  return factor(V, multipliers);
}

Matrix worst_case_factorisation(Index releases) {
  Vector weights = Vector::Ones(checked_size(releases)), multipliers = worth(weights).diagonal().cwiseSqrt();
  Matrix best;
  double least = INFINITY;
  for (int round = 0; round < 60; ++round) {
    const Matrix V = worth(weights);
    for (int i = 0; i < 5; ++i) step(V, multipliers);
    const Matrix C = factor(V, multipliers);
    const Strategy s = factorised_strategy(C);
    const ConstVectorView deviation(s.prefix_std.data(), releases);
    if (deviation.maxCoeff() < least) least = deviation.maxCoeff(), best = C;
    weights = weights.cwiseProduct(deviation.cwiseAbs2());
    weights *= static_cast<double>(releases) / weights.sum();
    weights = weights.cwiseMax(1e-6);
  }
  return best;
}

}  // namespace tacit
