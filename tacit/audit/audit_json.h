// An audit as JSON, for other programs. docs/cli.md describes the fields.
#pragma once

#include <string>

#include "tacit/audit/audit.h"

namespace tacit {

/// One document, indented; numbers as short as reads back to the same double, null for what is infinite or missing.
std::string to_json(const AuditReport& report);

}  // namespace tacit
