// `tacit list`, `tacit --help` and what surrounds the subcommands, end to end.
#include <nlohmann/json.hpp>

#include "tacit/agents/catalog.h"
#include "tacit/envs/catalog.h"
#include "tests/program/run.h"

namespace tacit {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST(List, NamesEverythingInTheCatalogues) {
  const Finished all = run_program("list");
  EXPECT_EQ(all.code, 0);
  for (const EnvironmentEntry& entry : environments()) EXPECT_THAT(all.output, HasSubstr("\n  " + entry.name + ": "));
  for (const AgentEntry& entry : agents()) EXPECT_THAT(all.output, HasSubstr("\n  " + entry.name + ": "));
}

TEST(List, TakesALineForEach) {
  const std::string all = run_program("list").output;
  EXPECT_LT(std::count(all.begin(), all.end(), '\n'), static_cast<long>(environments().size() + agents().size() + 8));
}

TEST(List, ShowsOneInFull) {
  EXPECT_THAT(run_program("list simplex").output, HasSubstr("env.states           20         number of states"));
  EXPECT_THAT(run_program("list dp-block-ucb").output, HasSubstr("agent.ratio"));
  EXPECT_EQ(json::parse(run_program("list dp-block-ucb --json").output)["guarantee"], "joint-dp");
}

TEST(List, ShowsAFile) {
  const ScratchFolder scratch;
  const std::string file = "'" + scratch / "own.json" + "'";
  ASSERT_EQ(run_program("export --env river-swim --out " + file).code, 0);
  EXPECT_THAT(run_program("list " + file).output,
              HasSubstr(": 6 states, 2 actions, dimension 12, horizon 20, V* = 3.39726\n"));
  EXPECT_EQ(json::parse(run_program("list --json " + file).output)["settings"][0]["name"], "rewards");
}

TEST(List, ShowsNoDefaultWhereThatIsTheSeedOfTheRun) {
  EXPECT_THAT(run_program("list coach").output,
              testing::ContainsRegex("env.seed  *which environment of its kind \\(default: the run's seed\\)"));
}

TEST(List, ListsOneCatalogueAlone) {
  EXPECT_THAT(run_program("list agents").output, Not(HasSubstr("river-swim")));
  EXPECT_THAT(run_program("list environments").output, Not(HasSubstr("lsvi-ucb")));
}

TEST(List, JsonHasDefaultsAndWhatIsAllowed) {
  const json out = json::parse(run_program("list --json").output);
  ASSERT_EQ(out["environments"].size(), environments().size());
  ASSERT_EQ(out["agents"].size(), agents().size() + 1);  // With the specimen.
  const json& simplex = out["environments"][1];
  EXPECT_EQ(simplex["name"], "simplex");
  const json& states = simplex["settings"][0];
  EXPECT_EQ(states["name"], "states");
  EXPECT_EQ(states["default"], 20);
  EXPECT_EQ(states["allowed"], "an integer from 2 to 10000000");
  for (std::size_t i = 0; i < agents().size(); ++i) EXPECT_EQ(out["agents"][i]["guarantee"], agents()[i].guarantee);
}

TEST(List, RefusesWhatItDoesNotKnow) {
  expect_refused("list agent", "WHAT: 'agent' is unknown; did you mean 'agents'?");
  expect_refused("list ''", "WHAT: '' is unknown");
  expect_refused("list envs", "WHAT: 'envs' is unknown; did you mean 'environments'?");
  expect_refused("list ./nowhere.json", "./nowhere.json: does not exist");
  expect_refused("list agents environments", "environments");
}

TEST(Program, HelpShowsExamplesAndSubcommands) {
  const Finished help = run_program("--help");
  EXPECT_EQ(help.code, 0);
  for (const char* part : {"run", "list", "export", "account", "theory", "Examples:", "tacit run --env simplex"})
    EXPECT_THAT(help.output, HasSubstr(part));
  for (const char* command : {"run", "list", "export", "account", "theory"})
    EXPECT_THAT(run_program(std::string(command) + " --help").output, HasSubstr("Examples:"));
}

TEST(Program, HelpIsACommandToo) {
  EXPECT_EQ(run_program("help").output, run_program("--help").output);
  EXPECT_EQ(run_program("help run").output, run_program("run --help").output);
  expect_refused("help rnu", "'rnu' is unknown; did you mean 'run'?");
}

TEST(Program, WithoutArgumentsItShowsHelpAndFails) {
  EXPECT_EQ(run_program("").code, 2);
  EXPECT_EQ(run_program("").output, "");
  EXPECT_THAT(run_program_for_errors("").output, HasSubstr("Examples:"));
}

TEST(Program, SaysItsVersion) {
  EXPECT_EQ(run_program("--version").code, 0);
  EXPECT_THAT(run_program("--version").output, testing::MatchesRegex("tacit [0-9.]+ \\(.+\\)\n"));
}

TEST(Program, FailsWhereItsOutputIsLost) {
  for (const char* arguments : {"list", "run --env simplex --agent uniform --episodes 5", "account --mu 1 --delta 1e-5",
                                "export --env simplex --horizon 1", "theory --dimension 1 --horizon 1 --episodes 1"}) {
    const Finished finished = run_program(arguments, "2>&1 >/dev/full");
    EXPECT_EQ(finished.code, 1) << arguments;
    EXPECT_THAT(finished.output, HasSubstr("cannot write")) << arguments;
  }
}

TEST(Program, SuggestsTheNearestSubcommand) {
  expect_refused("rnu", "'rnu' is unknown; did you mean 'run'?");
  expect_refused("acount --mu 1", "'acount' is unknown; did you mean 'account'?");
  expect_refused("xyzzyxyzzy", "'xyzzyxyzzy' is unknown (known: ");
  expect_refused("''", "'' is unknown");
  expect_refused("--frobnicate", "'--frobnicate' is unknown");
  expect_refused("--versoin", "'--versoin' is unknown; did you mean '--version'?");
}

TEST(Program, SuggestsTheOptionThatANameIsMissing) {
  expect_refused("run coach", "'coach' is not expected; did you mean '--env coach'?");
  expect_refused("run --env coach dp-block-ucb",
                 "'dp-block-ucb' is not expected; did you mean '--agent dp-block-ucb'?");
  expect_refused("need ./mine.json --agent uniform",
                 "'./mine.json' is not expected; did you mean '--env ./mine.json'?");
  expect_refused("run --env coach --agent uniform --episodes 5 xyz", "'xyz' is not expected (try 'tacit run --help')");
  expect_refused("run --env coach --agent ucb --episodes 5", "'ucb' is unknown; did you mean '");
}

}  // namespace
}  // namespace tacit
