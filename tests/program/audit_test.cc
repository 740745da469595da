#include <nlohmann/json.hpp>

#include "tests/program/run.h"

namespace tacit {
namespace {

using testing::HasSubstr;

const std::string kSmall =
    "audit --env deep-sea --set env.size=3 --agent dp-block-ucb --set agent.first=10 --episodes 30 --epsilon 1 --runs "
    "40 ";

TEST(AuditProgram, PrintsABoundBesideTheClaimAndAVerdict) {
  const Finished finished = run_program(kSmall);
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.output, HasSubstr("claims privacy at epsilon 1"));
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

TEST(AuditProgram, KeepsFinishedRunsAndGivesTheSameResultAgain) {
  const ScratchFolder scratch;
  const Finished fresh = run_program(kSmall + "--json");
  ASSERT_EQ(run_program(kSmall + "--out '" + scratch / "a" + "'").code, 0);
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
  ASSERT_EQ(run_program(kSmall + "--attack replay --out '" + scratch / "a" + "'").code, 0);
  expect_refused(kSmall + "--seed 2 --out '" + scratch / "a" + "'", "another audit");
}

TEST(AuditProgram, RefusesBadInput) {
  expect_refused(kSmall + "--attack billbord", "did you mean 'billboard'");
  expect_refused(kSmall + "--runs 1", "--runs");
  expect_refused(kSmall + "--confidence 2", "--confidence");
  expect_refused(kSmall + "--out ''", "--out");
}

}  // namespace
}  // namespace tacit
