// The paper's two figures, measured: the sweeps of `tacit reproduce`, and the page made from their results.
//
// The sweeps are the files of examples/sweeps that cmake/reproduction.cmake lists; they travel in the program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tacit/lab/report/html_report.h"
#include "tacit/lab/report/sweep_report.h"
#include "tacit/lab/sweep/sweep_file.h"

namespace tacit {

struct EmbeddedSweep {
  std::string name, text;
};

const std::vector<EmbeddedSweep>& embedded_sweeps();

/// What `tacit reproduce` runs, in this order; with `episodes`, every environment has this number of users.
std::vector<SweepSpec> reproduction_sweeps(std::optional<std::int64_t> episodes = std::nullopt);

/// The page, from directories that are named as the sweeps and stand in `results`. `command` repeats it.
Report reproduction_report(const std::filesystem::path& results, const ReportOptions& options,
                           const std::string& command);

}  // namespace tacit
