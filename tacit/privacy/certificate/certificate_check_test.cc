#include "tacit/privacy/certificate/certificate_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "tacit/core/error.h"
#include "tacit/privacy/certificate/certificate.h"

namespace tacit {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

// Two statistics, half of mu^2 each: one in blocks of ten users, one in ten prefixes.
json honest(Theorem theorem = Theorem::gdp_exact, NoiseSource noise = NoiseSource::simulation) {
  Ledger ledger(Promise(Epsilon(1), Delta(1e-6), theorem, noise));
  const double half = ledger.promise().mu().value() / std::sqrt(2.0);
  for (std::int64_t t = 0; t < 10; ++t) {
    ledger.charge({"blocks", std::sqrt(2.0), std::sqrt(2.0) / half, 10 * t, 10 * t + 10});
    ledger.charge({"prefixes", 1, std::sqrt(10.0) / half, 0, 10 * t + 10});
  }
  return json::parse(to_json(make_certificate(ledger)));
}

// With a checksum that fits what was done to it.
std::vector<std::string> reasons(const std::function<void(json&)>& tamper) {
  json certificate = honest();
  tamper(certificate);
  certificate["sha256"] = certificate_checksum(certificate.dump());
  return check_certificate(certificate.dump()).reasons;
}

std::string unreadable(const std::string& text) {
  try {
    check_certificate(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "read";
}
std::string unreadable(const std::function<void(json&)>& spoil) {
  json certificate = honest();
  spoil(certificate);
  return unreadable(certificate.dump());
}

TEST(CertificateCheck, AcceptsAnHonestCertificate) {
  EXPECT_THAT(reasons([](json&) {}), IsEmpty());
  for (const auto theorem : {Theorem::zcdp_tight, Theorem::zcdp_simple})
    for (const auto noise : {NoiseSource::simulation, NoiseSource::production})
      EXPECT_THAT(check_certificate(honest(theorem, noise).dump()).reasons, IsEmpty());
}

TEST(CertificateCheck, AcceptsARunThatReleasedNothing) {
  const Ledger ledger(Promise(Epsilon(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation));
  EXPECT_THAT(check_certificate(to_json(make_certificate(ledger))).reasons, IsEmpty());
}

TEST(CertificateCheck, CatchesNoiseThatIsTooSmall) {
  EXPECT_THAT(reasons([](json& c) { c["entries"][0]["noise_scale"] = 0.9 * double(c["entries"][0]["noise_scale"]); }),
              Contains(HasSubstr("mu of 'blocks' is stated as")));
}

TEST(CertificateCheck, CatchesNoiseThatIsTooSmallWithAMuToMatch) {
  EXPECT_THAT(reasons([](json& c) {
                auto& entry = c["entries"][0];
                entry["noise_scale"] = 0.9 * double(entry["noise_scale"]);
                entry["mu"] = double(entry["sensitivity"]) / double(entry["noise_scale"]);
              }),
              Contains(HasSubstr("over budget")));
}

TEST(CertificateCheck, CatchesAReleaseWithoutNoise) {
  EXPECT_THAT(reasons([](json& c) { c["entries"][0]["noise_scale"] = 0; }), Contains(HasSubstr("over budget")));
}

TEST(CertificateCheck, CatchesAUserInTwoBlocks) {
  EXPECT_THAT(reasons([](json& c) { c["entries"][0]["last_user"] = 11; }), Contains(HasSubstr("over budget")));
}

TEST(CertificateCheck, CatchesAReleaseLeftOut) {
  EXPECT_THAT(reasons([](json& c) { c["entries"].erase(1); }), Contains(HasSubstr("releases is stated as 20")));
  EXPECT_THAT(reasons([](json& c) { c["entries"].erase(1); }), Contains(HasSubstr("mu_spent is stated as")));
}

TEST(CertificateCheck, CatchesAReleaseMadeMoreOften) {
  EXPECT_THAT(reasons([](json& c) { c["entries"][0]["times"] = 2; }), Contains(HasSubstr("over budget")));
  EXPECT_THAT(reasons([](json& c) { c["entries"][1]["steps"] = 11; }), Contains(HasSubstr("over budget")));
}

TEST(CertificateCheck, CatchesABetterPromiseThanWasKept) {
  EXPECT_THAT(reasons([](json& c) { c["epsilon"] = 0.99; }), Contains(HasSubstr("more than the 0.99 promised")));
  EXPECT_THAT(reasons([](json& c) { c["delta"] = 1e-7; }), Contains(HasSubstr("at delta = 1e-07")));
}

TEST(CertificateCheck, CatchesALargerBudgetThanWasPromised) {
  EXPECT_THAT(reasons([](json& c) { c["mu"] = 1.0; }), Contains(HasSubstr("more than the 1 promised")));
}

TEST(CertificateCheck, CatchesAFlatteredTotalOrCurve) {
  for (const char* field : {"mu_spent", "epsilon_spent", "rho"})
    EXPECT_THAT(reasons([&](json& c) { c[field] = 0.999999 * double(c[field]); }), Contains(HasSubstr(field)));
  EXPECT_THAT(reasons([](json& c) { c["curve"][3]["epsilon"] = 0.1; }), Contains(HasSubstr("on the curve")));
}

TEST(CertificateCheck, CatchesATheoremThatDoesNotFitTheNoise) {
  EXPECT_THAT(reasons([](json& c) { c["noise"] = "production"; }), Contains(HasSubstr("production noise")));
}

TEST(CertificateCheck, CatchesAMissingCaveatAndAFalseCitation) {
  EXPECT_THAT(reasons([](json& c) { c["caveats"].erase(0); }), Contains(HasSubstr("a caveat is missing")));
  EXPECT_THAT(reasons([](json& c) { c["citation"] = "folklore"; }), Contains(HasSubstr("citation")));
}

TEST(CertificateCheck, FindsNothingToHoldInACertificateWithoutAGuarantee) {
  const Promise asked(Epsilon(1), Delta(1e-5), Theorem::zcdp_simple, NoiseSource::simulation);
  const auto verdict = check_certificate(to_json(make_void_certificate(asked, "noise is reused")));
  EXPECT_THAT(verdict.reasons, testing::ElementsAre("it promises nothing: noise is reused"));
}

TEST(CertificateCheck, CannotReadEveryTruncation) {
  const std::string text = honest().dump();
  for (std::size_t length = 0; length < text.size(); ++length)
    ASSERT_EQ(unreadable(text.substr(0, length)), "certificate: not complete, valid JSON") << length;
}

TEST(CertificateCheck, CannotReadWrongTypesAndMissingOrUnknownFields) {
  EXPECT_THAT(unreadable([](json& c) { c["epsilon"] = "1"; }), HasSubstr("certificate.epsilon: expected a number"));
  EXPECT_THAT(unreadable([](json& c) { c["entries"] = 3; }), HasSubstr("certificate.entries: expected a list"));
  EXPECT_THAT(unreadable([](json& c) { c["entries"][0] = nullptr; }), HasSubstr("entries[0]: expected an object"));
  EXPECT_THAT(unreadable([](json& c) { c["entries"][1]["times"] = 1.5; }), HasSubstr("entries[1].times"));
  EXPECT_THAT(unreadable([](json& c) { c["mu_spent"] = nullptr; }), HasSubstr("mu_spent"));
  EXPECT_THAT(unreadable([](json& c) { c.erase("delta"); }), HasSubstr("certificate.delta: missing"));
  EXPECT_THAT(unreadable([](json& c) { c["note"] = 1; }), HasSubstr("not part of the format"));
  EXPECT_THAT(unreadable([](json& c) { c["unit"] = "step"; }), HasSubstr("certificate.unit"));
  EXPECT_THAT(unreadable([](json& c) { c["reason"] = "\x1b[2J", c["guarantee"] = "none"; }), HasSubstr("control"));
  EXPECT_THAT(unreadable("[]"), HasSubstr("expected an object"));
}

TEST(CertificateCheck, CannotReadNumbersThatAreNone) {
  const std::string text = honest().dump();
  for (const char* bad : {"NaN", "Infinity", "1e999", "null", "-1", "0", "1"}) {
    std::string spoilt = text;
    spoilt.replace(spoilt.find("\"delta\":1e-06,\"entries\""), 13, std::string("\"delta\":") + bad);
    EXPECT_NE(unreadable(spoilt), "read") << bad;
  }
}

TEST(CertificateCheck, CannotReadAKeyGivenTwice) {
  std::string text = honest().dump();
  text.insert(1, "\"epsilon\":0.01,");
  EXPECT_THAT(unreadable(text), HasSubstr("occurs twice"));
}

TEST(CertificateCheck, BoundsSizeDepthAndWork) {
  EXPECT_THAT(unreadable(std::string(kMostCertificateBytes + 1, ' ')), HasSubstr("bytes is not allowed"));
  EXPECT_THAT(unreadable(std::string(1000000, '[')), HasSubstr("nested too deeply"));
  EXPECT_THAT(unreadable([](json& c) { c["entries"][0]["times"] = 1e19; }), HasSubstr("entries[0].times"));
  EXPECT_THAT(unreadable([](json& c) { c["entries"][0]["last_user"] = ~0ULL; }), HasSubstr("entries[0].last_user"));
  EXPECT_THAT(unreadable([](json& c) { c["entries"][0]["steps"] = 1LL << 40; }), HasSubstr("users that cannot be"));
  EXPECT_THAT(unreadable([](json& c) { c["entries"][0]["first_stride"] = 1LL << 40; }), HasSubstr("cannot be"));
  EXPECT_THAT(unreadable([](json& c) {
                auto& entry = c["entries"][1];
                entry["sensitivity"] = 1e-12;
                entry["last_stride"] = 1;
                entry["steps"] = 20'000'001;
              }),
              HasSubstr("unfold to more than"));
}

TEST(CertificateCheck, ReadsAMillionBlocksAsOneRun) {
  Ledger ledger(Promise(Epsilon(1), Delta(1e-7), Theorem::gdp_exact, NoiseSource::simulation));
  const double sigma = 1 / ledger.promise().mu().value();
  for (std::int64_t k = 0; k < 1'000'000; ++k) ledger.charge({"episode", 1, sigma, k, k + 1});
  const std::string text = to_json(make_certificate(ledger));
  EXPECT_LT(text.size(), 5000u);
  EXPECT_THAT(check_certificate(text).statements, Contains(HasSubstr("1 entry was made by hand")));
  EXPECT_THAT(check_certificate(text).reasons, IsEmpty());
}

}  // namespace
}  // namespace tacit
