#include "tacit/lab/sweep/cell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <set>

#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/mdp/file/mdp_file.h"
#include "tests/scratch.h"

namespace tacit {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

SweepSpec sweep(const std::string& more) {
  return parse_sweep("name = \"s\"\nepisodes = 1000\nruns = 2\nseeds = [1, 5]\nepsilon = [0.5, 1]\n" + more, "s.toml");
}

const std::string kEnvironment = "[[environment]]\nname = \"two-state\"\n";
const std::string kPrivate = "[[agent]]\nname = \"dp-block-ucb\"\n";

RunSpec small() {
  RunSpec spec;
  spec.env = "deep-sea";
  spec.agent = "uniform";
  spec.episodes = 100;
  return spec;
}

TEST(Expand, GivesEveryCombinationAndControlsOnce) {
  const auto cells =
      expand(sweep(kEnvironment + "[[agent]]\nname = \"uniform\"\n" + kPrivate + "grid.ratio = [1.2, 1.5, 2]\n"));
  EXPECT_EQ(cells.size(), 2u * (1 + 3 * 2));
  std::set<std::string> ids;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    EXPECT_EQ(cells[k].index, k);
    ids.insert(cells[k].id);
  }
  EXPECT_EQ(ids.size(), cells.size());
  EXPECT_THAT(cells[0].id, StartsWith("two-state_uniform_seed-1_"));
  EXPECT_FALSE(cells[0].spec.epsilon || cells[0].spec.delta);
  EXPECT_THAT(cells[1].id, StartsWith("two-state_dp-block-ucb_ratio-1.2_eps-0.5_seed-1_"));
  EXPECT_EQ(cells[1].label, "dp-block-ucb ratio=1.2");
  EXPECT_EQ(cells[1].spec.delta, 1e-4);
  EXPECT_EQ(cells[1].spec.runs, 2);
  EXPECT_EQ(cells[7].spec.seed, 5u);
}

TEST(Expand, EnvironmentsMayHaveTheirOwnEpisodes) {
  const auto cells = expand(sweep(kEnvironment + "episodes = 10\nhorizon = 3\nlabel = \"short\"\n" + kPrivate));
  EXPECT_EQ(cells[0].spec.episodes, 10);
  EXPECT_EQ(cells[0].spec.horizon, 3);
  EXPECT_EQ(cells[0].env_label, "short");
  EXPECT_EQ(cells[0].spec.delta, 1e-2);
}

TEST(Expand, RefusesTheSameExperimentTwice) {
  try {
    expand(sweep(kEnvironment + kPrivate + kPrivate + "label = \"again\"\n"));
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("s.toml:10: agent: 'again' on 'two-state' is the same experiment as"));
  }
  EXPECT_THROW(expand(sweep(kEnvironment + kEnvironment + "label = \"again\"\nset.rewards = \"known\"\n" + kPrivate)),
               Error);
}

TEST(CellId, IsStable) { EXPECT_EQ(cell_id(small()), "deep-sea_uniform_seed-1_1680f61961"); }

TEST(CellId, OfSimulationNoiseIsAsItWasBeforeThereWasAnother) {
  RunSpec spec = small();
  spec.agent = "dp-block-ucb";
  spec.epsilon = 1;
  EXPECT_EQ(cell_id(spec), "deep-sea_dp-block-ucb_eps-1_seed-1_447da7b922");
}

TEST(Expand, GivesNoiseToThoseWhoTakeABudget) {
  const auto cells =
      expand(sweep("noise = \"lattice\"\n" + kEnvironment + "[[agent]]\nname = \"uniform\"\n" + kPrivate));
  EXPECT_EQ(cells[0].spec.noise, Noise::simulation);
  EXPECT_EQ(cells[1].spec.noise, Noise::lattice);
  EXPECT_THAT(run_command(cells[1].spec), HasSubstr(" --noise lattice"));
  EXPECT_EQ(run_command(cells[0].spec).find("--noise"), std::string::npos);
}

TEST(CellId, ChangesWithAllThatDeterminesTheResult) {
  RunSpec start = small();
  start.agent = "dp-block-ucb";
  start.epsilon = 1;
  const std::function<void(RunSpec&)> changes[] = {
      [](RunSpec& s) { s.env = "river-swim"; },
      [](RunSpec& s) {
        s.env_settings = {{"size", "7"}};
      },
      [](RunSpec& s) {
        s.env_settings = {{"stages", "alike"}};
      },
      [](RunSpec& s) { s.horizon = 9; },
      [](RunSpec& s) { s.agent = "dp-lsvi-ucb-ngo"; },
      [](RunSpec& s) { s.episodes = 101; },
      [](RunSpec& s) {
        s.agent_settings = {{"first", "3"}};
      },
      [](RunSpec& s) { s.runs = 2; },
      [](RunSpec& s) { s.seed = 2; },
      [](RunSpec& s) { s.epsilon = 1.0000000001; },
      [](RunSpec& s) { s.delta = 1e-5; },
      [](RunSpec& s) { s.adjacency = Adjacency::add_remove; },
      [](RunSpec& s) { s.simulation = Simulation::counts; },
      [](RunSpec& s) { s.simulation = Simulation::users; },
      [](RunSpec& s) { s.noise = Noise::lattice; },
  };
  std::set<std::string> hashes = {cell_id(start).substr(cell_id(start).rfind('_'))};
  for (const auto& change : changes) {
    RunSpec spec = start;
    change(spec);
    const std::string id = cell_id(spec);
    EXPECT_TRUE(hashes.insert(id.substr(id.rfind('_'))).second) << id;
  }
}

