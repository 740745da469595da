#include "tacit/lab/sweep/sweep_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/mdp/file/mdp_file.h"
#include "tests/scratch.h"

namespace tacit {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kSmall = R"(name = "small"
episodes = 2000
epsilon = [0.5, 1]
[[environment]]
name = "two-state"
[[agent]]
name = "dp-block-ucb"
)";

TEST(SweepFile, FindsFilesBesideItself) {
  const ScratchFolder scratch;
  save_mdp(make_environment("simplex", 3, 1, {}), scratch / "m.json");
  const auto said = [&](const std::string& lines) -> std::string {
    try {
      const SweepSpec sweep =
          parse_sweep("name = \"s\"\nepisodes = 10\n[[environment]]\n" + lines + "[[agent]]\nname = \"uniform\"\n",
                      scratch / "s.toml");
      return sweep.environments[0].label + " " + sweep.environments[0].name;
    } catch (const Error& error) {
      return std::string(error.what()).substr((scratch / "s.toml").size());
    }
  };
  EXPECT_EQ(said("name = \"m.json\"\n"), "simplex " + scratch / "m.json");
  EXPECT_THAT(said("name = \"n.json\"\n"), HasSubstr("n.json: does not exist"));
  EXPECT_THAT(said("name = \"n.json\"\n"), testing::StartsWith(":4: environment.name: "));
  EXPECT_THAT(said("name = \"m.json\"\nhorizon = 4\n"), testing::StartsWith(":5: environment.horizon: 4 is not"));
  EXPECT_THAT(said("name = \"m.json\"\nset.states = 4\n"), testing::StartsWith(":5: environment.set.states: "));
  std::ofstream(scratch / "m.json") << "{}";
  EXPECT_THAT(said("name = \"m.json\"\n"), HasSubstr("m.json: format: is missing"));
}

