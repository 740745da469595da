// tacit need, from the outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/program/run.h"
#include "tests/scratch.h"

namespace tacit {
namespace {

using testing::HasSubstr;

const std::string kNeed = "need --env simplex --horizon 3 --runs 2 --most 1e5 ";

TEST(NeedCommand, PrintsATableWithARowForEachBudget) {
  const Finished outcome = run_program(kNeed + "--agent dp-block-ucb --epsilon 1,10");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("within 5 % of the best"));
  EXPECT_THAT(outcome.output, HasSubstr("\n           1 "));
  EXPECT_THAT(outcome.output, HasSubstr("\n          10 "));
}

TEST(NeedCommand, SaysWhereRunsAreTooFewForItsInterval) {
  const std::string command = "need --env simplex --horizon 2 --most 100 --agent uniform --runs ";
  EXPECT_THAT(run_program(command + "2").output, HasSubstr("too few runs for 95 %"));
  EXPECT_THAT(run_program(command + "5").output, HasSubstr("by the 95 % interval"));
}

TEST(NeedCommand, TakesTheNoiseOfADeployment) {
  const std::string command =
      "need --env simplex --horizon 2 --most 100 --runs 2 --agent dp-block-ucb --epsilon 1 --noise ";
  EXPECT_EQ(run_program(command + "lattice").code, 0);
  expect_refused(command + "production", "--noise: 'production' is not allowed; expected simulation or lattice");
}

TEST(NeedCommand, WritesJsonAndAFigure) {
  const ScratchFolder scratch;
  const Finished outcome = run_program(kNeed + "--agent block-ucb --json --out '" + (scratch / "need") + "'");
  EXPECT_EQ(nlohmann::json::parse(outcome.output)["agent"], "block-ucb");
  for (const char* file : {"need.json", "need.svg", "need.png"})
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(scratch / "need") / file)) << file;
}

TEST(NeedCommand, RefusesWhatItCannotRead) {
  expect_refused(kNeed + "--agent dp-block-ucb", "--epsilon: agent 'dp-block-ucb' needs a budget");
  expect_refused(kNeed + "--agent dp-block-ucb --epsilon 1,", "--epsilon: ''");
  expect_refused(kNeed + "--agent uniform --within 0%", "--within: '0'");
  expect_refused(kNeed + "--agent uniform --within 3",
                 "--within: '3' is not allowed; expected a part below 1, such as 0.05, or a percentage, such as 5%");
  expect_refused("need --env simplex --agent uniform --most 5", "--most: 5 is not allowed");
}

}  // namespace
}  // namespace tacit
