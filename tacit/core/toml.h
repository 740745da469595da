// TOML as a plain tree with line numbers. The only file that knows toml++ is toml.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tacit {

struct TomlValue {
  enum class Kind { scalar, list, table, other };  ///< Other: dates and times.
  Kind kind = Kind::other;
  int line = 1;
  std::string text;               ///< A scalar: a number reads back to the same number; true or false.
  std::vector<std::string> keys;  ///< The keys of a table, one per item, in alphabetical order.
  std::vector<TomlValue> items;   ///< The items of a list or a table.

  const TomlValue* find(std::string_view key) const;  ///< Nothing where there is none.
};

/// The table that a document is. Throws Error with file and line; `file` is only a name here.
TomlValue parse_toml(std::string_view text, const std::string& file);

}  // namespace tacit
