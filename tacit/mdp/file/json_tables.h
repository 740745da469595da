// Tables of an environment as JSON. Reading goes token by token, so that fifty million numbers never stand in a tree;
// each field may come once, and nothing else may come. Writing keeps every bit of every number.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "tacit/mdp/file/mdp_tables.h"

namespace tacit {

/// Throws Error naming `file`, the field and the place in it.
MdpTables parse_json_tables(std::string_view text, const std::string& file);
void write_json(const MdpTables& tables, std::ostream& out);

}  // namespace tacit
