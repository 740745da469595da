#include "tacit/agents/block/simplex_fit.h"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "tacit/core/stop.h"

namespace tacit {
namespace {

constexpr int kMostSteps = 200, kPowerSteps = 12;

// The largest eigenvalue, nearly and from above. Entries stay positive, so the power method starts well.
template <typename Multiply>
double power_method(Index n, const Multiply& multiply) {
  Vector x = Vector::Ones(n).normalized();
  double size = 1;
  for (int step = 0; step < kPowerSteps; ++step) {
    multiply(x);
    size = x.norm();
    if (size == 0) return 1;
    x /= size;
  }
  return 1.05 * size;
}

// kernel x, by the columns in which x is not 0, four at a time.
void multiply_sparse(const Eigen::MatrixXd& kernel, const Vector& x, Vector& result) {
  std::array<Index, 4> four;
  std::size_t found = 0;
  result.setZero();
  for (Index i = 0; i < x.size(); ++i) {
    if (x[i] == 0) continue;
    four[found++] = i;
    if (found < four.size()) continue;
    const auto [a, b, c, d] = four;
    result += x[a] * kernel.col(a) + x[b] * kernel.col(b) + x[c] * kernel.col(c) + x[d] * kernel.col(d);
    found = 0;
  }
  for (std::size_t k = 0; k < found; ++k) result += x[four[k]] * kernel.col(four[k]);
}

}  // namespace

double curvature_of(const Eigen::MatrixXd& design) {
  return power_method(design.rows(), [&](Vector& x) { x = design * (design.transpose() * x); });
}

double curvature_of_kernel(const Eigen::MatrixXd& kernel) {
  return power_method(kernel.rows(), [&](Vector& x) { x = kernel * x; });
}

// One number is taken off every entry that stays positive. Found by Newton's method, which drops entries and never
// takes one back (Michelot 1986), so that each pass looks only at those that are left. Without branches: which entries
// stay nobody can predict.
void project_on_simplex(Eigen::Ref<Vector> x, double total) {
  constexpr Index kFew = 64;
  const Index n = x.size();
  std::array<double, kFew> few;
  std::vector<double> many(n > kFew ? n : 0);
  double* const kept = n > kFew ? many.data() : few.data();
  const double* left = x.data();
  double shift = (x.sum() - total) / static_cast<double>(n);
  for (Index before = n + 1, count = n, positive = n; positive < before;) {
    before = positive;
    positive = 0;
    for (Index i = 0; i < count; ++i) {
      const double entry = left[i];
      kept[positive] = entry;
      positive += entry > shift;
    }
    if (positive == 0 || (positive == count && left == kept)) break;  // Then the sum is what it was.
    const double last = shift;
    double sum = 0;
    for (Index i = 0; i < positive; ++i) sum += kept[i];
    shift = (sum - total) / static_cast<double>(positive);
    const bool back = shift < last;  // Rounding could take one back: then all are looked at again.
    left = back ? x.data() : kept, count = back ? n : positive;
  }
  x = (x.array() - shift).max(0.0);
}

Vector simplex_fit(const Eigen::MatrixXd& design, const Vector& wanted, double ridge, double accuracy, Vector from) {
  return simplex_fit(design, curvature_of(design), wanted, ridge, accuracy, std::move(from));
}

Vector simplex_fit(const Eigen::MatrixXd& design, double curvature, const Vector& wanted, double ridge, double accuracy,
                   Vector from) {
  const Index n = design.rows();
  const double total = from.sum(), mean = total / static_cast<double>(n);
  const double step = 1 / (curvature + ridge);
  Vector ahead = from, next(n), missed(wanted.size());
  Vector fitted = design.transpose() * from, fitted_ahead = fitted, better(fitted.size());
  double momentum = 1;
  for (int round = 0; round < kMostSteps; ++round) {
    obey_stop();
    missed = fitted_ahead - wanted;
    next.noalias() = design * missed;
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

Vector kernel_fit(const Eigen::MatrixXd& kernel, double curvature, const Vector& pull, double ridge, double accuracy,
                  Vector from) {
  const Index n = kernel.rows();
  const double total = from.sum(), mean = total / static_cast<double>(n);
  const double step = 1 / (curvature + ridge);
  Vector ahead = from, next(n), fitted(n), better(n);
  multiply_sparse(kernel, from, fitted);
  Vector fitted_ahead = fitted;
  double momentum = 1;
  for (int round = 0; round < kMostSteps; ++round) {
    obey_stop();
    next = ahead - step * (fitted_ahead - pull + ridge * (ahead.array() - mean).matrix());
    project_on_simplex(next, total);
    multiply_sparse(kernel, next, better);
    if ((ahead - next).dot(next - from) > 0) momentum = 1;
    const double grown = 0.5 * (1 + std::sqrt(1 + 4 * momentum * momentum)), further = (momentum - 1) / grown;
    momentum = grown;
    ahead = next + further * (next - from);
    fitted_ahead = better + further * (better - fitted);
    const double moved = (better - fitted).dot(next - from);  // The square of how far design'x moved.
    from.swap(next);
    fitted.swap(better);
    if (moved < accuracy * accuracy) break;
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

void add_weighted_squares(const Matrix& rows, const Vector& weights, Matrix& sum) {
  Matrix scaled((weights.array() > 0).count(), rows.cols());
  for (Index row = 0, at = 0; row < rows.rows(); ++row)
    if (weights[row] > 0) scaled.row(at++) = std::sqrt(weights[row]) * rows.row(row);
  add_square(scaled, sum);
}

}  // namespace tacit
