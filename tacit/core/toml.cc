// On some malformed files an assertion of toml++ 3.3 fails, and with NDEBUG it assumes instead what it asserts. Here
// that must be an error like any other, in every build: its assertions stay on, and throw.
#include <stdexcept>

namespace {
constexpr void require_well_placed(bool holds) {
  if (!holds) throw std::invalid_argument("something is misplaced");
}
}  // namespace

#ifdef NDEBUG
#define TACIT_WITHOUT_ASSERTIONS
#undef NDEBUG
#endif
#define TOML_ASSERT(holds) require_well_placed(static_cast<bool>(holds))
#define TOML_ENABLE_FORMATTERS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>
#ifdef TACIT_WITHOUT_ASSERTIONS
#define NDEBUG
#endif

#include <fmt/format.h>

#include <algorithm>

#include "tacit/core/error.h"
#include "tacit/core/toml.h"

namespace tacit {
namespace {

int line_of(const toml::source_region& source) { return std::max(1, static_cast<int>(source.begin.line)); }

TomlValue converted(const toml::node& node) {
  TomlValue value;
  value.line = line_of(node.source());
  if (const auto* table = node.as_table()) {
    value.kind = TomlValue::Kind::table;
    for (const auto& [key, item] : *table) {
      value.keys.emplace_back(key.str());
      value.items.push_back(converted(item));
    }
    return value;
  }
  if (const auto* list = node.as_array()) {
    value.kind = TomlValue::Kind::list;
    for (const toml::node& item : *list) value.items.push_back(converted(item));
    return value;
  }
  value.kind = TomlValue::Kind::scalar;
  if (const auto* text = node.as_string()) {
    value.text = text->get();
  } else if (const auto* integer = node.as_integer()) {
    value.text = fmt::format("{}", integer->get());
  } else if (const auto* number = node.as_floating_point()) {
    value.text = fmt::format("{}", number->get());
  } else if (const auto* truth = node.as_boolean()) {
    value.text = truth->get() ? "true" : "false";
  } else {
    value.kind = TomlValue::Kind::other;
  }
  return value;
}

}  // namespace

const TomlValue* TomlValue::find(std::string_view key) const {
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

TomlValue parse_toml(std::string_view text, const std::string& file) {
  try {
    return converted(toml::parse(text));
  } catch (const toml::parse_error& error) {
    throw Error(fmt::format("{}:{}", file, line_of(error.source())),
                fmt::format("is not TOML: {}", error.description()));
  } catch (const std::invalid_argument& error) {
    throw Error(file, fmt::format("is not TOML: {}", error.what()));
  }
}

}  // namespace tacit
