#include "tacit/agents/policy_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tacit/core/error.h"
#include "tacit/core/file_content.h"
#include "tacit/privacy/fingerprint.h"

namespace tacit {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

Problem small() {
  Problem problem;
  problem.horizon = 2, problem.actions = 3, problem.dimension = 3;
  problem.points = Matrix::Constant(12, 3, 0.25);
  return problem;
}

Policy some_policy(const Problem& problem) {
  PolicyTable table(problem);
  Vector values = Vector::Zero(12);
  values[1] = values[3] = values[5] = values[11] = 1;  // State 2 does not care.
  table.set(1, values);
  return {problem, 7, std::move(table)};
}

std::string refusal(const std::string& text, const Problem& problem) try {
  read_policy(text, problem);
  return "";
} catch (const Error& error) {
  return error.what();
}

/// The text after a change to its fields, with a checksum that fits.
template <typename Change>
std::string forged(const Problem& problem, const Change& change) {
  Json json = Json::parse(to_json(some_policy(problem), problem, {{"agent", "a"}}));
  json.erase("sha256");
  change(json);
  json["sha256"] = sha256(json.dump());
  return json.dump();
}

TEST(PolicyFile, ComesBackAsItWas) {
  const Problem problem = small();
  const Policy policy = some_policy(problem);
  const std::string text = to_json(policy, problem, {{"agent", "a"}, {"environment", "e"}});
  const Policy back = read_policy(text, problem);
  EXPECT_EQ(back.version(), 7);
  for (int h = 0; h < 2; ++h)
    for (Index p = 0; p < 4; ++p) {
      std::vector<double> expected(3), read(3);
      policy.distribution(h, problem.point(p), expected);
      back.distribution(h, problem.point(p), read);
      EXPECT_EQ(read, expected) << h << " " << p;
    }
  EXPECT_EQ(to_json(back, problem, {{"agent", "a"}, {"environment", "e"}}), text);
}

TEST(PolicyFile, IsRefusedWhereverItIsCut) {
  const Problem problem = small();
  const std::string text = to_json(some_policy(problem), problem, {});
  for (std::size_t size = 0; size + 2 < text.size(); ++size)
    EXPECT_NE(refusal(text.substr(0, size), problem), "") << size;
  EXPECT_EQ(refusal(text.substr(0, 50), problem), "policy: is not complete, valid JSON of 50 bytes; it may be cut off");
  EXPECT_EQ(refusal("", problem), "policy: is empty");
}

TEST(PolicyFile, IsRefusedWhereItWasAltered) {
  const Problem problem = small();
  std::string text = to_json(some_policy(problem), problem, {});
  text[text.find("\"version\":7") + 10] = '8';
  EXPECT_THAT(refusal(text, problem), HasSubstr("policy.sha256: does not match the rest of the file"));
  Json json = Json::parse(text);
  json.erase("sha256");
  EXPECT_EQ(refusal(json.dump(), problem), "policy.sha256: is missing");
}

TEST(PolicyFile, IsToldFromOtherFilesByItsFormat) {
  const std::string mdp = R"({"format": "tacit-mdp/1", "transitions": [[{"to": [1], "p": [1]}]]})";
  EXPECT_THAT(refusal(mdp, small()), HasSubstr("policy.format: 'tacit-mdp/1' is not allowed; expected tacit-policy/1"));
}

TEST(PolicyFile, TellsWhereItIsFrom) {
  const Problem problem = small();
  PolicyContext about;
  read_policy(to_json(some_policy(problem), problem, {{"agent", "a"}, {"users", "5"}}), problem, &about);
  EXPECT_EQ(about, (PolicyContext{{"agent", "a"}, {"users", "5"}}));
}

TEST(PolicyFile, IsRefusedWhereItIsNoneForTheProblem) {
  const Problem problem = small();
  const auto said = [&](const auto& change) { return refusal(forged(problem, change), problem); };
  EXPECT_EQ(said([](Json&) {}), "");
  EXPECT_THAT(said([](Json& j) { j["format"] = "tacit-policy/2"; }), HasSubstr("policy.format"));
  EXPECT_THAT(said([](Json& j) { j["states"] = 5; }), HasSubstr("policy.states: 5 is not allowed; expected 4"));
  EXPECT_THAT(said([](Json& j) { j["more"] = 1; }), HasSubstr("not part of the format"));
  EXPECT_THAT(said([](Json& j) { j.erase("actions"); }), HasSubstr("actions"));
  EXPECT_THAT(said([](Json& j) { j["best"][1][2][0] = 3; }), HasSubstr("policy.best[1][2]"));
  EXPECT_THAT(said([](Json& j) { j["best"][1][2] = Json::array(); }), HasSubstr("at least one action"));
  EXPECT_THAT(said([](Json& j) { j["best"][0][0] = {1, 1}; }), HasSubstr("twice"));
  EXPECT_THAT(said([](Json& j) { j["best"].push_back(Json::array()); }), HasSubstr("expected 2 stages"));
  EXPECT_THAT(said([](Json& j) { j["version"] = -1; }), HasSubstr("policy.version"));
}

TEST(PolicyFile, NeedsFinitelyManyStates) {
  Problem problem = small();
  const Policy policy = some_policy(problem);
  problem.finite = false;
  EXPECT_THROW(to_json(policy, problem, {}), Error);
}

TEST(PolicyFile, DoesNotSaveActionsThatAreNotAsLikely) {
  Problem problem;
  problem.horizon = 1, problem.actions = 2, problem.dimension = 1;
  problem.points = Matrix::Ones(2, 1);
  const auto policy = [&](std::vector<double> law) { return Policy(problem, 0, PolicyTable::of_law(problem, law)); };
  EXPECT_NO_THROW(to_json(policy({0.5, 0.5}), problem, {}));
  EXPECT_THROW(to_json(policy({0.4, 0.6}), problem, {}), Error);
}

}  // namespace
}  // namespace tacit
