#include "tacit/lab/sweep/sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tacit/agents/catalog.h"
#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/lab/sweep/checksums.h"
#include "tacit/lab/sweep/results.h"
#include "tests/scratch.h"

namespace tacit {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string kSweep = R"(name = "small"
episodes = 2000
runs = 3
seeds = [1, 9]
epsilon = [0.5, 2]
[[environment]]
name = "simplex"
horizon = 3
[[agent]]
name = "lsvi-ucb++"
[[agent]]
name = "dp-lsvi-ucb++"
grid = { first = [100, 200] }
)";
constexpr std::size_t kCells = 2 * (1 + 4);

SweepSpec small() { return parse_sweep(kSweep, "small.toml"); }

std::string check_error(const std::string& text) {
  try {
    const SweepSpec sweep = parse_sweep(text, "a.toml");
    check_sweep(sweep, expand(sweep));
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// All files under cells/, times aside.
std::map<std::string, std::string> cells_in(const std::string& directory) {
  std::map<std::string, std::string> result;
  for (const auto& entry : fs::directory_iterator(fs::path(directory) / "cells")) {
    const std::string text = read_all(entry.path().string());
    result[entry.path().filename().string()] = entry.path().extension() == ".json" ? comparable(text) : text;
  }
  return result;
}

TEST(CheckSweep, FindsWhatOnlyAnAgentCanObjectTo) {
  const std::string start =
      "name = \"a\"\nepisodes = 1000\nepsilon = 1\n[[environment]]\nname = \"simplex\"\n[[agent]]\n";
  EXPECT_EQ(check_error(start + "name = \"dp-lsvi-ucb++\"\n"), "no error");
  EXPECT_EQ(check_error(start + "name = \"dp-lsvi-ucb-ngo\"\nset = { first = 3 }\n"),
            "a.toml:8: agent.set.first: has no effect here; it needs agent.switching=geometric");
  EXPECT_THAT(check_error(start + "name = \"dp-lsvi-ucb-ngo\"\ngrid.first = [3]\n"),
              HasSubstr("a.toml:8: agent.grid.first: has no effect"));
  EXPECT_THAT(check_error(start + "name = \"dp-lsvi-ucb++\"\nset.switching = \"batches\"\ngrid.batches = [10, 500]\n"),
              HasSubstr("a.toml:6: "));  // More releases than can be optimised.
  EXPECT_THAT(check_error("name = \"a\"\nepisodes = 5\n[[environment]]\nname = \"simplex\"\nset = { states = 10000000, "
                          "actions = 100000 }\n[[agent]]\nname = \"uniform\"\n"),
              HasSubstr("a.toml:3: env.states x env.actions x env.dimension x horizon: needs"));
}

TEST(RunSweep, WritesNothingWhenSomethingIsWrong) {
  const ScratchFolder scratch;
  std::string text = kSweep;
  text.replace(text.find("grid = { first"), 14, "grid = { alpha");
  text.replace(text.find("[100, 200]"), 10, "[2, 3]");
  EXPECT_THROW(run_sweep(parse_sweep(text, "a.toml"), {scratch / "a/b", {}, 1}), Error);
  EXPECT_THROW(run_sweep(small(), {scratch / "a/b", {}, 0}), Error);
  EXPECT_TRUE(scratch.empty());
}

TEST(RunSweep, FindsTheSameWhateverTheJobsAndTheParts) {
  const ScratchFolder scratch;
  EXPECT_EQ(run_sweep(small(), {scratch / "a", {}, 1}).finished, kCells);
  EXPECT_EQ(run_sweep(small(), {scratch / "b", {}, 3}).finished, kCells);
  EXPECT_EQ(run_sweep(small(), {scratch / "c", {1, 3}, 2}).finished, 4u);
  EXPECT_EQ(run_sweep(small(), {scratch / "c", {2, 3}, 1}).finished, 3u);
  EXPECT_EQ(run_sweep(small(), {scratch / "c", {3, 3}, 1}).finished, 3u);
  EXPECT_EQ(cells_in(scratch / "a"), cells_in(scratch / "b"));
  EXPECT_EQ(cells_in(scratch / "a"), cells_in(scratch / "c"));
  EXPECT_EQ(cells_in(scratch / "a").size(), 2 * kCells);
}

TEST(RunSweep, StopsAndGoesOn) {
  const ScratchFolder scratch;
  std::atomic<bool> stop{false};
  SweepHooks hooks;
  hooks.stop = &stop;
  std::size_t cells = 0;
  hooks.finished = [&](const CellResult&) { stop = ++cells >= 3; };
  const SweepOutcome first = run_sweep(small(), {scratch / "a", {}, 2}, hooks);
  EXPECT_TRUE(first.interrupted);
  EXPECT_GE(first.finished, 3u);
  EXPECT_LT(first.finished, kCells);
  EXPECT_EQ(load_results({scratch / "a"}).cells.size(), first.finished);
  std::size_t earlier = 0;
  hooks = {};
  hooks.begin = [&](std::size_t, std::size_t finished, std::size_t) { earlier = finished; };
  std::int64_t users = 0;
  hooks.progress = [&](std::int64_t, std::int64_t total) { users = total; };
  const SweepOutcome second = run_sweep(small(), {scratch / "a", {}, 2}, hooks);
  EXPECT_FALSE(second.interrupted);
  EXPECT_EQ(second.finished, kCells);
  EXPECT_EQ(earlier, first.finished);
  EXPECT_EQ(users, static_cast<std::int64_t>(kCells - earlier) * 2000 * 3);
  run_sweep(small(), {scratch / "b", {}, 1});
  EXPECT_EQ(cells_in(scratch / "a"), cells_in(scratch / "b"));
}

TEST(RunSweep, ACellThatFailsDoesNotStopTheOthers) {
  const ScratchFolder scratch;
  SweepSpec sweep = small();
  sweep.seeds = {1, static_cast<std::uint64_t>(kLargestSeed) + 1};  // No file could say this.
  std::vector<std::string> failures;
  SweepHooks hooks;
  hooks.failed = [&](const Cell&, const std::string& why) { failures.push_back(why); };
  const SweepOutcome outcome = run_sweep(sweep, {scratch / "a", {}, 2}, hooks);
  EXPECT_EQ(outcome.failed, kCells / 2);
  EXPECT_EQ(outcome.finished, kCells / 2);
  EXPECT_FALSE(outcome.interrupted);
  ASSERT_EQ(failures.size(), kCells / 2);
  EXPECT_THAT(failures[0], HasSubstr("seed"));
}

TEST(RunSweep, AFullDiskLosesOnlyTheCellsThatAreOpen) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no full disk";
  const ScratchFolder scratch;
  const std::vector<Cell> cells = expand(small());
  fs::create_directories(scratch / "a/cells");
  const std::string place = "a/cells/" + cells[2].id + ".csv.partial-" + std::to_string(::getpid());
  fs::create_symlink("/dev/full", scratch / place);
  EXPECT_THROW(run_sweep(small(), {scratch / "a", {}, 1}), std::runtime_error);
  const Results results = load_results({scratch / "a"});
  ASSERT_EQ(results.cells.size(), 2u);
  EXPECT_EQ(results.cells[1].cell.id, cells[1].id);
  EXPECT_EQ(run_sweep(small(), {scratch / "a", {}, 1}).finished, kCells);  // There is room again.
}

TEST(RunCells, FindsWhatADirectoryHolds) {
  const ScratchFolder scratch;
  const SweepSpec sweep = small();
  run_sweep(sweep, {.directory = scratch / "out", .shard = {}, .jobs = 2});
  const Results stored = load_results({scratch / "out"});
  const CellResults found = run_cells(expand(sweep), 2);
  EXPECT_FALSE(found.interrupted);
  ASSERT_EQ(found.cells.size(), kCells);
  for (std::size_t c = 0; c < kCells; ++c)
    EXPECT_EQ(comparable(to_json(found.cells[c])), comparable(to_json(stored.cells[c])));
}

TEST(RunCells, KeepsTheRunsOfACellThatWasInterrupted) {
  std::atomic<bool> stop{false};
  SweepHooks hooks;
  hooks.stop = &stop;
  hooks.progress = [&stop](std::int64_t done, std::int64_t) { stop = done > 2000; };  // In the second run.
  std::vector<Cell> cells = expand(small());
  for (Cell& cell : cells) cell.spec.simulation = Simulation::users;
  const CellResults found = run_cells(cells, 1, hooks);
  EXPECT_TRUE(found.interrupted);
  ASSERT_EQ(found.cells.size(), 1u);
  EXPECT_EQ(found.cells[0].record.runs.size(), 1u);
}

TEST(RunCells, TakesAnEnvironmentAndAnAgentOfOnesOwn) {
  SweepSpec sweep = small();
  const Assignments none;
  const auto mdp = std::make_shared<const LinearMdp>(make_environment("simplex", 3, 1, none));
  AgentEntry entry = agent_entry("lsvi-ucb++");
  entry.name = "mine";
  sweep.seeds = {1};
  SweepSpec own = sweep;
  own.environments[0].own = mdp;
  own.environments[0].horizon = 0;
  own.agents = {{.name = "mine",
                 .label = "mine",
                 .options = {},
                 .own = std::make_shared<const AgentEntry>(entry),
                 .epsilon = {}}};
  const CellResults by_name = run_cells(expand(sweep), 1), by_value = run_cells(expand(own), 1);
  ASSERT_EQ(by_value.cells.size(), 1u);
  EXPECT_EQ(by_value.cells[0].record.agent, "mine");
  EXPECT_EQ(by_value.cells[0].record.runs[2].regret, by_name.cells[0].record.runs[2].regret);
  EXPECT_EQ(by_value.cells[0].cell.spec.env_sha256.size(), 64u);
}

TEST(RunCells, ThrowsWhatACellThrew) {
  struct Mine : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  AgentEntry entry = agent_entry("uniform");
  entry.name = "mine";
  const auto made = std::make_shared<std::atomic<int>>(0);
  entry.make = [made](const AgentContext& context, const Settings& settings) {
    if (++*made > 1) throw Mine("it broke");  // The first is the rehearsal.
    return agent_entry("uniform").make(context, settings);
  };
  SweepSpec sweep = small();
  sweep.agents = {{.name = "mine",
                   .label = "mine",
                   .options = {},
                   .own = std::make_shared<const AgentEntry>(entry),
                   .epsilon = {}}};
  EXPECT_THROW(run_cells(expand(sweep), 2), Mine);
}

}  // namespace
}  // namespace tacit
