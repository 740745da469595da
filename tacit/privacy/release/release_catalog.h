// Release strategies by name, with their options: what a file or a command line can ask for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tacit/core/settings.h"
#include "tacit/privacy/release/release.h"

namespace tacit {

/// exact, fresh, tree, toeplitz, blt, factorised, blocks.
const std::vector<std::string>& release_names();
/// One line on what it is. Throws Error, with the nearest name, for an unknown one.
const std::string& release_summary(std::string_view name);
/// What it can be told.
const std::vector<Setting>& release_settings(std::string_view name);

/// The strategy over `releases` release points. Errors name "release" or "release.OPTION".
Strategy make_strategy(std::string_view name, Index releases, const Assignments& options = {});

/// The same, run on simulation noise.
SimulatedRelease make_release(std::string_view name, Index releases, const Layout& layout, double scale,
                              SimulationNoise noise, const Assignments& options = {});

}  // namespace tacit
