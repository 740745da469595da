#include "tacit/agents/gram_repair.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace tacit {
namespace {

constexpr int kMostSteps = 200, kPowerSteps = 12;

// The nearest vector with entries >= 0 that add up to `total` (Held, Wolfe and Crowder 1974).
void project_on_simplex(Vector& x, double total, std::vector<double>& sorted) {
  sorted.assign(x.begin(), x.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = -total, shift = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    sum += sorted[i];
    const double candidate = sum / static_cast<double>(i + 1);
    if (sorted[i] <= candidate) break;
    shift = candidate;
  }
  x = (x.array() - shift).max(0.0);
}

Matrix gram(const Matrix& rows, const Vector& counts) { return rows.transpose() * counts.asDiagonal() * rows; }

// <row row', matrix> for every row.
Vector along(const Matrix& rows, const Matrix& matrix) { return (rows * matrix).cwiseProduct(rows).rowwise().sum(); }

// At least the largest eigenvalue of what takes counts to <row row', gram of counts>, nearly.
double curvature(const Matrix& rows) {
  Vector x = Vector::Ones(rows.rows()).normalized();
  double size = 1;
  for (int step = 0; step < kPowerSteps; ++step) {
    x = along(rows, gram(rows, x));  // Entries stay positive, so the power method starts well.
    size = x.norm();
    if (size == 0) return 1;
    x /= size;
  }
  return 1.05 * size;
}

}  // namespace

RepairedGram repaired_gram(const Matrix& noisy, const Matrix& rows, double users, double accuracy) {
  const Index n = rows.rows();
  const double step = 1 / curvature(rows);
  Vector counts = Vector::Constant(n, users / static_cast<double>(n)), ahead = counts, next;
  Matrix result = gram(rows, counts);
  std::vector<double> sorted;
  double momentum = 1;
  for (int round = 0; round < kMostSteps; ++round) {
    next = ahead - step * along(rows, gram(rows, ahead) - noisy);
    project_on_simplex(next, users, sorted);
    const double grown = 0.5 * (1 + std::sqrt(1 + 4 * momentum * momentum));
    ahead = next + (momentum - 1) / grown * (next - counts);
    counts.swap(next);
    momentum = grown;
    const Matrix better = gram(rows, counts);
    const double moved = (better - result).norm();
    result = better;
    if (moved < accuracy) break;
  }
  return {result, counts};
}

}  // namespace tacit
