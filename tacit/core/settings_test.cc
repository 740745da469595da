#include "tacit/core/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tacit/core/error.h"

namespace tacit {
namespace {

using testing::HasSubstr;

const std::vector<Setting> kDeclared = {
    Setting::integer("states", 20, 2, 1000, "number of states"),
    Setting::number("ratio", 1.2, 1.01, 10, "growth"),
    Setting::choice("rewards", "learned", {"known", "learned"}, "who knows the rewards"),
};

std::string message(const Assignments& given) {
  try {
    Settings(kDeclared, given, "env");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Settings, TakesDefaultsAndOverrides) {
  const Settings s(kDeclared, {{"states", "30"}, {"states", "40"}, {"rewards", "known"}}, "env");
  EXPECT_EQ(s.integer("states"), 40);
  EXPECT_DOUBLE_EQ(s.number("ratio"), 1.2);
  EXPECT_EQ(s.text("rewards"), "known");
  EXPECT_TRUE(s.was_given("states"));
  EXPECT_FALSE(s.was_given("ratio"));
}

TEST(Settings, NamesFieldValueAndWhatIsAllowed) {
  EXPECT_EQ(message({{"states", "1"}}), "env.states: 1 is not allowed; expected an integer from 2 to 1000");
  EXPECT_EQ(message({{"ratio", "nan"}}), "env.ratio: 'nan' is not allowed; expected a number from 1.01 to 10");
  EXPECT_EQ(message({{"rewards", "maybe"}}), "env.rewards: 'maybe' is not allowed; expected one of known, learned");
}

TEST(Settings, SuggestsTheNearestName) {
  EXPECT_THAT(message({{"sates", "3"}}), HasSubstr("did you mean 'states'?"));
  EXPECT_THAT(message({{"zzzzzzzzzz", "3"}}), testing::Not(HasSubstr("did you mean")));
}

TEST(Settings, SuggestsNamesOfWhichOneIsAPart) {
  const std::vector<std::string> names = {"uniform", "dp-block-ucb", "lsvi-ucb++"};
  EXPECT_THAT(unknown_name("UCB", names), HasSubstr("'UCB' is unknown; did you mean 'dp-block-ucb' or 'lsvi-ucb++'?"));
  EXPECT_THAT(unknown_name("-", names), testing::Not(HasSubstr("did you mean")));
}

TEST(Settings, RefusesWhatIsNotWhollyANumber) {
  for (const char* text : {"", " 3", "3 ", "3x", "0x10", "inf", "-inf", "nan", "1e400", "--3", "3.5"})
    EXPECT_THAT(message({{"states", text}}), HasSubstr("env.states")) << text;
  for (const char* text : {"", "x", "1.2.3", "inf", "1e999", "-1"})
    EXPECT_THAT(message({{"ratio", text}}), HasSubstr("env.ratio")) << text;
}

TEST(Settings, ReadsAMillionWrittenAsPeopleWriteIt) { EXPECT_EQ(parse_integer("1e6", 0, 10000000, "x"), 1000000); }

TEST(Settings, KeepsHostileTextToOneShortLine) {
  const std::string m = message({{"states", std::string(10000, 'a') + "\n\x1b[31m"}});
  EXPECT_LT(m.size(), 200u);
  EXPECT_EQ(m.find('\n'), std::string::npos);
}

TEST(Settings, ReadingAnUndeclaredSettingIsADefect) {
  const Settings s(kDeclared, {}, "env");
  EXPECT_THROW(s.integer("nothing"), Defect);
  EXPECT_THROW(s.integer("ratio"), Defect);
}

}  // namespace
}  // namespace tacit
