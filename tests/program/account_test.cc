// `tacit account`, end to end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tacit/privacy/certificate/certificate.h"
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

TEST(Account, NamesAFileThatIsNoCertificate) {
  const ScratchFolder scratch;
  std::ofstream(scratch / "mine.json") << "{\"format\": \"tacit-mdp/1\"}";
  expect_refused("account --check '" + scratch / "mine.json" + "'", "mine.json' is not a certificate: ");
}

TEST(Account, HelpShowsExamples) {
  EXPECT_THAT(run_program("account --help").output, HasSubstr("tacit account --epsilon 1 --delta 1e-6"));
}

TEST(Account, SaysWhatIsPromisedToWhomBeforeItSaysThatItHolds) {
  const ScratchFolder scratch;
  const std::string run = scratch / "run", certificate = run + "/certificate.json";
  ASSERT_EQ(
      run_program("run --env simplex --agent dp-block-ucb --episodes 3000 --horizon 3 --epsilon 1 --out '" + run + "'")
          .code,
      0);
  const Finished checked = run_program("account --check '" + certificate + "'");
  EXPECT_EQ(checked.code, 0);
  std::size_t at = 0;
  for (const char* part : {"epsilon 1 and delta 1e-05 is promised to each of at most 3000 users", "replace-one",
                           "SIMULATION NOISE", "agent dp-block-ucb", "environment simplex", "The Gram matrix of",
                           "The user who is charged most", "The certificate holds."}) {
    const std::size_t found = checked.output.find(part, at);
    EXPECT_NE(found, std::string::npos) << part << " in\n" << checked.output;
    if (std::string(part) != "agent dp-block-ucb" && found != std::string::npos) at = found;
  }
  const json out = json::parse(run_program("account --json --check '" + certificate + "'").output);
  EXPECT_TRUE(out["holds"] && out["simulation_noise"]);
}

TEST(Account, NoticesAnEditedAdjacencyReasonOrUserRange) {
  const ScratchFolder scratch;
  const std::string run = scratch / "run", path = scratch / "edited.json";
  ASSERT_EQ(
      run_program("run --env simplex --agent dp-block-ucb --episodes 3000 --horizon 3 --epsilon 1 --out '" + run + "'")
          .code,
      0);
  const json honest = json::parse(read_all(run + "/certificate.json"));
  EXPECT_GT(honest["releases"], 10);
  for (const char* field : {"/adjacency", "/reason", "/entries/0/last_user", "/mechanisms/0/users"}) {
    json edited = honest;
    json& value = edited[json::json_pointer(field)];
    value = value.is_number() ? json(value.get<int>() - 1)
                              : json(std::string(field) == "/adjacency" ? "add-remove" : "trust");
    edited["sha256"] = certificate_checksum(edited.dump());
    std::ofstream(path) << edited;
    EXPECT_NE(run_program("account --check '" + path + "'").code, 0) << field;
  }
}

// A certificate that holds, by hand, and keys beside it.
struct Signed {
  Signed() {
    Ledger ledger(Promise(Epsilon(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation));
    ledger.charge({"gram", 1, 1 / ledger.promise().mu().value(), 0, 100});
    std::ofstream(certificate) << to_json(make_certificate(ledger, {{"agent", "mine"}}));
    EXPECT_EQ(run_program("account --new-key '" + key + "'").code, 0);
    EXPECT_EQ(run_program("account --check '" + certificate + "' --sign '" + key + "'").code, 0);
  }
  Finished check(const std::string& with) const {
    return run_program("account --check '" + certificate + "' --key '" + with + "'", "2>&1");
  }
  ScratchFolder scratch;
  std::string certificate = scratch / "certificate.json", key = scratch / "me.key";
};

TEST(Account, SignsACertificateAndChecksTheSignature) {
  const Signed files;
  EXPECT_EQ(files.check(files.key + ".pub").code, 0);
  EXPECT_THAT(files.check(files.key + ".pub").output, HasSubstr("The signature is that of the owner"));
  EXPECT_EQ(std::filesystem::status(files.key).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_EQ(run_program("account --new-key '" + files.key + "'").code, 2);  // Keys are not overwritten.
}

TEST(Account, NoticesAForgedRunByItsSignature) {
  const Signed files;
  json forged = json::parse(read_all(files.certificate));
  forged["run"]["agent"] = "yours";
  forged["sha256"] = certificate_checksum(forged.dump());
  std::ofstream(files.certificate) << forged;
  EXPECT_EQ(run_program("account --check '" + files.certificate + "'").code, 0);
  EXPECT_EQ(files.check(files.key + ".pub").code, 1);
  EXPECT_THAT(files.check(files.key + ".pub").output, HasSubstr("is not one of this certificate by this key"));
}

TEST(Account, NoticesAnotherKeyATruncatedSignatureAndNone) {
  const Signed files, others;
  EXPECT_EQ(files.check(others.key + ".pub").code, 1);
  EXPECT_EQ(files.check(files.key).code, 2);  // That is the secret one.
  const std::string signature = read_all(files.certificate + ".sig");
  std::ofstream(files.certificate + ".sig") << signature.substr(0, signature.size() / 2);
  EXPECT_EQ(files.check(files.key + ".pub").code, 1);
  std::filesystem::remove(files.certificate + ".sig");
  EXPECT_THAT(files.check(files.key + ".pub").output, HasSubstr("it is not signed"));
}

TEST(Account, DoesNotSignWhatDoesNotHold) {
  const Signed files;
  json edited = json::parse(read_all(files.certificate));
  edited["epsilon"] = 0.5;
  std::ofstream(files.certificate) << edited;
  std::filesystem::remove(files.certificate + ".sig");
  EXPECT_EQ(run_program("account --check '" + files.certificate + "' --sign '" + files.key + "'").code, 1);
  EXPECT_FALSE(std::filesystem::exists(files.certificate + ".sig"));
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
