// An environment as a file: format tacit-mdp/1, JSON or NPZ with the same names. What `tacit export` writes, `--env
// FILE` and Python read; docs/environments.md describes it.
//
// Reading trusts nothing: sizes are bounded before memory is taken, and what is not a linear MDP is refused with the
// field, the row and what is allowed. What was written is read again to the last bit.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>

#include "tacit/mdp/linear_mdp.h"

namespace tacit {

enum class MdpEncoding { json, npz };

struct MdpFile {
  LinearMdp mdp;       ///< Named as the file says, else after the file.
  std::string sha256;  ///< Of the bytes of the file.
  bool named = false;  ///< Whether the file has a name for it.
};

/// Whichever encoding the bytes are in. Throws Error naming `file`.
MdpFile parse_mdp(std::string_view bytes, const std::filesystem::path& file);
MdpFile read_mdp(const std::filesystem::path& file);
/// SHA-256 of the file, whatever is in it. Throws Error where it cannot be read or is too large to be read.
std::string mdp_checksum(const std::filesystem::path& file);

/// Throws Error ("env") for environments that cannot be written: infinitely many states, too many numbers.
void write_mdp(const LinearMdp& mdp, MdpEncoding encoding, std::ostream& out);
/// JSON or NPZ by the ending of the name, whole or not at all. Throws Error naming `field` for another ending.
void save_mdp(const LinearMdp& mdp, const std::filesystem::path& file, const std::string& field = "file");

/// Another horizon for an environment whose stages are all alike. Throws Error ("horizon") where they are not.
void change_horizon(LinearMdp& mdp, int horizon);

}  // namespace tacit
