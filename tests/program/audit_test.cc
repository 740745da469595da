#include <nlohmann/json.hpp>

#include "tests/program/run.h"

namespace tacit {
namespace {

using testing::HasSubstr;

const std::string kFlagship =
    "audit --env deep-sea --set env.size=3 --agent dp-block-ucb --set agent.first=10 --episodes 30 --epsilon 1 ";
const std::string kSmall = kFlagship + "--runs 40 ";

TEST(AuditProgram, PrintsABoundBesideTheClaimAndAVerdict) {
  const Finished finished = run_program(kFlagship + "--attack noise --runs 400");
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.output, HasSubstr("claims epsilon 1"));
  EXPECT_THAT(finished.output, HasSubstr("mu at least"));
  EXPECT_THAT(finished.output, HasSubstr("verdict: consistent"));
}

TEST(AuditProgram, EndsWithOneWhereAClaimIsViolated) {
  const Finished finished = run_program(
      "audit --env deep-sea --set env.size=3 --agent dp-lsvi-ucb++-specimen --episodes 30 --epsilon 1 --runs 100 "
      "--attack billboard --json");
  EXPECT_EQ(finished.code, 1);
  EXPECT_EQ(nlohmann::json::parse(finished.output).at("verdict"), "violated");
}

const std::string kSpecimen =
    "audit --env deep-sea --set env.size=3 --agent dp-lsvi-ucb++-specimen --episodes 30 --epsilon 1 --runs 100 ";

// Replay takes the declared noise for granted, and the specimen's fault is its noise.
TEST(AuditProgram, DoesNotLetTheSpecimenPassByReplayAlone) {
  const Finished finished = run_program(kSpecimen + "--attack replay");
  EXPECT_EQ(finished.code, 3);
  EXPECT_THAT(finished.output, HasSubstr("verdict: consistent (noise not tested)"));
  EXPECT_THAT(finished.output, HasSubstr("keeps no promise"));
}

TEST(AuditProgram, FindsTheSpecimensNoise) {
  const Finished finished = run_program(kSpecimen + "--attack noise");
  EXPECT_EQ(finished.code, 1);
  EXPECT_THAT(finished.output, HasSubstr("verdict: violated"));
}

TEST(AuditProgram, EndsWithThreeWhereNothingWasDecided) {
  EXPECT_EQ(run_program(kSmall + "--attack bystander").code, 3);
}

TEST(AuditProgram, SaysBeforehandHowLongItWillTake) {
  EXPECT_THAT(run_program_for_errors(kSmall + "--attack noise").output, HasSubstr("this audit takes about"));
}

TEST(AuditProgram, KeepsFinishedRunsAndGivesTheSameResultAgain) {
  const ScratchFolder scratch;
  const Finished fresh = run_program(kSmall + "--json");
  ASSERT_EQ(run_program(kSmall + "--out '" + scratch / "a" + "'").code, 3);  // So few runs decide nothing.
  // As if it had been interrupted in the middle of a line.
  const std::string runs = read_all(scratch / "a/runs.jsonl");
  std::ofstream(scratch / "a/runs.jsonl", std::ios::trunc) << runs.substr(0, runs.size() / 2);
  const Finished again = run_program(kSmall + "--json --jobs 1 --out '" + scratch / "a" + "'");
  EXPECT_EQ(again.output, fresh.output);
  EXPECT_EQ(read_all(scratch / "a/audit.json"), fresh.output);
  EXPECT_THAT(read_all(scratch / "a/report.html"), HasSubstr("<svg"));
}

TEST(AuditProgram, DoesNotMixTwoAudits) {
  const ScratchFolder scratch;
  ASSERT_EQ(run_program(kSmall + "--attack replay --out '" + scratch / "a" + "'").code, 3);
  expect_refused(kSmall + "--seed 2 --out '" + scratch / "a" + "'", "another audit");
}

TEST(AuditProgram, RefusesBadInput) {
  expect_refused(kSmall + "--attack billbord", "did you mean 'billboard'");
  expect_refused(kSmall + "--attack everything", "all");
  expect_refused(kFlagship + "--runs 1", "--runs");
  expect_refused(kSmall + "--confidence 2", "--confidence");
  expect_refused(kSmall + "--out ''", "--out");
}

}  // namespace
}  // namespace tacit