TEST(CellId, IsTheSameWhetherADefaultIsSaidOrNot) {
  RunSpec said = small();
  said.env_settings = {{"size", "6"}};
  said.horizon = 6;
  EXPECT_EQ(cell_id(said), cell_id(small()));
}

class CellOfAFile : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(scratch_.path() / "elsewhere");
    save_mdp(make_environment("river-swim", 3, 1, {}), scratch_ / "m.json");
    fs::copy(scratch_ / "m.json", scratch_ / "elsewhere/other name.json");
  }
  std::string id(const std::string& name, const std::string& more = "") const {
    const std::string text = "name = \"s\"\nepisodes = 10\n[[environment]]\nname = \"" + name + "\"\n" + more +
                             "[[agent]]\nname = \"uniform\"\n";
    return expand(parse_sweep(text, scratch_ / "s.toml")).at(0).id;
  }
  ScratchFolder scratch_;
};

TEST_F(CellOfAFile, IsKnownByTheContent) {
  const std::string before = id("m.json");
  EXPECT_EQ(id("elsewhere/other name.json"), before);
  EXPECT_EQ(id("m.json", "horizon = 3\nset.rewards = \"learned\"\n"), before);
  EXPECT_NE(id("m.json", "horizon = 4\n"), before);
  EXPECT_NE(id("m.json", "set.rewards = \"known\"\n"), before);
  std::ofstream(scratch_ / "m.json", std::ios::app) << "\n";
  EXPECT_NE(id("m.json"), before);
}

TEST_F(CellOfAFile, ShowsTheNameThatStandsInIt) {
  EXPECT_THAT(id("m.json"), StartsWith("river-swim-" + mdp_checksum(scratch_ / "m.json").substr(0, 10) + "_uniform_"));
  std::string text = read_all(scratch_ / "m.json");
  const std::string name = ",\"name\":\"river-swim\"";
  ASSERT_NE(text.find(name), std::string::npos);
  std::ofstream(scratch_ / "m.json") << text.erase(text.find(name), name.size());
  EXPECT_THAT(id("m.json"), StartsWith("file-"));
}

TEST_F(CellOfAFile, HasItsPathInTheCommand) {
  RunSpec spec = small();
  spec.env = "elsewhere/it's.json";
  EXPECT_THAT(run_command(spec), HasSubstr("--env 'elsewhere/it'\\''s.json' --agent"));
}

TEST(Shard, PartsCoverEveryCellOnce) {
  for (std::size_t k = 0; k < 20; ++k) {
    int owners = 0;
    for (int i = 1; i <= 3; ++i) owners += Shard{i, 3}.has(k) ? 1 : 0;
    EXPECT_EQ(owners, 1);
  }
}

TEST(Shard, IsReadFromText) {
  const Shard shard = parse_shard("2/8", "--shard");
  EXPECT_EQ(shard.number, 2);
  EXPECT_EQ(shard.count, 8);
  for (const char* bad : {"", "/", "0/2", "3/2", "1", "1/0", "a/b", "1/2/3", "-1/2", "1/1e9", " 1/2"}) {
    try {
      parse_shard(bad, "--shard");
      ADD_FAILURE() << bad;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr(std::string("--shard: '") + bad + "' is not allowed; expected I/N"));
    }
  }
}

TEST(RunCommand, SaysItAll) {
  RunSpec spec = small();
  spec.horizon = 7;
  spec.env_settings = {{"size", "7"}};
  spec.agent = "dp-block-ucb";
  spec.agent_settings = {{"ratio", "1.5"}};
  spec.epsilon = 0.5;
  spec.delta = 1e-6;
  spec.adjacency = Adjacency::replace_one;
  spec.simulation = Simulation::users;
  EXPECT_EQ(run_command(spec),
            "tacit run --env deep-sea --agent dp-block-ucb --episodes 100 --seed 1 --runs 1 --horizon 7 --epsilon 0.5 "
            "--delta 1e-06 --adjacency replace-one --simulation users --set env.size=7 --set agent.ratio=1.5");
}

}  // namespace
}  // namespace tacit
