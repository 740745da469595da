#include "tacit/agents/block/simplex_fit.h"

#include <cmath>

#include "tacit/core/stop.h"

namespace tacit {
namespace {

constexpr int kMostSteps = 200, kPowerSteps = 12;

// At least the largest eigenvalue of design design', nearly.
double curvature(const Eigen::MatrixXd& design) {
  Vector x = Vector::Ones(design.rows()).normalized();
  double size = 1;
  for (int step = 0; step < kPowerSteps; ++step) {
    x = design * (design.transpose() * x);  // Entries stay positive, so the power method starts well.
    size = x.norm();
    if (size == 0) return 1;
    x /= size;
  }
  return 1.05 * size;
}

}  // namespace

// One number is taken off every entry that stays positive. Found by Newton's method, which drops entries and never
// takes one back (Michelot 1986).
void project_on_simplex(Eigen::Ref<Vector> x, double total) {
  double shift = (x.sum() - total) / static_cast<double>(x.size());
  for (Index before = x.size() + 1, positive = x.size(); positive < before;) {  // Rounding could take one back.
    before = positive;
    double sum = 0;
    positive = 0;
    for (const double entry : x)
      if (entry > shift) sum += entry, ++positive;
    if (positive > 0) shift = (sum - total) / static_cast<double>(positive);
  }
  x = (x.array() - shift).max(0.0);
}

Vector simplex_fit(const Eigen::MatrixXd& design, const Vector& wanted, double ridge, double accuracy, Vector from) {
  const Index n = design.rows();
  const double total = from.sum(), mean = total / static_cast<double>(n);
  const double step = 1 / (curvature(design) + ridge);
  Vector ahead = from, next(n);
  Vector fitted = design.transpose() * from, fitted_ahead = fitted, better(fitted.size());
  double momentum = 1;
  for (int round = 0; round < kMostSteps; ++round) {
    obey_stop();
    next.noalias() = design * (fitted_ahead - wanted);
    next = ahead - step * (next + ridge * (ahead.array() - mean).matrix());
    project_on_simplex(next, total);
    better.noalias() = design.transpose() * next;
    const double grown = 0.5 * (1 + std::sqrt(1 + 4 * momentum * momentum)), further = (momentum - 1) / grown;
    momentum = grown;
    ahead = next + further * (next - from);
    fitted_ahead = better + further * (better - fitted);
    const double moved = (better - fitted).norm();
    from.swap(next);
    fitted.swap(better);
    if (moved < accuracy) break;
  }
  return from;
}

Vector flattened(const Matrix& matrix) {
  const Index d = matrix.rows();
  Vector flat(d * (d + 1) / 2);
  for (Index i = 0, at = 0; i < d; ++i)
    for (Index j = i; j < d; ++j) flat[at++] = i == j ? matrix(i, j) : std::sqrt(2.0) * matrix(i, j);
  return flat;
}

Matrix unflattened(const Vector& flat, Index dimension) {
  Matrix matrix(dimension, dimension);
  for (Index i = 0, at = 0; i < dimension; ++i)
    for (Index j = i; j < dimension; ++j, ++at)
      matrix(i, j) = matrix(j, i) = i == j ? flat[at] : flat[at] / std::sqrt(2.0);
  return matrix;
}

}  // namespace tacit
