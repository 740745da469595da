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
  EXPECT_THAT(run_program("evaluate --env coach --policy '" + file + "'").output, HasSubstr("is lost to the best"));
}

TEST(PolicyProgram, RefusesWhatIsNoPolicyOfTheEnvironment) {
  const ScratchFolder scratch;
  const std::string file = scratch / "policy.json";
  ASSERT_EQ(run_program("run --env simplex --agent uniform --episodes 10 --save-policy '" + file + "'").code, 0);
  expect_refused("evaluate --env coach --policy '" + file + "'", "policy.horizon");
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  expect_refused("evaluate --env simplex --policy '" + file + "'", file);
  expect_refused("evaluate --env simplex --policy '" + file + ".none'", file + ".none");
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
