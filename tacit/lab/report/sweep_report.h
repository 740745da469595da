// The report of a sweep: figures and tables of every environment, findings, certificates, and the commands that repeat
// it. `tacit report` writes it; `tacit reproduce` adds sections of its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tacit/lab/report/comparison.h"
#include "tacit/lab/report/html_report.h"
#include "tacit/lab/sweep/results.h"

namespace tacit {

struct ReportOptions {
  Band band = Band::mean_ci95;
  /// Label of the agent that others are compared with; empty: in each environment the first learner that is not
  /// private, else the first agent that is no control.
  std::string reference;
  std::filesystem::path directory;  ///< Where report.html and figures/ go.
};

inline constexpr const char* kReportFile = "report.html";

/// The label of whom others are compared with in an arena: the one wanted where it is there, else as ReportOptions
/// says.
std::string reference_in(const Arena& arena, const std::string& wanted);

/// Throws Error naming "reference" where no environment has such a label.
void require_reference(const std::vector<Arena>& arenas, const std::string& reference);

/// Draws the figures of an environment into directory/figures; with the tables, the section of a report.
Section arena_section(const Arena& arena, const ReportOptions& options);

/// What privacy costs, by environment and agent: the picture that a page begins with, drawn into directory/figures.
/// None where there is nothing to compare.
std::vector<Picture> price_picture(const std::vector<Arena>& arenas, const ReportOptions& options);

/// The same in numbers, with what they mean. No tables where there is nothing to compare.
Section price_section(const std::vector<Arena>& arenas);

/// The certificate of the first run of each agent with a budget, all folded behind one line; long lists of releases are
/// cut, and say so.
Section certificate_section(const std::vector<Arena>& arenas);

/// What to type to have it all again: `commands` for the whole, and one `tacit run` per cell.
Section repeat_section(const std::vector<Arena>& arenas, const std::string& commands);

/// The whole report of these results; `directories` are where they are from.
Report sweep_report(const Results& results, const std::vector<std::filesystem::path>& directories,
                    const ReportOptions& options);

/// "tacit 0.1.0 (4f0c2a9b1d)"
std::string program_name();

}  // namespace tacit
