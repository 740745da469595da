// Public rows as text that reads back to the same numbers.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tacit/core/linear_algebra.h"

namespace tacit {

/// A line per row: its entries, with a space between them.
std::vector<std::string> rows_text(const Matrix& rows);
/// Throws Error that names `field` unless every line has `dimension` finite numbers.
Matrix parse_rows(std::span<const std::string> lines, Index dimension, const std::string& field);

}  // namespace tacit
