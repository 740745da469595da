#include "tacit/privacy/projection.h"

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"

namespace tacit {
namespace {

// x in [low, high]; what is not a number becomes low. Says whether it had to.
double projected(double x, double low, double high, bool& moved) {
  if (x >= low && x <= high) return x;
  moved = true;
  return x > high ? high : low;
}

// w with 0 <= w |phi| <= 1, a hair inside so that rounding does not leave it. At most 1 where the square of |phi| is
// too small to have a precise root; w |phi| is then next to nothing.
double allowed_weight(double weight, double squared_norm, bool& moved) {
  // Without a root where it is not needed.
  if (weight >= 0 && weight <= 1) return weight;
  if (weight > 1 && squared_norm > 1e-200 && weight * weight * squared_norm <= 1 - 2e-15) return weight;
  const double most = squared_norm > 1e-200 && squared_norm < 1 ? (1 - 1e-15) / std::sqrt(squared_norm) : 1;
  if (weight >= most && weight <= most * (1 + 1e-12)) return most;
  return projected(weight, 0, most, moved);
}

}  // namespace

Projection::Projection(const VaultShape& shape)
    : non_negative_(shape.non_negative_features), rows_(shape.projected_rows()), projected_(shape.dimension) {
  if (!rows_) return;
  check(rows_->cols() == shape.dimension, "public rows have the dimension of the vault");
  const Vector lengths = rows_->rowwise().norm();
  check(lengths.size() > 0 && lengths.maxCoeff() <= 1 + 1e-9, "public rows are at most 1 long");
  row_weights_ = Vector::Zero(lengths.size());
  for (Index row = 0; row < lengths.size(); ++row) {
    bool moved = false;
    const Weighed x = weigh_row(row, moved);
    if (!moved && x.phi == rows_->row(row).data()) row_weights_[row] = x.weight;
  }
}

double Projection::response(double y, bool& moved) { return projected(y, 0, 1, moved); }

Projection::Weighed Projection::weigh_row(Index row, bool& moved) {
  const auto phi = rows_->row(row);
  return project(phi.data(), 1 / std::max(phi.norm(), 1e-100), moved);
}

Projection::Weighed Projection::look_up(Index row, bool& moved) {
  if (row >= 0 && row < rows_->rows()) {
    if (row_weights_[row] > 0) return {rows_->row(row).data(), row_weights_[row]};
    return weigh_row(row, moved);
  }
  moved = true;
  std::fill(projected_.begin(), projected_.end(), 0.0);
  return {projected_.data(), 0};
}

Projection::Weighed Projection::project(const double* features, double weight, bool& moved) {
  const auto d = static_cast<int>(projected_.size());
  double squared = 0;
  bool negative = false;
  for (int i = 0; i < d; ++i) {
    squared += features[i] * features[i];
    negative |= features[i] < 0;
  }
  // Read where they are: a copy that is read at once in larger pieces than it was written makes the processor wait.
  if (squared <= 1 && !(negative && non_negative_)) return {features, allowed_weight(weight, squared, moved)};

  squared = 0;
  for (int i = 0; i < d; ++i) {
    const bool cut = non_negative_ && features[i] < 0;
    moved |= cut;
    projected_[i] = cut ? 0 : features[i];
    squared += projected_[i] * projected_[i];
  }
  if (!(squared <= 1)) {  // Also where it is not a number.
    moved |= !(squared <= 1 + 1e-12);
    // A hair inside the ball, so that rounding does not leave it.
    const double shrink = std::isfinite(squared) ? (1 - 1e-15) / std::sqrt(squared) : 0;
    for (double& value : projected_) value = shrink == 0 ? 0.0 : shrink * value;
  }
  return {projected_.data(), allowed_weight(weight, squared, moved)};
}

}  // namespace tacit
