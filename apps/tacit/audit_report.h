// An audit in words: a table for the terminal, a page for the browser.
#pragma once

#include <filesystem>
#include <string>

#include "tacit/audit/audit.h"

namespace tacit::program {

std::string to_text(const AuditReport& report);

/// Writes report.html into `directory`, and the figures in it also into figures/.
void write_report(const AuditReport& report, const std::filesystem::path& directory);

}  // namespace tacit::program
