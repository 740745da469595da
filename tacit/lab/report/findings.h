// What the results of one environment say, in sentences. Every sentence is computed; a difference is called significant
// where the 95 % interval of the difference run by run leaves zero out.
#pragma once

#include <string>
#include <vector>

#include "tacit/lab/report/comparison.h"

namespace tacit {

std::vector<std::string> findings(const Arena& arena);

/// The one for a reader in a hurry, with the name of the environment.
std::string headline(const Arena& arena);

}  // namespace tacit
