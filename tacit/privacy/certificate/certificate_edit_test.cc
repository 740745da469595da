// Certificates of real doors, edited field by field: every edit is noticed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "tacit/core/error.h"
#include "tacit/privacy/certificate/certificate.h"
#include "tacit/privacy/certificate/certificate_check.h"
#include "tacit/privacy/release/fading.h"
#include "tests/episodes.h"
#include "tests/sums.h"

namespace tacit {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

const RunContext kRun = {{"agent", "a regression"}, {"users", "60"}};

// Six releases, with moments on request where asked for.
json certificate_of(const Strategy& strategy, Adjacency adjacency, bool rows, bool requests) {
  VaultShape shape = trial::shape_of(2);
  shape.outcome_tasks = 1;
  shape.response_centre = 0.4;
  if (rows) {
    Matrix points(4, trial::kDimension);
    points << 1, 0, 0.6, 0.8, 0.3, -0.4, 0, 0.5;
    shape.rows = std::make_shared<const Matrix>(points);
  }
  Vault vault(shape);
  Billboard board;
  Ledger ledger({Epsilon(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation, adjacency});
  const std::vector<Split> splits = {{0.3, 0.1, requests ? 0 : 0.2}, {0.2, 0, 0}};
  Door door(vault, board, ledger, {strategy, splits, 0.9, trial::kUsers}, SimulationNoise(1, "door"));
  if (requests) door.answer({0.3, 7}, SimulationNoise(1, "moments"));
  for (const int users : {3, 5, 5, 11, 2, 9}) {
    for (int i = 0; i < users; ++i) vault.end_user();
    door.release();
    if (requests) board.moments(0, {Matrix::Identity(2, 1), {}, 1});
  }
  return json::parse(to_json(make_certificate(ledger, kRun, {"One more caveat."})));
}

json lattice_certificate(Noise noise, const std::string& strategy) {
  SumsOptions options = trial::sums_options(strategy, 2);
  options.splits = std::vector<Split>(2, {0.2, 0.1, 0.2});
  Sums sums(trial::shape_with_rows(), trial::promise_for(noise), options, noise, 1);
  for (const int users : {3, 5, 5, 11, 2, 9}) {
    for (int i = 0; i < users; ++i) sums.end_user();
    sums.release();
  }
  return json::parse(to_json(make_certificate(*sums.ledger(), kRun)));
}

json cells_certificate() {
  const auto sums = trial::sums_of_cells(Noise::lattice, "fading");
  for (const int users : {3, 5, 5, 11, 2, 9}) {
    for (int i = 0; i < users; ++i) sums->end_user();
    sums->release();
  }
  return json::parse(to_json(make_certificate(*sums->ledger(), kRun)));
}

std::vector<json> certificates() {
  const auto make = [](const char* name) { return make_strategy(name, trial::kReleases); };
  constexpr auto kReplace = Adjacency::replace_one, kRemove = Adjacency::add_remove;
  return {certificate_of(make("tree"), kReplace, true, false),
          certificate_of(make("blocks"), kReplace, false, false),
          certificate_of(make("fresh"), kRemove, false, false),
          certificate_of(fading_strategy(trial::kReleases, 0.6), kReplace, true, false),
          certificate_of(make("blocks"), kReplace, false, true),
          certificate_of(paid_at_once(make("fresh")), kRemove, false, true),
          lattice_certificate(Noise::production, "tree"),
          lattice_certificate(Noise::lattice, "fading"),
          cells_certificate()};
}

json seal(json certificate) {
  certificate["sha256"] = certificate_checksum(certificate.dump());
  return certificate;
}

bool passes(const json& certificate) {
  try {
    return check_certificate(certificate.dump()).holds();
  } catch (const Error&) {
    return false;
  }
}

// Other values that the field could have.
std::vector<json> edits(const std::string& path, const json& value) {
  if (value.is_boolean()) return {!value.get<bool>()};
  if (value.is_number_integer()) return {value.get<std::int64_t>() + 1, value.get<std::int64_t>() - 1};
  if (value.is_number()) return {value == 0.0 ? 0.01 : 1.01 * double(value), 0.99 * double(value) - (value == 0.0)};
  if (value.is_null()) return {1, json::object()};
  if (!value.is_string()) return {};
  if (path == "/adjacency") return {value == "replace-one" ? "add-remove" : "replace-one"};
  if (path == "/noise") return {value == "simulation" ? "production" : "simulation"};
  if (path == "/theorem") return {"zcdp-simple", value == "zcdp-tight" ? "gdp-exact" : "zcdp-tight"};
  if (path.find("/rows/") != std::string::npos) return {"0.9 0", "-0.6 0.8"};
  if (path.ends_with("/asked")) return {"1x1", "0x2"};
  return {value.get<std::string>() + "."};
}

void visit(const json& node, const std::string& path, const std::function<void(const std::string&, const json&)>& see) {
  if (node.is_structured() && !node.empty())
    for (const auto& [key, value] : node.items()) visit(value, path + "/" + key, see);
  else
    see(path, node);
}

// Names and free texts; and what no charge depends on: the points of a strategy that is paid at once, rows that are far
// from the farthest pair.
bool is_free_without_checksum(const std::string& path) {
  static const std::regex free(
      "/run/(?!users).*|/caveats/4|/mechanisms/0/strategy/name|/mechanisms/0/points/.*|/mechanisms/0/features/rows/.*");
  return std::regex_match(path, free);
}

TEST(EditedCertificate, HoldsBeforeTheEdit) {
  for (const json& honest : certificates()) EXPECT_THAT(check_certificate(honest.dump()).reasons, IsEmpty());
}

TEST(KnownBad, EveryEditOfACertificateIsNoticedByItsChecksum) {
  for (const json& honest : certificates())
    visit(honest, "", [&](const std::string& path, const json& value) {
      for (const json& other : edits(path, value)) {
        json edited = honest;
        edited[json::json_pointer(path)] = other;
        EXPECT_FALSE(passes(edited)) << path << " " << value << " -> " << other;
      }
    });
}

TEST(KnownBad, EveryEditOfANumberIsNoticedByTheArithmetic) {
  for (const json& honest : certificates())
    visit(honest, "", [&](const std::string& path, const json& value) {
      if (is_free_without_checksum(path) || path == "/sha256") return;
      for (const json& other : edits(path, value)) {
        json edited = honest;
        edited[json::json_pointer(path)] = other;
        EXPECT_FALSE(passes(seal(edited))) << path << " " << value << " -> " << other;
      }
    });
}

TEST(KnownBad, EveryListThatIsCutIsNoticedByTheArithmetic) {
  for (const json& honest : certificates())
    for (const char* path : {"/entries", "/curve", "/mechanisms", "/mechanisms/0/statistics", "/mechanisms/0/points",
                             "/mechanisms/0/strategy/touches", "/caveats"}) {
      json edited = honest;
      json& list = edited[json::json_pointer(path)];
      list.erase(0);
      EXPECT_FALSE(passes(seal(edited))) << path;
    }
}

TEST(KnownBad, AnEditedRowIsNoticedWhereItIsOfTheFarthestPair) {
  json edited = certificates()[0];
  edited["mechanisms"][0]["features"]["rows"][0] = "0.1 0";
  edited["mechanisms"][0]["features"]["rows"][3] = "0.1 0";
  EXPECT_FALSE(passes(seal(edited)));
}

TEST(KnownBad, AReleasePointThatMovedIsNoticedWhereUsersAreChargedByBlock) {
  for (const std::size_t i : {0, 1, 2, 4, 6}) {
    json edited = certificates()[i];
    edited["mechanisms"][0]["points"][0]["users"] = 4;
    EXPECT_FALSE(passes(seal(edited))) << i;
  }
}

TEST(KnownBad, AnEditedAdjacencyIsNoticedEvenWithFeaturesToMatch) {
  json edited = certificates()[1];
  edited["adjacency"] = "add-remove";
  edited["mechanisms"][0]["features"] = nullptr;
  EXPECT_THAT(check_certificate(seal(edited).dump()).reasons, Contains(HasSubstr("the sensitivity of gram")));
}

}  // namespace
}  // namespace tacit
