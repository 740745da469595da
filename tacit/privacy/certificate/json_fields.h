// Reading JSON that nobody vouches for: bounded in size and depth, every key known and none twice, every value checked
// for its kind and range. Whatever is wrong is an Error that names the field.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tacit {

nlohmann::json parse_bounded(std::string_view text, const std::string& field, std::size_t most_bytes, int deepest);

/// SHA-256 of all fields but `sha256`, sorted by name and written without spaces: whoever reads an object and writes it
/// again comes to the same. It notices slips and damage, not forgers.
std::string checksum_of(nlohmann::json object);
/// As parse_bounded, an object whose `format` is this one and whose `sha256` is right.
nlohmann::json parse_checked(std::string_view text, const std::string& field, const std::string& format,
                             std::size_t most_bytes, int deepest);

/// An object whose keys are exactly `keys`.
class JsonFields {
 public:
  JsonFields(const nlohmann::json& object, std::string path, const std::vector<std::string>& keys);

  std::string name(const char* key) const { return path_ + "." + key; }
  const nlohmann::json& at(const char* key) const { return json_.at(key); }
  bool is_null(const char* key) const { return at(key).is_null(); }
  const nlohmann::json& list(const char* key, std::size_t most = 1'000'000) const;
  std::string text(const char* key) const { return text(at(key), name(key)); }
  bool flag(const char* key) const;
  double number(const char* key) const;
  std::int64_t integer(const char* key, std::int64_t low, std::int64_t high) const;

  /// Text that may be shown on a terminal.
  static std::string text(const nlohmann::json& value, const std::string& name);

 private:
  const nlohmann::json& json_;
  std::string path_;
};

}  // namespace tacit
