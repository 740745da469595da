#include "tacit/privacy/certificate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tacit/core/error.h"

namespace tacit {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(Certificate, StatesPromiseReleasesAndTotal) {
  Ledger ledger(Promise(Mu(1), Delta(1e-5), Theorem::gdp_exact, NoiseSource::simulation));
  for (int block = 0; block < 5; ++block) ledger.charge({"gram", 1, 2, 10 * block, 10 * block + 10, 3});
  const json certificate = json::parse(to_json(make_certificate(ledger, {"One more."})));
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

TEST(Certificate, CountsReleasesWithoutOverflow) {
  const ReleaseRun huge{{"x", 1, 1, 0, 1, 1'000'000'000'000}, 1'000'000'000'000};
  EXPECT_EQ(Certificate::count_releases(std::vector{huge}), std::numeric_limits<std::int64_t>::max());
}

}  // namespace
}  // namespace tacit
