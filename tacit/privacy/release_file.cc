#include "tacit/privacy/release_file.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "tacit/core/error.h"
#include "tacit/privacy/accounting/user_sums.h"
#include "tacit/privacy/certificate/json_fields.h"

namespace tacit {
namespace {

using Json = nlohmann::json;

constexpr int kDeepest = 4;
constexpr const char* kReleaseFormat = "tacit-release/1";
constexpr const char* kSealedFormat = "tacit-sealed-block/1";
constexpr const char* kWarning = "exact sums of users' data, before noise: store it as secret as their answers";

std::string with_checksum(Json json) {
  json["sha256"] = checksum_of(json);
  return json.dump();
}

Json parse(std::string_view text, const std::string& field, const std::string& format) {
  return parse_checked(text, field, format, kMostReleaseBytes, kDeepest);
}

std::vector<double> numbers(const JsonFields& in, const char* key) {
  std::vector<double> values;
  for (const Json& value : in.list(key, kMostReleaseNumbers)) {
    if (!value.is_number() || !std::isfinite(value.get<double>())) throw Error(in.name(key), "expected finite numbers");
    values.push_back(value.get<double>());
  }
  return values;
}

std::vector<std::int64_t> integers(const JsonFields& in, const char* key) {
  std::vector<std::int64_t> values;
  for (const Json& value : in.list(key, kMostReleaseNumbers)) {
    const bool fits = value.is_number_integer() &&
                      (!value.is_number_unsigned() ||
                       value.get<std::uint64_t>() <= std::uint64_t{std::numeric_limits<std::int64_t>::max()});
    if (!fits) throw Error(in.name(key), "expected integers of 64 bits");
    values.push_back(value.get<std::int64_t>());
  }
  return values;
}

Json charge_json(const Charge& c) {
  return {{"name", c.name},
          {"sensitivity", c.sensitivity},
          {"noise_scale", c.noise_scale},
          {"first_user", c.first_user},
          {"last_user", c.last_user},
          {"times", c.times}};
}

Charge read_charge(const Json& json, const std::string& path) {
  const JsonFields in(json, path, {"name", "sensitivity", "noise_scale", "first_user", "last_user", "times"});
  constexpr auto kUsers = UserSums::kUsers;
  Charge charge{in.text("name"),
                in.number("sensitivity"),
                in.number("noise_scale"),
                in.integer("first_user", 0, kUsers),
                in.integer("last_user", 0, kUsers),
                in.integer("times", 1, Charge::kMostTimes)};
  charge.validate();
  return charge;
}

constexpr std::int64_t kMostReleases = 10'000'000;

}  // namespace

std::string to_json(const Release& release) {
  Json charges = Json::array();
  for (const Charge& charge : release.charges) charges.push_back(charge_json(charge));
  return with_checksum({{"format", kReleaseFormat},
                        {"noise", release.noise},
                        {"mechanism", release.mechanism},
                        {"number", release.number},
                        {"users", release.users},
                        {"values", release.values},
                        {"integers", release.integers},
                        {"charges", charges}});
}

Release read_release(std::string_view text) {
  const Json json = parse(text, "release", kReleaseFormat);
  const JsonFields in(json, "release",
                      {"format", "noise", "mechanism", "number", "users", "values", "integers", "charges", "sha256"});
  Release release{in.text("noise"),
                  in.text("mechanism"),
                  static_cast<Index>(in.integer("number", 0, kMostReleases)),
                  in.integer("users", 0, UserSums::kUsers),
                  numbers(in, "values"),
                  integers(in, "integers"),
                  {}};
  for (const Json& charge : in.list("charges"))
    release.charges.push_back(read_charge(charge, fmt::format("release.charges[{}]", release.charges.size())));
  return release;
}

std::string SealedBlockFile::to_json(const SealedBlock& block) {
  return with_checksum({{"format", kSealedFormat},
                        {"warning", kWarning},
                        {"noise", block.noise_},
                        {"mechanism", block.mechanism_},
                        {"number", block.number_},
                        {"users", block.users_},
                        {"sums", block.sums_},
                        {"integers", block.integers_}});
}

SealedBlock SealedBlockFile::read(std::string_view text) {
  const Json json = parse(text, "sealed", kSealedFormat);
  const JsonFields in(json, "sealed",
                      {"format", "warning", "noise", "mechanism", "number", "users", "sums", "integers", "sha256"});
  SealedBlock block;
  block.noise_ = in.text("noise");
  block.mechanism_ = in.text("mechanism");
  block.number_ = static_cast<Index>(in.integer("number", 0, kMostReleases));
  block.users_ = in.integer("users", 0, UserSums::kUsers);
  block.sums_ = numbers(in, "sums");
  block.integers_ = integers(in, "integers");
  return block;
}

}  // namespace tacit
