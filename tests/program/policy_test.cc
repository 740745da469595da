// A policy is saved by one command and evaluated by another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/program/run.h"
#include "tests/scratch.h"

namespace tacit {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

TEST(PolicyProgram, IsWorthWhatTheRunSaid) {
  const ScratchFolder scratch;
  const std::string file = scratch / "policy.json";
  const auto run = run_program(
      "run --env coach --agent dp-block-ucb --episodes 3000 --epsilon 1 --json --save-policy '" + file + "'");
  ASSERT_EQ(run.code, 0) << run.output;
  const auto evaluated = run_program("evaluate --env coach --policy '" + file + "' --json");
  ASSERT_EQ(evaluated.code, 0) << evaluated.output;
  const Json found = Json::parse(evaluated.output);
  EXPECT_NEAR(found["gap"].get<double>(), Json::parse(run.output)["runs"][0]["final_gap"].get<double>(), 1e-12);
  EXPECT_GT(found["value"], found["uniform_value"]);
  EXPECT_THAT(run_program("evaluate --env coach --policy '" + file + "'").output,
              testing::ContainsRegex("0\\.[0-9]+  less than the best \\([0-9.]+ %\\)"));
}

TEST(PolicyProgram, SaysWhereItIsFrom) {
  const ScratchFolder scratch;
  const std::string file = scratch / "policy.json", env = scratch / "simplex.json";
  ASSERT_EQ(run_program("export --env simplex --out '" + env + "'").code, 0);
  ASSERT_EQ(run_program("run --env '" + env +
                        "' --set env.rewards=known --agent uniform --episodes 10 --save-policy '" + file + "'")
                .code,
            0);
  const std::string said = run_program("evaluate --env '" + env + "' --policy '" + file + "'").output;
  for (const char* part : {"environment: simplex\n", "horizon: 10\n", "env.rewards: known\n", "users: 10\n"})
    EXPECT_THAT(said, HasSubstr(part));
  EXPECT_THAT(said, testing::ContainsRegex("environment SHA-256: [0-9a-f]+\n"));
}

TEST(PolicyProgram, RefusesWhatIsNoPolicyOfTheEnvironment) {
  const ScratchFolder scratch;
  const std::string file = scratch / "policy.json";
  ASSERT_EQ(run_program("run --env simplex --agent uniform --episodes 10 --save-policy '" + file + "'").code, 0);
  expect_refused("evaluate --env coach --policy '" + file + "'", "policy.horizon");
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  expect_refused("evaluate --env simplex --policy '" + file + "'", "bytes; it may be cut off");
  expect_refused("evaluate --env simplex --policy '" + file + ".none'", file + ".none: does not exist");
}

TEST(PolicyProgram, IsNotSavedWhereStatesAreInfinitelyMany) {
  const ScratchFolder scratch;
  const std::string file = scratch / "policy.json";
  expect_refused("run --env corridor --agent uniform --episodes 10 --save-policy '" + file + "'", "--save-policy");
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(NoiseOption, NamesTheKindsAndSaysWhatCannotBeRepeated) {
  const std::string command = "run --env simplex --agent dp-block-ucb --episodes 500 --epsilon 1 --noise ";
  EXPECT_THAT(run_program(command + "lattice").output, HasSubstr("LATTICE NOISE"));
  EXPECT_THAT(run_program(command + "production").output, HasSubstr("nobody can repeat this run"));
  expect_refused(command + "white", "--noise: 'white' is not allowed");
  expect_refused("run --env simplex --agent uniform --episodes 5 --noise lattice", "--noise");
}

}  // namespace
}  // namespace tacit
