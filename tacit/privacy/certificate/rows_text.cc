#include "tacit/privacy/certificate/rows_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "tacit/core/error.h"

namespace tacit {

std::vector<std::string> rows_text(const Matrix& rows) {
  std::vector<std::string> lines;
  for (Index i = 0; i < rows.rows(); ++i) {
    std::string line;
    for (Index j = 0; j < rows.cols(); ++j) line += fmt::format("{}{}", j > 0 ? " " : "", rows(i, j));
    lines.push_back(std::move(line));
  }
  return lines;
}

Matrix parse_rows(std::span<const std::string> lines, Index dimension, const std::string& field) {
  Matrix rows(static_cast<Index>(lines.size()), dimension);
  for (Index i = 0; i < rows.rows(); ++i) {
    const std::string& line = lines[i];
    const char *at = line.data(), *end = at + line.size();
    for (Index j = 0; j < dimension; ++j) {
      if (j > 0 && (at == end || *at++ != ' ')) throw Error(field, fmt::format("row {} is too short", i));
      const auto [next, failure] = std::from_chars(at, end, rows(i, j));
      if (failure != std::errc() || !std::isfinite(rows(i, j)))
        throw Error(field, fmt::format("row {} has an entry that is not a number", i));
      at = next;
    }
    if (at != end) throw Error(field, fmt::format("row {} is too long", i));
  }
  return rows;
}

}  // namespace tacit
