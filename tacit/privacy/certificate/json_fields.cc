#include "tacit/privacy/certificate/json_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "tacit/core/error.h"
#include "tacit/core/file_content.h"

namespace tacit {

using Json = nlohmann::json;

Json parse_bounded(std::string_view text, const std::string& field, std::size_t most_bytes, int deepest) {
  if (text.size() > most_bytes)
    throw Error(field, fmt::format("{} bytes", text.size()), fmt::format("at most {}", most_bytes));
  std::vector<std::set<std::string>> keys;  // Those of the objects open at each depth.
  const auto guard = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > deepest) throw Error(field, "nested too deeply");
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second)
      throw Error(field, "a key occurs twice in one object");
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    return true;
  };
  try {
    return Json::parse(text.begin(), text.end(), guard);
  } catch (const Json::exception&) {
    throw Error(field, "not complete, valid JSON");
  }
}

std::string checksum_of(Json object) {
  object.erase("sha256");
  return sha256(object.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Json parse_checked(std::string_view text, const std::string& field, const std::string& format, std::size_t most_bytes,
                   int deepest) {
  Json json = parse_bounded(text, field, most_bytes, deepest);
  if (!json.is_object() || !json.contains("format") || !json["format"].is_string())
    throw Error(field + ".format", "is missing; expected " + format);
  if (json["format"] != format)
    throw Error(field + ".format", "'" + JsonFields::text(json["format"], field + ".format").substr(0, 60) + "'",
                format);
  if (!json.contains("sha256")) throw Error(field + ".sha256", "is missing");
  if (json["sha256"] != checksum_of(json))
    throw Error(field + ".sha256", "does not match the rest of the file: it was altered or damaged");
  return json;
}

JsonFields::JsonFields(const Json& object, std::string path, const std::vector<std::string>& keys)
    : json_(object), path_(std::move(path)) {
  if (!json_.is_object()) throw Error(path_, "expected an object");
  for (const auto& key : keys)
    if (!json_.contains(key)) throw Error(path_ + "." + key, "missing");
  if (json_.size() != keys.size()) throw Error(path_, "has fields that are not part of the format");
}

const Json& JsonFields::list(const char* key, std::size_t most) const {
  if (!at(key).is_array()) throw Error(name(key), "expected a list");
  if (at(key).size() > most)
    throw Error(name(key), fmt::format("{} entries", at(key).size()), fmt::format("at most {}", most));
  return at(key);
}

std::string JsonFields::text(const Json& value, const std::string& name) {
  if (!value.is_string()) throw Error(name, "expected text");
  auto text = value.get<std::string>();
  if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 32 || c == 127; }))
    throw Error(name, "contains control characters");
  return text;
}

bool JsonFields::flag(const char* key) const {
  if (!at(key).is_boolean()) throw Error(name(key), "expected true or false");
  return at(key).get<bool>();
}

double JsonFields::number(const char* key) const {
  if (!at(key).is_number()) throw Error(name(key), "expected a number");
  return at(key).get<double>();
}

std::int64_t JsonFields::integer(const char* key, std::int64_t low, std::int64_t high) const {
  const Json& value = at(key);
  const std::string allowed = fmt::format("an integer from {} to {}", low, high);
  if (!value.is_number_integer()) throw Error(name(key), "expected " + allowed);
  if ((value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(high)) ||
      value.get<std::int64_t>() < low || value.get<std::int64_t>() > high)
    throw Error(name(key), value.dump(), allowed);
  return value.get<std::int64_t>();
}

}  // namespace tacit
