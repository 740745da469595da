// What the results say, in sentences. Every sentence is computed; "less" and "more" are said only where the 95 %
// interval of the difference run by run leaves zero out.
#pragma once

#include <string>
#include <vector>

#include "tacit/lab/comparison.h"

namespace tacit {

std::vector<std::string> findings(const Arena& arena);

/// The one for a reader in a hurry, with the name of the environment.
std::string headline(const Arena& arena);

}  // namespace tacit
