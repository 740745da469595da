#include "tacit/privacy/release_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "tacit/core/error.h"
#include "tacit/privacy/fingerprint.h"
#include "tests/sums.h"

namespace tacit {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using namespace trial;

struct Some : Sums {
  explicit Some(Noise noise) : Sums(shape_of(1), promise_for(noise), sums_options("tree", 1), noise, 7) {}
};

Release release_of(Noise noise) {
  Some sums(noise);
  Stream stream(1, "people");
  contribute(sums, stream);
  return sums.release();
}

TEST(ReleaseFile, ComesBackBitForBit) {
  for (const Noise noise : {Noise::simulation, Noise::lattice, Noise::production}) {
    Release release = release_of(noise);
    if (noise == Noise::simulation) release.values[0] = -0.0, release.values[1] = 5e-324, release.values[2] = 1e300;
    const Release again = read_release(to_json(release));
    EXPECT_EQ(again, release);
    EXPECT_EQ(noise == Noise::simulation, !again.values.empty() && std::signbit(again.values[0]));
  }
}

TEST(ReleaseFile, KeepsASealedBlock) {
  Some sums(Noise::lattice);
  Stream stream(1, "people");
  contribute(sums, stream);
  const SealedBlock sealed = sums.reserve();
  const std::string text = SealedBlockFile::to_json(sealed);
  EXPECT_EQ(SealedBlockFile::read(text), sealed);
  EXPECT_THAT(text, HasSubstr("users' data"));
}

// The error of reading this text; empty: none.
std::string error_of(const std::string& text) {
  try {
    read_release(text);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

std::string with(const std::function<void(json&)>& edit) {
  json object = json::parse(to_json(release_of(Noise::lattice)));
  edit(object);
  object.erase("sha256");
  object["sha256"] = sha256(object.dump());
  return object.dump();
}

TEST(ReleaseFile, IsRefusedWhereItIsTruncated) {
  const std::string text = to_json(release_of(Noise::lattice));
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, text.size() / 2, text.size() - 1})
    EXPECT_THAT(error_of(text.substr(0, size)), HasSubstr("release: not complete")) << size;
}

TEST(ReleaseFile, IsRefusedWhereItIsForeignOrNewer) {
  EXPECT_THAT(error_of("[]"), HasSubstr("release.format"));
  EXPECT_THAT(error_of("{}"), HasSubstr("release.format"));
  EXPECT_THAT(error_of("{\"format\": \"tacit-release/2\", \"new\": 1}"), HasSubstr("tacit-release/1"));
  EXPECT_THAT(error_of(SealedBlockFile::to_json(Some(Noise::lattice).sealed())), HasSubstr("release.format"));
}

TEST(ReleaseFile, IsRefusedWhereItWasAltered) {
  const json honest = json::parse(to_json(release_of(Noise::lattice)));
  for (const auto& [key, value] : honest.items()) {
    json altered = honest;
    altered[key] = value.is_number() ? json(value.get<int>() + 1) : value.is_string() ? json("x") : json({1});
    EXPECT_NE(error_of(altered.dump()), "") << key;
  }
}

TEST(ReleaseFile, IsRefusedWhereAFieldIsOutOfRange) {
  EXPECT_EQ(error_of(with([](json&) {})), "");
  EXPECT_THAT(error_of(with([](json& o) { o["more"] = 1; })), HasSubstr("not part of the format"));
  EXPECT_THAT(error_of(with([](json& o) { o.erase("users"); })), HasSubstr("release.users: missing"));
  EXPECT_THAT(error_of(with([](json& o) { o["users"] = -1; })), HasSubstr("release.users"));
  EXPECT_THAT(error_of(with([](json& o) { o["number"] = 1.5; })), HasSubstr("release.number"));
  EXPECT_THAT(error_of(with([](json& o) { o["integers"][0] = 0.5; })), HasSubstr("release.integers"));
  EXPECT_THAT(error_of(with([](json& o) { o["integers"][0] = 18446744073709551615u; })), HasSubstr("release.integers"));
  EXPECT_THAT(error_of(with([](json& o) { o["values"] = {nullptr}; })), HasSubstr("release.values"));
  EXPECT_THAT(error_of(with([](json& o) { o["charges"][0]["times"] = 0; })), HasSubstr("times"));
  EXPECT_THAT(error_of(with([](json& o) { o["noise"] = "a\nb"; })), HasSubstr("release.noise"));
}

}  // namespace
}  // namespace tacit
