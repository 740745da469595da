#include "tacit/core/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>

#include "tacit/core/error.h"

namespace tacit {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, substituted}));
    }
  }
  return row.back();
}

// Long hostile values are cut, so that an error stays one readable line.
std::string in_quotes(std::string_view text) {
  std::string shown;
  for (const char c : text.substr(0, 60)) shown += (static_cast<unsigned char>(c) < 32 || c == 127) ? '?' : c;
  return "'" + shown + (text.size() > 60 ? "...'" : "'");
}

template <typename T>
bool parse_whole(std::string_view text, T& value) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc() && end == text.data() + text.size() && !text.empty();
}

std::string integer_range(std::int64_t low, std::int64_t high) {
  return fmt::format("an integer from {} to {}", low, high);
}
std::string number_range(double low, double high) { return fmt::format("a number from {} to {}", low, high); }

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

// "ucb" is near to nothing, but part of several.
std::string names_with(std::string_view part, const std::vector<std::string>& names) {
  constexpr std::size_t kShortest = 3, kMost = 4;
  std::vector<std::string> found;
  for (const std::string& name : names)
    if (part.size() >= kShortest && found.size() < kMost &&
        lower_case(name).find(lower_case(part)) != std::string::npos)
      found.push_back(name);
  if (found.empty()) return {};
  return fmt::format("; did you mean '{}'?", fmt::join(found, "' or '"));
}

template <typename T>
const T& get(const std::map<std::string, SettingValue>& values, const std::string& name) {
  const auto found = values.find(name);
  check(found != values.end() && std::holds_alternative<T>(found->second), "a setting is read as it was declared");
  return std::get<T>(found->second);
}

}  // namespace

// Who types "Simplex" means "simplex", however long the names are.
std::string nearest_name(std::string_view name, const std::vector<std::string>& names) {
  if (name.size() > 60) return {};
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, name.size() / 2) + 1;
  for (const std::string& candidate : names) {
    const std::size_t distance = edit_distance(lower_case(name), lower_case(candidate));
    if (distance < best_distance) best_distance = distance, best = candidate;
  }
  return best;
}

std::string unknown_name(std::string_view name, const std::vector<std::string>& names) {
  const std::string near = nearest_name(name, names);
  const std::string hint = near.empty() ? names_with(name, names) : fmt::format("; did you mean '{}'?", near);
  return fmt::format("{} is unknown{} (known: {})", in_quotes(name), hint, fmt::join(names, ", "));
}

std::int64_t parse_integer(std::string_view text, std::int64_t low, std::int64_t high, const std::string& field) {
  std::int64_t value = 0;
  if (!parse_whole(text, value)) {
    double real = 0;  // "1e6" is how people write a million.
    if (!parse_whole(text, real) || real != std::floor(real) || std::abs(real) > 0x1p53)
      throw Error(field, in_quotes(text), integer_range(low, high));
    value = static_cast<std::int64_t>(real);
  }
  if (value < low || value > high) throw Error(field, std::string(text.substr(0, 60)), integer_range(low, high));
  return value;
}

double parse_number(std::string_view text, double low, double high, const std::string& field) {
  double value = 0;
  if (!parse_whole(text, value) || !std::isfinite(value) || value < low || value > high)
    throw Error(field, in_quotes(text), number_range(low, high));
  return value;
}

std::string to_text(const SettingValue& value) {
  return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

Setting Setting::integer(std::string name, std::int64_t initial, std::int64_t low, std::int64_t high,
                         std::string help) {
  return {std::move(name), initial, static_cast<double>(low), static_cast<double>(high), {}, std::move(help)};
}
Setting Setting::number(std::string name, double initial, double low, double high, std::string help) {
  return {std::move(name), initial, low, high, {}, std::move(help)};
}
Setting Setting::choice(std::string name, std::string initial, std::vector<std::string> choices, std::string help) {
  return {std::move(name), std::move(initial), 0, 0, std::move(choices), std::move(help)};
}

std::string Setting::allowed() const {
  if (std::holds_alternative<std::int64_t>(initial))
    return integer_range(static_cast<std::int64_t>(low), static_cast<std::int64_t>(high));
  if (std::holds_alternative<double>(initial)) return number_range(low, high);
  return fmt::format("one of {}", fmt::join(choices, ", "));
}

Settings::Settings(const std::vector<Setting>& declared, const Assignments& given, const std::string& prefix) {
  std::vector<std::string> names;
  for (const Setting& setting : declared) {
    names.push_back(setting.name);
    values_[setting.name] = setting.initial;
  }
  for (const auto& assignment : given) {
    const std::string &name = assignment.first, &text = assignment.second;
    const auto setting = std::find_if(declared.begin(), declared.end(), [&](const auto& s) { return s.name == name; });
    const std::string field = prefix + "." + (name.size() > 60 ? name.substr(0, 60) : name);
    if (setting == declared.end()) {
      throw names.empty() ? Error(field, "there are no settings to change here")
                          : Error(field, unknown_name(name, names));
    }
    given_[name] = true;
    if (std::holds_alternative<std::int64_t>(setting->initial)) {
      values_[name] =
          parse_integer(text, static_cast<std::int64_t>(setting->low), static_cast<std::int64_t>(setting->high), field);
    } else if (std::holds_alternative<double>(setting->initial)) {
      values_[name] = parse_number(text, setting->low, setting->high, field);
    } else if (std::find(setting->choices.begin(), setting->choices.end(), text) != setting->choices.end()) {
      values_[name] = text;
    } else {
      throw Error(field, in_quotes(text), setting->allowed());
    }
  }
}

Settings Settings::recorded(std::map<std::string, SettingValue> values) {
  Settings settings;
  settings.values_ = std::move(values);
  return settings;
}

std::int64_t Settings::integer(const std::string& name) const { return get<std::int64_t>(values_, name); }
double Settings::number(const std::string& name) const { return get<double>(values_, name); }
const std::string& Settings::text(const std::string& name) const { return get<std::string>(values_, name); }

}  // namespace tacit
