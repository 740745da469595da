// `tacit account`, end to end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tacit/privacy/certificate.h"
#include "tests/program/run.h"

namespace tacit {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json account(const std::string& arguments) { return json::parse(run_program("account --json " + arguments).output); }

TEST(Account, ConvertsMuByAllTheorems) {
  const json out = account("--mu 1 --delta 1e-5");
  EXPECT_NEAR(out["epsilon"]["exact"], 4.377178095681, 1e-9);
  EXPECT_NEAR(out["epsilon"]["zcdp_tight"], 4.728386984943, 1e-9);
  EXPECT_NEAR(out["epsilon"]["zcdp_simple"], 5.298525912188, 1e-9);
  EXPECT_EQ(out["delta"], 1e-5);
  EXPECT_EQ(out["mu"], 1);
  EXPECT_EQ(out["rho"], 0.5);
  EXPECT_EQ(out["sigma_unit"], 1);
}

TEST(Account, ReadsRhoAsGaussianNoise) {
  const json out = account("--rho 0.1 --delta 1e-6");
  EXPECT_NEAR(out["epsilon"]["exact"], 1.994526900696, 1e-9);
  EXPECT_NEAR(out["mu"], std::sqrt(0.2), 1e-15);
  EXPECT_THAT(run_program("account --rho 0.1 --delta 1e-6").output, HasSubstr("read as mu = sqrt(2 rho)"));
}

TEST(Account, CalibratesEpsilonByAllTheorems) {
  const json out = account("--epsilon 1 --delta 1e-5");
  EXPECT_EQ(out["epsilon"]["exact"], 1);
  EXPECT_NEAR(out["sigma_unit"], 3.730631634816, 1e-8);
  EXPECT_NEAR(out["rho"]["zcdp_tight"], 0.030556595198, 1e-11);
  EXPECT_NEAR(out["rho"]["zcdp_simple"], 0.020819938340, 1e-11);
  EXPECT_NEAR(out["rho"]["exact"], std::pow(out["mu"].get<double>(), 2) / 2, 1e-15);
}

TEST(Account, TabulatesAllConversionsWithTheirTheoremsAndTheCurve) {
  const std::string text = run_program("account --epsilon 1 --delta 1e-5 --curve").output;
  for (const char* part :
       {"exact (Gaussian DP)", "zCDP, tight", "zCDP, simple", "Bun and Steinke", "3.730632", "1e-12"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_EQ(account("--mu 1 --delta 1e-5 --curve")["curve"].size(), 10u);
}

TEST(Account, NamesFieldValueAndWhatIsAllowed) {
  const std::pair<const char*, const char*> cases[] = {
      {"--epsilon nan --delta 1e-5", "--epsilon: 'nan' is not allowed; expected a number from 1e-06 to 10000"},
      {"--epsilon -1 --delta 1e-5", "--epsilon: '-1' is not allowed"},
      {"--epsilon '' --delta 1e-5", "--epsilon: '' is not allowed"},
      {"--mu inf --delta 1e-5", "--mu: 'inf' is not allowed; expected a number from 1e-09 to 1000"},
      {"--rho 0 --delta 1e-5", "--rho: '0' is not allowed"},
      {"--mu 1 --delta 1", "--delta: '1' is not allowed; expected a number from 1e-300 to 0.5"},
      {"--mu 1", "--delta: missing"},
      {"--mu 1 --rho 1 --delta 1e-5", "exactly one of --epsilon, --mu, --rho"},
      {"", "exactly one of --epsilon, --mu, --rho"},
      {"--check /does/not/exist", "'/does/not/exist' cannot be read"},
      {"--check x --mu 1", "--mu excludes --check"},
  };
  for (const auto& [arguments, message] : cases) {
    const auto [code, output] = run_program_for_errors("account " + std::string(arguments));
    EXPECT_EQ(code, 2) << arguments;
    EXPECT_THAT(output, HasSubstr(message));
    EXPECT_EQ(std::count(output.begin(), output.end(), '\n'), 1) << output;
  }
}

TEST(Account, HelpShowsExamples) {
  EXPECT_THAT(run_program("account --help").output, HasSubstr("tacit account --epsilon 1 --delta 1e-6"));
}

Finished check(const std::string& text) {
  const std::string path = testing::TempDir() + "tacit-certificate-" + std::to_string(getpid()) + ".json";
  std::ofstream(path) << text;
  const Finished finished = run_program("account --check '" + path + "'", "2>&1");
  std::remove(path.c_str());
  return finished;
}

TEST(Account, ChecksCertificates) {
  Ledger ledger(Promise(Epsilon(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation));
  ledger.charge({"gram", 1, 1 / ledger.promise().mu().value(), 0, 100});
  const std::string honest = to_json(make_certificate(ledger));
  EXPECT_EQ(check(honest).code, 0);
  json tampered = json::parse(honest);
  tampered["entries"][0]["noise_scale"] = 1.0;
  EXPECT_EQ(check(tampered.dump()).code, 1);
  EXPECT_THAT(check(tampered.dump()).output, HasSubstr("mu of 'gram' is stated as"));
  EXPECT_EQ(check(honest.substr(0, 100)).code, 2);
  EXPECT_EQ(check("").code, 2);
}

}  // namespace
}  // namespace tacit
