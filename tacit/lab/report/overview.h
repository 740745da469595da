// What all environments together say, in a few sentences for the first screen of a page. Every sentence is computed.
#pragma once

#include <string>
#include <vector>

#include "tacit/lab/report/comparison.h"

namespace tacit {

/// At most four: who has the least regret, what that costs compared with our best agent without privacy and with the
/// literature's, and who does not learn. Of one environment its findings, of several that are not comparable in this
/// way a sentence each; five at most.
std::vector<std::string> overview(const std::vector<Arena>& arenas);

}  // namespace tacit
