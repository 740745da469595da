// Eight rows of features side by side, so that what is computed for one row is computed for eight at once.
//
// The rows of a feature matrix are short and many; their coordinates are stored one after another. A panel holds the
// first coordinates of eight rows, then their second coordinates, and so on: a lane has one number per row, and every
// operation on lanes is one or a few vector instructions. |M phi|^2 of all rows is a matrix product of which only the
// squared norms are kept, in registers, four rows of M at a time; nothing as large as the product is ever stored.
// All of it in this header: a lane that is returned in memory instead of a register costs as much as a short product.
#pragma once

#include <algorithm>
#include <vector>

#include "tacit/core/linear_algebra.h"

namespace tacit {

class FeaturePanel {
 public:
  static constexpr int kRows = 8;
  using Lane = Eigen::Array<double, kRows, 1>;

  explicit FeaturePanel(Index dimension) : dimension_(dimension), coordinates_(dimension, Lane::Zero()) {}

  /// Takes in `count` rows, at most kRows, one after another at `rows`; the rest of the panel becomes 0.
  void load(const double* rows, Index count) {
    if (count < kRows) std::fill(coordinates_.begin(), coordinates_.end(), Lane::Zero());
    for (Index i = 0; i < dimension_; ++i) {
      if (count == kRows) {  // A number that the compiler knows.
        for (int r = 0; r < kRows; ++r) coordinates_[i][r] = rows[r * dimension_ + i];
      } else {
        for (Index r = 0; r < count; ++r) coordinates_[i][r] = rows[r * dimension_ + i];
      }
    }
  }

  Lane dot(const Vector& weights) const {
    Lane sum = Lane::Zero();
    for (Index i = 0; i < dimension_; ++i) sum += coordinates_[i] * weights[i];
    return sum;
  }
  Lane squared_length() const {
    Lane sum = Lane::Zero();
    for (const Lane& coordinate : coordinates_) sum += coordinate * coordinate;
    return sum;
  }
  /// |M phi|^2.
  Lane squared_norm(const Matrix& matrix) const { return squares<false>(matrix); }
  /// The same, where nothing is above the diagonal of M: half the work.
  Lane squared_norm_below(const Matrix& lower) const { return squares<true>(lower); }

 private:
  template <bool kLower>
  Lane squares(const Matrix& matrix) const {
    Lane total = Lane::Zero();
    Index j = 0;
    for (; j + 4 <= dimension_; j += 4) total += squares_of<4>(matrix, j, kLower ? j + 4 : dimension_);
    if (j + 2 <= dimension_) total += squares_of<2>(matrix, j, kLower ? j + 2 : dimension_), j += 2;
    if (j < dimension_) total += squares_of<1>(matrix, j, dimension_);
    return total;
  }
  /// (M phi)_j^2 + ..., of so many rows of M from the j-th, whose entries from `end` on are 0 or not there. Several
  /// rows together, so that a coordinate that was read is used that often.
  template <int kTogether>
  Lane squares_of(const Matrix& matrix, Index j, Index end) const {
    Lane sums[kTogether];
    for (Lane& sum : sums) sum.setZero();
    const double* row = matrix.data() + j * dimension_;
    for (Index i = 0; i < end; ++i)
      for (int c = 0; c < kTogether; ++c) sums[c] += coordinates_[i] * row[c * dimension_ + i];
    Lane total = sums[0] * sums[0];
    for (int c = 1; c < kTogether; ++c) total += sums[c] * sums[c];
    return total;
  }

  Index dimension_;
  std::vector<Lane> coordinates_;
};

}  // namespace tacit
