#include "tacit/lab/sweep/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tacit/core/error.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/sweep/sweep.h"
#include "tests/scratch.h"

namespace tacit {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string kSweep = R"(name = "tiny"
title = "A tiny sweep"
episodes = 200
runs = 2
epsilon = [0.5, 1]
[[environment]]
name = "simplex"
horizon = 2
[[agent]]
name = "uniform"
[[agent]]
name = "dp-block-ucb"
set = { first = 50 }
)";

SweepOutcome run(const std::string& directory, const std::string& text = kSweep, Shard shard = {}) {
  return run_sweep(parse_sweep(text, "tiny.toml"), {directory, shard, 1});
}

std::string load_error(const std::vector<fs::path>& directories) {
  try {
    load_results(directories);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string cell_file(const std::string& directory, const std::string& part) {
  for (const auto& entry : fs::directory_iterator(fs::path(directory) / "cells"))
    if (entry.path().string().find(part) != std::string::npos) return entry.path().string();
  return "none";
}

void update(const std::string& directory, const std::map<std::string, std::optional<std::string>>& changes) {
  update_checksums(directory, changes, DirectoryLock(directory));
}

void append(const std::string& file, const std::string& text) { std::ofstream(file, std::ios::app) << text; }

TEST(Results, GiveBackWhatWasRunInTheOrderOfTheFile) {
  const ScratchFolder scratch;
  EXPECT_EQ(run(scratch / "a").finished, 3u);
  const Results results = load_results({scratch / "a"});
  EXPECT_EQ(results.name, "tiny");
  EXPECT_EQ(results.title, "A tiny sweep");
  EXPECT_TRUE(results.unfinished.empty());
  const std::vector<Cell> cells = expand(parse_sweep(kSweep, "tiny.toml"));
  ASSERT_EQ(results.cells.size(), cells.size());
  for (std::size_t k = 0; k < cells.size(); ++k) {
    EXPECT_EQ(results.cells[k].cell.id, cells[k].id);
    EXPECT_EQ(results.cells[k].cell.index, k);
    const ExperimentRecord record = run_experiment(cells[k].spec);
    ASSERT_EQ(results.cells[k].record.runs.size(), 2u);
    for (std::size_t r = 0; r < 2; ++r) EXPECT_EQ(results.cells[k].record.runs[r].regret, record.runs[r].regret);
  }
}

TEST(Results, OfPartsAreReadAsOne) {
  const ScratchFolder scratch;
  run(scratch / "whole");
  run(scratch / "one", kSweep, {1, 2});
  run(scratch / "two", kSweep, {2, 2});
  const Results part = load_results({scratch / "two"}), whole = load_results({scratch / "whole"});
  EXPECT_EQ(part.cells.size(), 1u);
  const Results both = load_results({scratch / "two", scratch / "one", scratch / "one"});
  ASSERT_EQ(both.cells.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_EQ(comparable(to_json(both.cells[k])), comparable(to_json(whole.cells[k])));
}

TEST(Results, RefuseAFileThatWasTamperedWith) {
  for (const char* part : {".csv", ".json"}) {
    const ScratchFolder scratch;
    run(scratch / "a");
    const std::string file = cell_file(scratch / "a", part);
    append(file, "\n");
    EXPECT_THAT(load_error({scratch / "a"}), HasSubstr(file + ": is not the file that SHA256SUMS lists"));
    EXPECT_THROW(run(scratch / "a"), Error) << "it is not written over, either";
    fs::remove(file);
    EXPECT_EQ(run(scratch / "a").finished, 3u) << "once removed it is made again";
    EXPECT_EQ(load_error({scratch / "a"}), "no error");
  }
  for (const char* name : {"sweep.toml", "manifest.json"}) {
    const ScratchFolder scratch;
    run(scratch / "a");
    append(scratch / "a/" + name, " ");
    EXPECT_THAT(load_error({scratch / "a"}), HasSubstr(std::string(name) + ": is not the file"));
  }
}

TEST(Results, RefuseDuplicatesThatDisagree) {
  const ScratchFolder scratch;
  run(scratch / "a");
  run(scratch / "b");
  EXPECT_EQ(load_error({scratch / "a", scratch / "b"}), "no error");  // Times differ, and may.
  const std::string file = cell_file(scratch / "b", ".json");
  CellResult other = parse_cell_result(read_all(file), file);
  other.record.runs[0].regret.back() += 1;
  std::ofstream(file) << to_json(other);
  update(scratch / "b", {{"cells/" + fs::path(file).filename().string(), sha256(read_all(file))}});
  EXPECT_THAT(load_error({scratch / "a", scratch / "b"}), HasSubstr(file + ": does not agree with " + scratch / "a/"));
}

TEST(Results, RefuseWhatIsNoResultsDirectory) {
  const ScratchFolder scratch;
  EXPECT_THAT(load_error({scratch / "nowhere"}), HasSubstr("nowhere: is not a directory"));
  EXPECT_THAT(load_error({scratch / ""}), HasSubstr("is not the results directory of a sweep"));
}

TEST(Results, NoIdLeadsOutOfTheDirectory) {
  const ScratchFolder scratch;
  run(scratch / "a");
  std::string manifest = read_all(scratch / "a/manifest.json");
  manifest.replace(manifest.find("simplex_uniform"), 15, "../../elsewhere");
  std::ofstream(scratch / "a/manifest.json") << manifest;
  update(scratch / "a", {{"manifest.json", sha256(manifest)}});
  EXPECT_THAT(load_error({scratch / "a"}), HasSubstr("manifest.json: is not the manifest of a sweep"));
}

TEST(Results, CountACellOnlyOnceItsSumsAreListed) {
  const ScratchFolder scratch;
  run(scratch / "a");
  const std::string file = cell_file(scratch / "a", ".json"), id = fs::path(file).stem().string();
  update(scratch / "a", {{"cells/" + id + ".json", std::nullopt}});
  EXPECT_THAT(load_results({scratch / "a"}).unfinished, testing::ElementsAre(id));
  // Its files are whole: they are listed again instead of being made again.
  const auto before = fs::last_write_time(file);
  run(scratch / "a");
  EXPECT_EQ(fs::last_write_time(file), before);
  EXPECT_EQ(load_results({scratch / "a"}).cells.size(), 3u);
  // A damaged one that nobody vouches for is made again.
  append(file, "x");
  update(scratch / "a", {{"cells/" + id + ".json", std::nullopt}});
  EXPECT_EQ(run(scratch / "a").finished, 3u);
  EXPECT_EQ(load_results({scratch / "a"}).cells.size(), 3u);
}

TEST(Results, FollowAChangedSweep) {
  const ScratchFolder scratch;
  run(scratch / "a");
  const std::string kept = cell_file(scratch / "a", "uniform");
  const auto before = fs::last_write_time(kept);
  std::string changed = kSweep;
  changed.replace(changed.find("first = 50"), 10, "first = 60");
  run(scratch / "a", changed);
  EXPECT_EQ(fs::last_write_time(kept), before);
  const Results results = load_results({scratch / "a"});
  ASSERT_EQ(results.cells.size(), 3u);  // Not the two of the earlier file.
  for (const CellResult& result : results.cells)
    EXPECT_TRUE(!result.record.promise || result.record.options.integer("first") == 60);
}

TEST(Results, TakeANewLabelWithoutARun) {
  const ScratchFolder scratch;
  run(scratch / "a");
  const double seconds = load_results({scratch / "a"}).cells[0].record.runs[0].seconds;
  std::string changed = kSweep;
  changed.replace(changed.find("name = \"uniform\""), 16, "name = \"uniform\"\nlabel = \"by chance\"");
  run(scratch / "a", changed);
  const Results results = load_results({scratch / "a"});
  EXPECT_EQ(results.cells[0].cell.label, "by chance");
  EXPECT_EQ(results.cells[0].record.runs[0].seconds, seconds);
  EXPECT_THAT(read_all(cell_file(scratch / "a", "uniform")), HasSubstr("by chance"));
}

}  // namespace
}  // namespace tacit
