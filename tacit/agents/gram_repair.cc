#include "tacit/agents/gram_repair.h"

#include <algorithm>
#include <cmath>

namespace tacit {
namespace {

constexpr int kMostSteps = 200, kPowerSteps = 12;

// The nearest vector with entries >= 0 that add up to `total`: one number is taken off every entry that stays positive.
// Found by Newton's method, which drops entries and never takes one back (Michelot 1986).
void project_on_simplex(Vector& x, double total) {
  double shift = (x.sum() - total) / static_cast<double>(x.size());
  for (Index positive = x.size(), before = 0; positive != before && positive > 0;) {
    before = positive;
    positive = (x.array() > shift).count();
    shift += ((x.array() - shift).max(0.0).sum() - total) / static_cast<double>(std::max<Index>(positive, 1));
  }
  x = (x.array() - shift).max(0.0);
}

// Symmetric matrices as vectors whose inner products are those of the matrices: the upper triangle, what stands twice
// times sqrt(2).
Vector flattened(const Matrix& matrix) {
  const Index d = matrix.rows();
  Vector flat(d * (d + 1) / 2);
  for (Index i = 0, at = 0; i < d; ++i)
    for (Index j = i; j < d; ++j) flat[at++] = i == j ? matrix(i, j) : std::sqrt(2.0) * matrix(i, j);
  return flat;
}
Matrix unflattened(const Vector& flat, Index d) {
  Matrix matrix(d, d);
  for (Index i = 0, at = 0; i < d; ++i)
    for (Index j = i; j < d; ++j, ++at) matrix(i, j) = matrix(j, i) = i == j ? flat[at] : flat[at] / std::sqrt(2.0);
  return matrix;
}

// row row' of every row. Stored by columns: there are many rows, and their products are short.
Eigen::MatrixXd outer_products(const Matrix& rows) {
  Eigen::MatrixXd products(rows.rows(), rows.cols() * (rows.cols() + 1) / 2);
  for (Index g = 0; g < rows.rows(); ++g) products.row(g) = flattened(rows.row(g).transpose() * rows.row(g));
  return products;
}

// At least the largest eigenvalue of what takes counts to <row row', gram of counts>, nearly.
double curvature(const Eigen::MatrixXd& products) {
  Vector x = Vector::Ones(products.rows()).normalized();
  double size = 1;
  for (int step = 0; step < kPowerSteps; ++step) {
    x = products * (products.transpose() * x);  // Entries stay positive, so the power method starts well.
    size = x.norm();
    if (size == 0) return 1;
    x /= size;
  }
  return 1.05 * size;
}

}  // namespace

RepairedGram repaired_gram(const Matrix& noisy, const Matrix& rows, double users, double accuracy) {
  const Index n = rows.rows();
  const Eigen::MatrixXd products = outer_products(rows);
  const double step = 1 / curvature(products);
  const Vector wanted = flattened(noisy);
  Vector counts = Vector::Constant(n, users / static_cast<double>(n)), ahead = counts, next(n);
  Vector gram = products.transpose() * counts, gram_ahead = gram, better(gram.size());
  double momentum = 1;
  for (int round = 0; round < kMostSteps; ++round) {
    next.noalias() = products * (gram_ahead - wanted);
    next = ahead - step * next;
    project_on_simplex(next, users);
    better.noalias() = products.transpose() * next;
    const double grown = 0.5 * (1 + std::sqrt(1 + 4 * momentum * momentum)), further = (momentum - 1) / grown;
    momentum = grown;
    ahead = next + further * (next - counts);
    gram_ahead = better + further * (better - gram);
    const double moved = (better - gram).norm();
    counts.swap(next);
    gram.swap(better);
    if (moved < accuracy) break;
  }
  return {unflattened(gram, rows.cols()), counts};
}

}  // namespace tacit
