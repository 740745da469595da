// An experiment as JSON, for other programs. docs/cli.md describes the fields.
#pragma once

#include <string>

#include "tacit/lab/experiment/record.h"

namespace tacit {

/// One document, indented; numbers as short as reads back to the same double.
std::string to_json(const ExperimentRecord& record);

}  // namespace tacit
