#include "tacit/privacy/release/layout.h"

#include <fmt/format.h>

#include <cmath>

#include "tacit/core/error.h"

namespace tacit {
namespace {

constexpr Index kLargest = Index{1} << 28;

Index checked(const char* field, Index value, Index largest) {
  if (value < 1 || value > largest)
    throw Error(field, fmt::format("{}", value), fmt::format("an integer from 1 to {}", largest));
  return value;
}

}  // namespace

Layout Layout::vector(Index n) {
  Layout layout;
  layout.relative_variance_.assign(checked("coordinates", n, kLargest), 1.0);
  return layout;
}

Layout Layout::symmetric(Index d) {
  Layout layout;
  for (Index i = 0; i < checked("dimension", d, 1 << 14); ++i)
    for (Index j = i; j < d; ++j) layout.relative_variance_.push_back(i == j ? 2 : 1);
  return layout;
}

Layout& Layout::append(const Layout& next, double relative_variance) {
  if (!(relative_variance > 0) || !std::isfinite(relative_variance))
    throw Error("relative_variance", fmt::format("{}", relative_variance), "a positive number");
  const std::vector<double> added = next.relative_variance_;  // A copy: `next` may be this layout.
  for (const double r : added) relative_variance_.push_back(r * relative_variance);
  return *this;
}

void pack_symmetric(const Matrix& matrix, std::span<double> coordinates) {
  const Index d = matrix.rows();
  check(matrix.cols() == d && coordinates.size() == static_cast<std::size_t>(d * (d + 1) / 2),
        "a symmetric matrix has d(d+1)/2 coordinates");
  std::size_t next = 0;
  for (Index i = 0; i < d; ++i)
    for (Index j = i; j < d; ++j) coordinates[next++] = matrix(i, j);
}

Matrix unpack_symmetric(std::span<const double> coordinates, Index d) {
  check(coordinates.size() == static_cast<std::size_t>(d * (d + 1) / 2), "a symmetric matrix has d(d+1)/2 coordinates");
  Matrix matrix(d, d);
  std::size_t next = 0;
  for (Index i = 0; i < d; ++i)
    for (Index j = i; j < d; ++j) matrix(i, j) = matrix(j, i) = coordinates[next++];
  return matrix;
}

}  // namespace tacit
