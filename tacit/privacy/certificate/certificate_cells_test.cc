// Certificates of sums over whole episodes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "tacit/core/error.h"
#include "tacit/privacy/certificate/certificate.h"
#include "tacit/privacy/certificate/certificate_check.h"
#include "tests/episodes.h"

namespace tacit {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

json certificate_of(Noise noise, Adjacency adjacency, const std::string& strategy, double centre = 0.5,
                    const VaultShape& like = trial::shape_of_cells()) {
  VaultShape shape = like;
  shape.response_centre = centre;
  const Promise promise = promise_for(noise, Epsilon(1), Delta(1e-6), Theorem::zcdp_tight, adjacency);
  SumsOptions options = trial::sums_options(strategy, 1);
  // The Gram matrix hides less than what opposite responses need: both cases of the bound.
  if (centre != 0.5) options.splits = {{0.01, 0.6, 0.3}};
  Sums sums(shape, promise, options, noise, 1);
  for (const int users : {3, 5, 11, 2}) {
    for (int i = 0; i < users; ++i) sums.end_user();
    sums.release();
  }
  return json::parse(to_json(make_certificate(*sums.ledger(), {{"agent", "a learner"}})));
}

std::vector<json> certificates() {
  constexpr auto kReplace = Adjacency::replace_one, kRemove = Adjacency::add_remove;
  return {certificate_of(Noise::simulation, kReplace, "fading"),
          certificate_of(Noise::simulation, kReplace, "tree", 0.3),
          certificate_of(Noise::simulation, kRemove, "blocks"), certificate_of(Noise::lattice, kReplace, "fading", 0.3),
          certificate_of(Noise::production, kReplace, "blocks")};
}

json seal(json certificate) {
  certificate["sha256"] = certificate_checksum(certificate.dump());
  return certificate;
}

// What a reader objects to, or what cannot be read.
std::vector<std::string> objections(const json& certificate) {
  try {
    return check_certificate(seal(certificate).dump()).reasons;
  } catch (const Error& error) {
    return {error.field()};
  }
}

TEST(CertificateOfCells, Holds) {
  for (const json& honest : certificates()) {
    EXPECT_THAT(check_certificate(honest.dump()).reasons, IsEmpty());
    EXPECT_EQ(honest["mechanisms"][0]["vault"]["cells"], true);
    EXPECT_EQ(honest["mechanisms"][0]["statistics"][0]["coordinates"], trial::kCells);
  }
}

TEST(CertificateOfCells, SaysWhatCountsToPeople) {
  for (const json& honest : certificates())
    EXPECT_THAT(check_certificate(honest.dump()).statements,
                Contains(AllOf(HasSubstr("the first visit of each state and action counts"),
                               HasSubstr("the squares of a user's weights add up to at most 1"))));
}

TEST(CertificateOfCells, IsTheOnlyOneThatNamesThem) {
  VaultShape shape = trial::shape_of_cells();
  shape.cells = false;
  const json without = certificate_of(Noise::simulation, Adjacency::replace_one, "blocks", 0.5, shape);
  EXPECT_EQ(without.dump().find("cells"), std::string::npos);
  EXPECT_THAT(check_certificate(without.dump()).statements, Not(Contains(HasSubstr("first visit"))));
}

TEST(CertificateOfCells, IsRefusedWhereCellsAreNotSummedSo) {
  const std::vector<std::pair<const char*, json>> edits = {
      {"/vault/tasks", 2}, {"/vault/mixed_outcomes", true}, {"/vault/outcomes", 0},    {"/vault/cells", false},
      {"/vault/cells", 1}, {"/vault/outcome_tasks", 0},     {"/vault/cells", nullptr}, {"/vault/cells", json::array()}};
  for (const json& honest : certificates())
    for (const auto& [path, value] : edits) {
      json edited = honest;
      edited["mechanisms"][0][json::json_pointer(path)] = value;
      EXPECT_THAT(objections(edited), Contains(HasSubstr("vault.cells"))) << path << value;
    }
}

TEST(CertificateOfCells, IsRefusedWithRowsOrOtherFeatures) {
  const json rows = {{"non_negative", true}, {"rows", json::array({"1 0 0 0 0", "0 1 0 0 0"})}};
  const json any = {{"non_negative", true}, {"rows", nullptr}};
  for (const json& honest : certificates())
    for (const json& features : {rows, any}) {
      json edited = honest;
      edited["mechanisms"][0]["features"] = features;
      EXPECT_THAT(objections(edited), Contains(HasSubstr("features")));
    }
}

// Forgers may change as much as they like and make the checksum anew.
TEST(KnownBad, ForgedCertificatesOfCellsAreCaught) {
  const std::vector<std::pair<const char*, std::function<void(json&)>>> forgeries = {
      {"no cells", [](json& m) { m["vault"].erase("cells"); }},
      {"no cells, features to match",
       [](json& m) {
         m["vault"].erase("cells");
         m["features"] = {{"non_negative", true}, {"rows", nullptr}};
         m["statistics"][0]["coordinates"] = trial::kCells * (trial::kCells + 1) / 2;
       }},
      {"less noise on the diagonal",
       [](json& m) { m["statistics"][0]["noise_scale"] = 0.7 * m["statistics"][0]["noise_scale"].get<double>(); }},
      {"noise of a symmetric matrix",
       [](json& m) {
         m["statistics"][0]["noise_scale"] = 1.4142135623730951 * double(m["statistics"][0]["noise_scale"]);
       }},
      {"a smaller sensitivity",
       [](json& m) {
         for (json& s : m["statistics"]) s["sensitivity"] = 0.5 * s["sensitivity"].get<double>();
       }},
      {"less noise, and a smaller joint sensitivity",
       [](json& m) {
         for (json& s : m["statistics"]) s["noise_scale"] = 0.5 * s["noise_scale"].get<double>();
       }},
      {"another centre", [](json& m) { m["vault"]["response_centre"] = 0.45; }},
  };
  for (const json& honest : certificates())
    for (const auto& [name, forge] : forgeries) {
      json edited = honest;
      forge(edited["mechanisms"][0]);
      EXPECT_THAT(objections(edited), Not(IsEmpty())) << name;
    }
}

TEST(KnownBad, BitsThatDifferBetweenTheSumsOfCellsAreCaught) {
  json edited = certificate_of(Noise::lattice, Adjacency::replace_one, "blocks");
  json& bits = edited["mechanisms"][0]["lattice"];
  bits["outcomes"] = bits["outcomes"].get<int>() - 1;
  EXPECT_THAT(objections(edited), Contains(HasSubstr("a step in a cell has one weight")));
}

}  // namespace
}  // namespace tacit
