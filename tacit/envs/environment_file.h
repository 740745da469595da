// An environment from a file (mdp/file/mdp_file.h), under the rules of the catalogue: a horizon and settings.
#pragma once

#include <string>

#include "tacit/core/settings.h"
#include "tacit/mdp/file/mdp_file.h"

namespace tacit {

/// Whether this is the name of a file and not of an entry of the catalogue: it has a '/', or ends in .json or .npz.
bool names_environment_file(const std::string& name);

/// What to add where such a name is unknown: how a file is named, if it looks as if one was meant. Else empty.
std::string environment_file_hint(const std::string& name);

/// Sets what can be set of an environment from a file: the horizon where its stages are alike (0: as it is), and
/// whether an agent is given the rewards (setting "rewards"). Throws Error ("horizon", "env.KEY").
void configure(LinearMdp& mdp, int horizon, const Assignments& settings);

/// Throws Error: the file, "horizon", "env.KEY". Where a checksum is given, the content must still be that one.
MdpFile read_environment_file(const std::string& file, int horizon, const Assignments& settings,
                              const std::string& sha256 = {});

}  // namespace tacit
