// Tables of an environment as NPZ: a zip file with one array of NumPy per field, under the field's name. Where it is
// shorter, transitions are the three arrays of compressed sparse rows, as SciPy has them.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "tacit/mdp/file/mdp_tables.h"

namespace tacit {

/// Whether the bytes begin like a zip file.
bool looks_like_npz(std::string_view bytes);
/// Throws Error naming `file` and the field.
MdpTables parse_npz_tables(std::string_view bytes, const std::string& file);
void write_npz(const MdpTables& tables, std::ostream& out);

}  // namespace tacit
