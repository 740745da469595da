#include "tacit/envs/environment_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tests/scratch.h"

namespace tacit {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& name, int horizon, const Assignments& settings, const std::string& sha = {}) {
  try {
    make_environment(name, horizon, 1, settings, sha);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(EnvironmentFile, IsToldFromANameByItsLooks) {
  for (const char* name : {"a.json", "a.npz", "./a", "folder/a"}) EXPECT_TRUE(names_environment_file(name)) << name;
  for (const char* name : {"simplex", "json", "a.toml", ""}) EXPECT_FALSE(names_environment_file(name)) << name;
}

TEST(EnvironmentFile, IsTheEnvironmentThatWasWritten) {
  const ScratchFolder scratch;
  for (const EnvironmentEntry& entry : environments()) {
    const LinearMdp made = make_environment(entry.name, 0, 3, {});
    if (!made.finite()) continue;
    for (const char* ending : {".json", ".npz"}) {
      SCOPED_TRACE(entry.name + ending);
      save_mdp(made, scratch / (entry.name + ending));
      const LinearMdp read = make_environment(scratch / (entry.name + ending), 0, 8, {});
      EXPECT_EQ(read.name, entry.name);
      EXPECT_TRUE(read.problem.points == made.problem.points);
      EXPECT_TRUE(read.rewards == made.rewards);
      EXPECT_TRUE(read.problem.known_rewards == made.problem.known_rewards);
      EXPECT_EQ(read.problem.measure_norm, made.problem.measure_norm);
      EXPECT_EQ(read.problem.alike, made.problem.alike);
      EXPECT_EQ(read.problem.ended, made.problem.ended);
      EXPECT_EQ(read.problem.ended_reward, made.problem.ended_reward);
      EXPECT_EQ(read.reward_range, made.reward_range);
      for (int h = 0; h < made.problem.horizon; ++h)
        EXPECT_TRUE(read.finite()->measure(h) == made.finite()->measure(h));
      EXPECT_TRUE(read.finite()->start == made.finite()->start);
    }
  }
}

TEST(EnvironmentFile, LetsRewardsAndAHorizonBeChanged) {
  const ScratchFolder scratch;
  save_mdp(make_environment("river-swim", 0, 1, {}), scratch / "river.json");
  const LinearMdp mdp = make_environment(scratch / "river.json", 5, 1, {{"rewards", "known"}});
  EXPECT_EQ(mdp.problem.horizon, 5);
  EXPECT_TRUE(mdp.problem.known_rewards == mdp.rewards);
  EXPECT_TRUE(mdp.rewards == make_environment("river-swim", 5, 1, {}).rewards);
  EXPECT_THAT(refusal(scratch / "river.json", 0, {{"states", "7"}}),
              HasSubstr("env.states: this environment is a file"));
  EXPECT_THAT(refusal(scratch / "river.json", 0, {{"rewards", "maybe"}}), HasSubstr("env.rewards: 'maybe'"));
  save_mdp(make_environment("simplex", 0, 1, {}), scratch / "simplex.json");
  EXPECT_THAT(refusal(scratch / "simplex.json", 5, {}), HasSubstr("horizon: 5 is not allowed; expected 10, that of"));
}

TEST(EnvironmentFile, MustNotChangeOnceItWasLookedAt) {
  const ScratchFolder scratch;
  const std::string file = scratch / "m.json";
  save_mdp(make_environment("river-swim", 0, 1, {}), file);
  const std::string sum = mdp_checksum(file);
  EXPECT_EQ(refusal(file, 0, {}, sum), "no error");
  std::ofstream(file, std::ios::app) << "\n";
  EXPECT_THAT(refusal(file, 0, {}, sum), HasSubstr("was changed in the meantime"));
}

TEST(EnvironmentFile, IsNamedWhereItCannotBeRead) {
  EXPECT_EQ(refusal("nowhere/m.json", 0, {}), "nowhere/m.json: does not exist");
}

TEST(EnvironmentFile, IsRecognisedWhereItsNameLooksLikeACatalogues) {
  const std::string hint = "a file is written ./environment_file_test.jsn or ends in .json or .npz";
  EXPECT_THAT(refusal("environment_file_test.jsn", 0, {}), HasSubstr(hint));
  const ScratchFolder scratch;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(scratch.path());
  std::ofstream("mine2") << "{}";
  EXPECT_THAT(refusal("mine2", 0, {}), HasSubstr("; a file is written ./mine2 or ends in .json or .npz"));
  EXPECT_THAT(refusal("mine3", 0, {}), testing::Not(HasSubstr("a file is written")));
  std::filesystem::current_path(before);
}

LinearMdp own() {
  LinearMdp mdp = blank_one_hot_mdp({2, 1, 2}, 3);
  mdp.name = "own";
  for (Matrix& measures : std::get<FiniteDynamics>(mdp.dynamics).measures) measures << 0.5, 0.5, 0, 1;
  std::get<FiniteDynamics>(mdp.dynamics).start << 1, 0;
  return mdp;
}

TEST(RegisterEnvironment, MakesItOneOfTheCatalogue) {
  register_environment(fixed_environment(own(), "two states"));
  EXPECT_EQ(environments().back().name, "own");
  const LinearMdp mdp = make_environment("own", 4, 1, {{"rewards", "known"}});
  EXPECT_EQ(mdp.problem.horizon, 4);
  EXPECT_TRUE(mdp.problem.rewards_known());
  EXPECT_THROW(register_environment(fixed_environment(own(), "again")), Error);
  LinearMdp blank = own();
  blank.name = "a b";
  EXPECT_THROW(register_environment(fixed_environment(blank, "no name")), Error);
}

TEST(RegisterEnvironment, ChecksWhatIsMade) {
  EnvironmentEntry entry = fixed_environment(own(), "not a linear MDP");
  entry.name = "broken";
  entry.settings.clear();
  entry.make = [](const Settings&, int) {
    LinearMdp mdp = own();
    mdp.rewards(0, 0) = 2;
    return mdp;
  };
  register_environment(entry);
  EXPECT_THAT(refusal("broken", 0, {}), HasSubstr("environment 'broken': rewards of stage 0 leave [0,1]"));
  LinearMdp wrong = own();
  wrong.problem.ended = 0;
  EXPECT_THROW(fixed_environment(wrong, "people leave where nobody can"), Error);
}

}  // namespace
}  // namespace tacit