std::string message(const std::string& text) {
  try {
    parse_sweep(text, "a.toml");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// The small sweep with one line replaced; lines count from 1.
std::string with_line(int number, const std::string& line) {
  std::istringstream lines(kSmall);
  std::string text, old;
  for (int i = 1; std::getline(lines, old); ++i) text += (i == number ? line : old) + "\n";
  return text;
}

TEST(SweepFile, FillsInDefaults) {
  const SweepSpec sweep = parse_sweep(kSmall, "a.toml");
  EXPECT_EQ(sweep.title, "small");
  EXPECT_EQ(sweep.runs, 1);
  EXPECT_THAT(sweep.seeds, ElementsAre(1));
  EXPECT_FALSE(sweep.delta || sweep.adjacency || sweep.simulation);
  EXPECT_EQ(sweep.text, kSmall);
  ASSERT_EQ(sweep.environments.size(), 1u);
  EXPECT_EQ(sweep.environments[0].label, "two-state");
  EXPECT_EQ(sweep.environments[0].horizon, 0);
  ASSERT_EQ(sweep.agents.size(), 1u);
  EXPECT_THAT(sweep.agents[0].epsilon, ElementsAre(0.5, 1));
  EXPECT_EQ(sweep.agents[0].line, 6);
}

TEST(SweepFile, ReadsEveryKey) {
  const SweepSpec sweep = parse_sweep(R"(
name = "all"
title = "Everything, \"quoted\""
episodes = 2e4
runs = 3
seeds = [1, 100]
epsilon = 1
delta = 1e-7
adjacency = "add-remove"
simulation = "counts"
[[environment]]
name = "two-state"
label = "learned"
horizon = 5
episodes = 100
set = { rewards = "learned", actions = 8 }
[[agent]]
name = "uniform"
[[agent]]
name = "dp-block-ucb"
label = "private"
epsilon = [2, 4]
set.first = 50
[agent.grid]
ratio = [1.2, 1.5]
)",
                                      "all.toml");
  EXPECT_EQ(sweep.title, "Everything, \"quoted\"");
  EXPECT_EQ(sweep.episodes, 20000);
  EXPECT_EQ(sweep.runs, 3);
  EXPECT_THAT(sweep.seeds, ElementsAre(1, 100));
  EXPECT_EQ(sweep.delta, 1e-7);
  EXPECT_EQ(sweep.adjacency, Adjacency::add_remove);
  EXPECT_EQ(sweep.simulation, Simulation::counts);
  const SweepEnvironment& environment = sweep.environments.at(0);
  EXPECT_EQ(environment.label, "learned");
  EXPECT_EQ(environment.horizon, 5);
  EXPECT_EQ(environment.episodes, 100);
  EXPECT_THAT(environment.settings,
              testing::UnorderedElementsAre(testing::Pair("rewards", "learned"), testing::Pair("actions", "8")));
  EXPECT_TRUE(sweep.agents.at(0).epsilon.empty());
  const SweepAgent& agent = sweep.agents.at(1);
  EXPECT_THAT(agent.epsilon, ElementsAre(2, 4));
  ASSERT_EQ(agent.options.size(), 2u);
  EXPECT_EQ(agent.options[0].name, "first");
  EXPECT_THAT(agent.options[0].values, ElementsAre("50"));
  EXPECT_TRUE(agent.options[1].grid);
  EXPECT_THAT(agent.options[1].values, ElementsAre("1.2", "1.5"));
}

TEST(SweepFile, NamesFileLineAndField) {
  const struct {
    int line;
    std::string text, message;
  } cases[] = {
      {1, "name = \"a b\"", "a.toml:1: name: 'a b' is not allowed; expected letters, digits"},
      {1, "name = \"../up\"", "a.toml:1: name: '../up' is not allowed"},
      {1, "name = \"\"", "a.toml:1: name: expected 1 to 64 printable characters"},
      {1, "nme = \"x\"", "a.toml:1: nme: 'nme' is unknown; did you mean 'name'?"},
      {1, "title = \"x\"", "name: is missing"},
      {2, "episodes = 0", "a.toml:2: episodes: 0 is not allowed; expected an integer from 1 to"},
      {2, "episodes = 1.5", "a.toml:2: episodes: '1.5' is not allowed; expected an integer"},
      {2, "episodes = nan", "a.toml:2: episodes: 'nan' is not allowed"},
      {2, "episodes = [1]", "a.toml:2: episodes: expected a single value"},
      {2, "episodes = 1979-05-27", "a.toml:2: episodes: expected a single value"},
      {2, "episodes = 20 runs = 2", "a.toml:2: is not TOML"},
      {2, "episodes = 20\nruns = 0", "a.toml:3: runs: 0 is not allowed"},
      {2, "episodes = 20\nseeds = [1, 1]", "a.toml:3: seeds: '1' is there twice"},
      {2, "episodes = 20\nseeds = []", "a.toml:3: seeds: 0 values is not allowed; expected 1 to 1000"},
      {2, "episodes = 20\nseeds = [-1]", "a.toml:3: seeds: -1 is not allowed"},
      {2, "episodes = 20\ndelta = 1", "a.toml:3: delta: '1' is not allowed"},
      {2, "episodes = 20\nadjacency = \"x\"", "a.toml:3: adjacency: "},
      {2, "episodes = 20\nsimulation = \"x\"", "a.toml:3: simulation: 'x' is not allowed; expected users or counts"},
      {2, "episodes = 20\nnoise = \"white\"", "a.toml:3: noise: 'white' is not allowed"},
      {2, "episodes = 20\nnoise = \"production\"",
       "a.toml:3: noise: 'production' is not allowed; expected simulation or lattice: a cell is the same whenever"},
      {3, "epsilon = [1, -1]", "a.toml:3: epsilon: '-1' is not allowed; expected a number from 1e-06 to 10000"},
      {3, "epsilon = [1, 1.0]", "a.toml:3: epsilon: "},
      {3, "", "a.toml:6: agent.epsilon: agent 'dp-block-ucb' needs a budget"},
      {4, "[environment]", "a.toml:4: environment: expected 1 to 100 tables [[environment]]"},
      {4, "environment = [1]\n[[agent]]", "environment: expected tables [[environment]]"},
      {5, "name = \"two-stat\"", "a.toml:5: environment.name: 'two-stat' is unknown; did you mean 'two-state'?"},
      {5, "name = \"two-state\"\nhorizon = 0", "a.toml:6: environment.horizon: 0 is not allowed"},
      {5, "name = \"two-state\"\nlabel = \"a\\nb\"", "a.toml:6: environment.label: expected 1 to 100 printable"},
      {5, "name = \"two-state\"\nset = 3", "a.toml:6: environment.set: expected a table"},
      {5, "name = \"two-state\"\nset.actons = 3",
       "a.toml:6: environment.set.actons: 'actons' is unknown; did you mean"},
      {5, "name = \"two-state\"\nset.seed = 3", "a.toml:6: environment.set.seed: is not set here"},
      {5, "name = \"two-state\"\n[[environment]]\nname = \"two-state\"",
       "a.toml:6: environment.label: 'two-state' is there twice"},
      {7, "name = \"dp-lsvi\"", "a.toml:7: agent.name: 'dp-lsvi' is unknown"},
      {7, "label = \"x\"", "a.toml:6: agent.name: is missing"},
      {7, "name = \"uniform\"", "a.toml:3: epsilon: has no effect here"},
      {7, "name = \"uniform\"\nepsilon = 1", "a.toml:8: agent.epsilon: agent 'uniform' promises no privacy"},
      {7, "name = \"dp-block-ucb\"\nset.ratio = \"abc\"",
       "a.toml:8: agent.set.ratio: 'abc' is not allowed; expected a number from"},
      {7, "name = \"dp-block-ucb\"\nset.ratio = [1.2]", "a.toml:8: agent.set.ratio: expected a single value"},
      {7, "name = \"dp-block-ucb\"\ngrid.ratio = [1.2, 0]", "a.toml:8: agent.grid.ratio: '0' is not allowed"},
      {7, "name = \"dp-block-ucb\"\ngrid.ratio = []", "a.toml:8: agent.grid.ratio: 0 values"},
      {7, "name = \"dp-block-ucb\"\nset.ratio = 2\ngrid.ratio = [3]", "a.toml:9: agent.grid.ratio: is already given"},
      {7, "name = \"dp-block-ucb\"\ngrd.ratio = [3]", "a.toml:8: agent.grd: 'grd' is unknown; did you mean 'grid'?"},
  };
  for (const auto& c : cases) EXPECT_THAT(message(with_line(c.line, c.text)), HasSubstr(c.message)) << c.text;
}

TEST(SweepFile, BoundsWhatItReads) {
  EXPECT_THAT(message(std::string(kMostSweepBytes + 1, '\n')), HasSubstr("too large"));
  std::string seeds = "seeds = [0";
  for (int i = 1; i <= kMostSweepValues; ++i) seeds += "," + std::to_string(i);
  EXPECT_THAT(message(with_line(2, "episodes = 20\n" + seeds + "]")), HasSubstr("1001 values"));
  std::string agents;
  for (int i = 0; i <= kMostSweepEntries; ++i)
    agents += "[[agent]]\nname = \"uniform\"\nlabel = \"" + std::to_string(i) + "\"\n";
  EXPECT_THAT(message(kSmall + agents), HasSubstr("expected 1 to 100 tables [[agent]]"));
  std::string grid = "name = \"dp-lsvi-ucb++\"\n";
  for (const char* option : {"first", "batches", "anchors"}) {
    grid += std::string("grid.") + option + " = [2";
    for (int i = 3; i < 102; ++i) grid += "," + std::to_string(i);
    grid += "]\n";
  }
  EXPECT_THAT(message(with_line(7, grid)), HasSubstr("a.toml: is a sweep of 2000000 cells; at most 100000"));
  EXPECT_THAT(message(with_line(2, "episodes = 1e12\nruns = 1000000")), HasSubstr("users; at most 1e+15"));
  EXPECT_THAT(message(std::string(100000, '[')), HasSubstr("is not TOML"));
}

TEST(SweepFile, AnswersBrokenFilesWithAnError) {
  for (std::size_t length = 0; length < kSmall.size(); ++length) {
    message(kSmall.substr(0, length));  // Anything but Error would end the test.
    std::string changed = kSmall;
    changed[length] = static_cast<char>(changed[length] ^ 0x15);
    message(changed);
  }
}

TEST(SweepFile, IsReadFromDisk) {
  const ScratchFolder scratch;
  std::ofstream(scratch / "a.toml") << kSmall;
  EXPECT_EQ(read_sweep(scratch / "a.toml").text, kSmall);
  EXPECT_THROW(read_sweep(scratch / "b.toml"), Error);
  EXPECT_THROW(read_sweep(scratch / ""), Error);
}

}  // namespace
}  // namespace tacit
