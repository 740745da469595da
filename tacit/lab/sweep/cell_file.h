// The two files of a finished cell: a CSV for other programs to plot, and a JSON with all there is to know.
//
// The JSON holds the cell, the record as `tacit run --json` prints it, the certificates, and the times.
// All but `timing` is the same whenever and wherever the cell is run by the same program. The CSV is a function of the
// JSON. docs/lab.md describes both.
#pragma once

#include <string>
#include <string_view>

#include "tacit/lab/experiment/record.h"
#include "tacit/lab/sweep/cell.h"

namespace tacit {

struct CellResult {
  Cell cell;
  ExperimentRecord record;
  std::string version, commit;  ///< Those of the program that ran it.
};

/// With a header; numbers with 17 digits, text quoted where it must be, nothing where there is no budget.
std::string to_csv(const CellResult& result);

std::string to_json(const CellResult& result);
/// A cell alone, as it stands in files and manifests.
std::string to_json(const Cell& cell);

/// The inverse of to_json, every double the same; policies are not kept. Throws Error naming `file`.
CellResult parse_cell_result(std::string_view json, const std::string& file);

/// The text without what differs from one run to the next: times, version and commit.
std::string comparable(std::string_view json);

}  // namespace tacit
