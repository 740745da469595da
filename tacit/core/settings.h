// Named, typed, bounded options: what an environment or an agent can be told, with defaults and help.
//
// A catalogue entry declares its settings once; parsing, validation, `tacit list` and the options in a result file all
// come from that declaration. Values arrive as text (from a command line or a file) or typed (from code).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tacit {

/// The member of `names` nearest to `name` by edit distance; empty when nothing is near.
std::string nearest_name(std::string_view name, const std::vector<std::string>& names);
/// "'x' is unknown; did you mean 'y'? (known: ...)", as the problem part of an Error.
std::string unknown_name(std::string_view name, const std::vector<std::string>& names);

/// Strict parsing of a whole text: no blanks, no trailing characters, finite. Throws Error naming `field`.
std::int64_t parse_integer(std::string_view text, std::int64_t low, std::int64_t high, const std::string& field);
double parse_number(std::string_view text, double low, double high, const std::string& field);

using SettingValue = std::variant<std::int64_t, double, std::string>;
std::string to_text(const SettingValue& value);

struct Setting {
  std::string name;
  SettingValue initial;              ///< The default; its alternative is the setting's type.
  double low = 0, high = 0;          ///< Closed range, for numbers.
  std::vector<std::string> choices;  ///< For text.
  std::string help;

  static Setting integer(std::string name, std::int64_t initial, std::int64_t low, std::int64_t high, std::string help);
  static Setting number(std::string name, double initial, double low, double high, std::string help);
  static Setting choice(std::string name, std::string initial, std::vector<std::string> choices, std::string help);

  /// "an integer from 1 to 10", "one of a, b".
  std::string allowed() const;
};

/// KEY=VALUE pairs as given; a later one wins over an earlier one.
using Assignments = std::vector<std::pair<std::string, std::string>>;

class Settings {
 public:
  Settings() = default;
  /// Defaults overridden by `given`. `prefix` ("env", "agent") names the field in errors: "env.states".
  Settings(const std::vector<Setting>& declared, const Assignments& given, const std::string& prefix);
  /// As they once were, whatever is declared today; none of them counts as given.
  static Settings recorded(std::map<std::string, SettingValue> values);

  std::int64_t integer(const std::string& name) const;
  double number(const std::string& name) const;
  const std::string& text(const std::string& name) const;
  bool was_given(const std::string& name) const { return given_.contains(name); }
  const std::map<std::string, SettingValue>& all() const { return values_; }

 private:
  std::map<std::string, SettingValue> values_;
  std::map<std::string, bool> given_;
};

}  // namespace tacit
