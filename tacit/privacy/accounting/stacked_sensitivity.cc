#include "tacit/privacy/accounting/stacked_sensitivity.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tacit {
namespace {

// c + b a + q a^2 with q <= 0, as one branch of a bound.
struct Parabola {
  double constant, linear, quadratic;
  double largest(double low, double high) const {
    const auto at = [&](double a) { return constant + a * (linear + a * quadratic); };
    const double vertex = quadratic < 0 ? std::clamp(-linear / (2 * quadratic), low, high) : low;
    return std::max({at(low), at(high), at(vertex)});
  }
};

struct Responses {
  double longest, shortest;  // m, n
  explicit Responses(double centre)
      : longest(std::max(centre, 1 - centre)), shortest(std::max(0.0, std::min(centre, 1 - centre))) {}
  double squared_distance(double cosine) const {
    return std::max({2 * longest * longest * (1 - cosine),
                     longest * longest + shortest * shortest + 2 * longest * shortest * cosine, longest * longest});
  }
};

double of_any_features(const VaultShape& shape, const Precisions& p) {
  const auto [m, n] = Responses(shape.response_centre);
  const std::pair<double, double> grams[] = {{1, 0}, {2, -2}};  // constant, quadratic
  const std::pair<double, double> responses[] = {{2 * m * m, -2 * m * m}, {m * m + n * n, 2 * m * n}, {m * m, 0}};
  const std::pair<double, double> outcomes[] = {{2, 0}, {2, -2}};  // constant, linear
  double largest = 0;
  for (const auto& gram : grams)
    for (const auto& response : responses)
      for (const auto& outcome : outcomes) {
        const Parabola branch{p.gram * gram.first + p.response * response.first + p.outcomes * outcome.first,
                              p.response * response.second + p.outcomes * outcome.second, p.gram * gram.second};
        largest = std::max(largest, branch.largest(shape.non_negative_features ? 0 : -1, 1));
      }
  return largest;
}

double of_rows(const VaultShape& shape, const Precisions& p) {
  const std::shared_ptr<const Matrix> projected = shape.projected_rows();
  const Matrix& rows = *projected;
  const Responses responses(shape.response_centre);
  const Vector lengths = rows.rowwise().norm();
  double largest = 0;
  for (Index i = 0; i < rows.rows(); ++i) {
    if (lengths[i] == 0) continue;  // Adds nothing.
    const Vector products = rows.bottomRows(rows.rows() - i) * rows.row(i).transpose();
    for (Index j = i; j < rows.rows(); ++j) {
      if (lengths[j] == 0) continue;
      const double x = lengths[i], z = lengths[j], a = std::clamp(products[j - i] / (x * z), -1.0, 1.0);
      largest =
          std::max(largest, p.gram * (x * x + z * z - 2 * x * z * a * a) + p.response * responses.squared_distance(a) +
                                p.outcomes * std::max(2.0, 2 - 2 * a));
    }
    // Against a user who adds nothing.
    const double alone = p.gram * lengths[i] * lengths[i] + p.response * responses.longest * responses.longest;
    largest = std::max(largest, alone + p.outcomes);
  }
  return largest * (1 + 1e-12);  // Rounding.
}

double of_cells(const VaultShape& shape, const Precisions& p) {
  constexpr double kRounding = 1e-12;  // Far above that of a sum of squared weights.
  const auto [m, n] = Responses(shape.response_centre);
  const double opposed = std::max(0.0, p.response * m * n - p.gram);
  const double responses = p.response * (m * m + n * n) + std::hypot(p.response * (m * m - n * n), 2 * opposed);
  return (2 * (p.gram + p.outcomes) + responses) * (1 + kRounding);
}

}  // namespace

double stacked_sensitivity(const VaultShape& shape, Adjacency adjacency, const Precisions& precisions) {
  if (adjacency == Adjacency::add_remove) {
    const double m = Responses(shape.response_centre).longest;
    return precisions.gram + m * m * precisions.response + precisions.outcomes;
  }
  if (shape.cells) return of_cells(shape, precisions);
  if (shape.rows && shape.rows->rows() <= kMostComparedRows) return of_rows(shape, precisions);
  return of_any_features(shape, precisions);
}

}  // namespace tacit
