#include "tacit/privacy/certificate/certificate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tacit/core/error.h"
#include "tests/door.h"

namespace tacit {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(Certificate, StatesPromiseReleasesAndTotal) {
  Ledger ledger(Promise(Mu(1), Delta(1e-5), Theorem::gdp_exact, NoiseSource::simulation));
  for (int block = 0; block < 5; ++block) ledger.charge({"gram", 1, 2, 10 * block, 10 * block + 10, 3});
  const json certificate = json::parse(to_json(make_certificate(ledger, {{"agent", "none"}}, {"One more."})));
  EXPECT_EQ(certificate["guarantee"], "joint-dp");
  EXPECT_EQ(certificate["adjacency"], "replace-one");
  EXPECT_EQ(certificate["unit"], "episode");
  EXPECT_EQ(certificate["noise"], "simulation");
  EXPECT_EQ(certificate["theorem"], "gdp-exact");
  EXPECT_EQ(certificate["rho"], 0.5);
  EXPECT_NEAR(certificate["mu_spent"], std::sqrt(0.75), 1e-14);
  EXPECT_LT(certificate["epsilon_spent"], certificate["epsilon"]);
  EXPECT_EQ(certificate["releases"], 15);
  ASSERT_EQ(certificate["entries"].size(), 1u);
  EXPECT_EQ(certificate["entries"][0]["mu"], 0.5);
  EXPECT_EQ(certificate["entries"][0]["steps"], 5);
  EXPECT_EQ(certificate["curve"].size(), 10u);
  EXPECT_EQ(certificate["caveats"].back(), "One more.");
  EXPECT_EQ(certificate["run"]["agent"], "none");
  EXPECT_EQ(certificate["sha256"], certificate_checksum(certificate.dump()));
}

TEST(Certificate, WithoutAGuaranteeSaysWhyAndStatesNoTotal) {
  const Promise asked(Epsilon(1), Delta(1e-5), Theorem::zcdp_simple, NoiseSource::simulation);
  const Certificate certificate = make_void_certificate(asked, "noise is drawn once and reused");
  EXPECT_EQ(certificate.guarantee(), "none");
  const json written = json::parse(to_json(certificate));
  EXPECT_TRUE(written["epsilon_spent"].is_null());
  EXPECT_EQ(written["reason"], "noise is drawn once and reused");
  EXPECT_THROW(make_void_certificate(asked, ""), Error);
}

TEST(Certificate, WarnsThatSimulationNoiseProtectsNobody) {
  EXPECT_THAT(standard_caveats(NoiseSource::simulation), testing::Contains(HasSubstr("protects nobody")));
  EXPECT_THAT(standard_caveats(NoiseSource::production), testing::Not(testing::Contains(HasSubstr("nobody"))));
}

TEST(Certificate, CountsReleasesNotCharges) {
  // A factorisation charges all users once, before the first release.
  for (const char* strategy : {"factorised", "blocks", "tree"}) {
    trial::Private run(trial::shape_of(2), trial::options_of(strategy, 2));
    for (int t = 0; t < 4; ++t) {
      run.users(5);
      run.door.release();
    }
    EXPECT_EQ(json::parse(to_json(make_certificate(run.ledger)))["releases"], 4) << strategy;
  }
}

TEST(Certificate, NeverSpendsMoreThanItPromisesByRounding) {
  for (int parts = 1; parts < 200; ++parts) {
    Ledger ledger(Promise(Epsilon(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation));
    const double mu = ledger.promise().mu().value();
    for (int i = 0; i < parts; ++i) ledger.charge({"part", 1, std::sqrt(parts) / mu, 0, 10});
    const json certificate = json::parse(to_json(make_certificate(ledger)));
    EXPECT_LE(certificate["mu_spent"], certificate["mu"]) << parts;
    EXPECT_LE(certificate["epsilon_spent"], certificate["epsilon"]) << parts;
  }
}

}  // namespace
}  // namespace tacit
