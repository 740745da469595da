// Forgeries that are consistent in themselves: several fields changed together, and the checksum made anew.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tacit/privacy/certificate/certificate.h"
#include "tacit/privacy/certificate/certificate_check.h"
#include "tests/door.h"

namespace tacit {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;
using Json = nlohmann::ordered_json;

Json certificate_of(const std::string& strategy) {
  trial::Private run(trial::shape_of(1), trial::options_of(strategy, 1));
  Stream stream(3, "people");
  for (Index t = 0; t < trial::kReleases; ++t) {
    for (int i = 0; i < 10; ++i) trial::contribute(run.vault, stream);
    run.door.release();
  }
  return Json::parse(to_json(make_certificate(run.ledger)));
}

/// Noise and column norm both `factor` times what they were: as if measurements were that much smaller.
std::vector<std::string> objections(const std::string& strategy, double factor) {
  Json json = certificate_of(strategy);
  Json& mechanism = json["mechanisms"][0];
  mechanism["strategy"]["column_norm"] = factor * mechanism["strategy"]["column_norm"].get<double>();
  for (Json& statistic : mechanism["statistics"])
    statistic["noise_scale"] = factor * statistic["noise_scale"].get<double>();
  return check_certificate(json.dump(1)).reasons;
}

TEST(ForgedCertificate, APlainSumCannotBeMeasuredSmaller) {
  for (const char* strategy : {"blocks", "tree", "fresh"}) {
    EXPECT_THAT(objections(strategy, 1), testing::Not(Contains(HasSubstr("the column norm of")))) << strategy;
    EXPECT_THAT(objections(strategy, 0.001),
                Contains(AnyOf(HasSubstr("the column norm of"), HasSubstr("the share of a fresh release"))))
        << strategy;
  }
}

}  // namespace
}  // namespace tacit
