// `tacit sweep`, end to end.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>
#include <vector>

#include "tests/program/run.h"

namespace tacit {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// Nine cells, each of a tenth of a second or so: long enough to be interrupted, short enough to wait for.
const std::string kSweep = R"(name = "nine"
episodes = 20000
runs = 2
seeds = [1, 11, 21]
epsilon = [0.5, 2]
[[environment]]
name = "two-state"
label = "two, learned"
horizon = 10
set = { rewards = "learned" }
[[agent]]
name = "lsvi-ucb++"
[[agent]]
name = "dp-block-ucb"
)";
constexpr std::size_t kCells = 9;

class Sweep : public testing::Test {
 protected:
  void SetUp() override { std::ofstream(scratch_ / "nine.toml") << kSweep; }

  std::string arguments(const std::string& out, const std::string& more = "") const {
    return fmt::format("sweep '{}' --out '{}' {}", scratch_ / "nine.toml", scratch_ / out, more);
  }

  /// By name; JSON without its times.
  std::map<std::string, std::string> cells(const std::string& out) const {
    std::map<std::string, std::string> result;
    for (const auto& entry : fs::directory_iterator(scratch_ / (out + "/cells"))) {
      std::string text = read_all(entry.path().string());
      if (entry.path().extension() == ".json") {
        auto document = nlohmann::ordered_json::parse(text);
        EXPECT_EQ(document.erase("timing"), 1u);
        text = document.dump();
      }
      result[entry.path().filename().string()] = text;
    }
    return result;
  }

  bool sums_hold(const std::string& out) const {
    return std::system(fmt::format("cd '{}' && sha256sum --strict --quiet -c SHA256SUMS", scratch_ / out).c_str()) == 0;
  }

  /// Starts a sweep and, as soon as it has finished a cell, sends it a signal. Gives back how it ended.
  int interrupt(const std::string& out, int signal) const {
    const pid_t child = fork();
    if (child == 0) {
      const int nowhere = open("/dev/null", O_WRONLY);
      dup2(nowhere, STDOUT_FILENO);
      dup2(nowhere, STDERR_FILENO);
      const std::string file = scratch_ / "nine.toml", directory = scratch_ / out;
      execl(TACIT_PROGRAM, "tacit", "sweep", file.c_str(), "--out", directory.c_str(), "--jobs", "1", nullptr);
      _exit(99);
    }
    for (int i = 0; i < 6000 && finished(out) == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    kill(child, signal);
    int status = 0;
    waitpid(child, &status, 0);
    return status;
  }

  std::size_t finished(const std::string& out) const {
    std::size_t count = 0;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(scratch_ / (out + "/cells"), error))
      count += entry.path().extension() == ".json" ? 1 : 0;
    return count;
  }

  /// The second attempt finishes the sweep, and does not touch what the first one finished.
  void expect_resumed(const std::string& out) {
    std::map<fs::path, fs::file_time_type> before;
    for (const auto& entry : fs::directory_iterator(scratch_ / (out + "/cells")))
      if (entry.path().extension() == ".json") before[entry.path()] = fs::last_write_time(entry.path());
    EXPECT_GE(before.size(), 1u);
    EXPECT_LT(before.size(), kCells) << "it was over before it could be interrupted";
    const Finished again = run_program(arguments(out), "2>&1");
    EXPECT_EQ(again.code, 0) << again.output;
    EXPECT_THAT(again.output, HasSubstr(fmt::format("{} of 9 cells were finished earlier", before.size())));
    for (const auto& [path, time] : before) EXPECT_EQ(fs::last_write_time(path), time) << path;
    EXPECT_EQ(run_program(arguments("whole")).code, 0);
    std::map<std::string, std::string> resumed = cells(out);
    std::erase_if(resumed, [](const auto& file) { return file.first.find(".partial-") != std::string::npos; });
    EXPECT_EQ(resumed, cells("whole"));
    EXPECT_TRUE(sums_hold(out));
  }

  ScratchFolder scratch_;
};

TEST_F(Sweep, FillsADirectory) {
  const Finished finished = run_program(arguments("a"));
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.output, HasSubstr("9 of 9 cells are finished: " + scratch_ / "a"));
  EXPECT_EQ(read_all(scratch_ / "a/sweep.toml"), kSweep);
  EXPECT_TRUE(sums_hold("a"));
  const auto manifest = nlohmann::json::parse(read_all(scratch_ / "a/manifest.json"));
  EXPECT_EQ(manifest["cells"].size(), kCells);
  for (const char* field : {"version", "commit", "compiler"}) EXPECT_TRUE(manifest["tool"][field].is_string());
  for (const auto& cell : manifest["cells"]) {
    const std::string name = scratch_ / ("a/cells/" + cell["id"].get<std::string>());
    EXPECT_TRUE(fs::exists(name + ".csv"));
    EXPECT_EQ(nlohmann::json::parse(read_all(name + ".json"))["cell"]["id"], cell["id"]);
  }
}

TEST_F(Sweep, GivesTheNumbersOfTacitRun) {
  run_program(arguments("a"));
  const auto manifest = nlohmann::json::parse(read_all(scratch_ / "a/manifest.json"));
  const auto& cell = manifest["cells"][1];
  const std::string name = scratch_ / ("a/cells/" + cell["id"].get<std::string>());
  const auto stored = nlohmann::json::parse(read_all(name + ".json"));
  const std::string command = cell["command"];
  auto printed = nlohmann::json::parse(run_program(command.substr(command.find(' ')) + " --json").output);
  for (auto& run : printed["runs"]) run.erase("seconds");
  printed["summary"].erase("episodes_per_second");
  EXPECT_EQ(stored["record"], printed);

  std::istringstream csv(read_all(name + ".csv"));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "env,agent,label,epsilon,delta,env_seed,run_seed,episode,regret");
  for (const auto& run : printed["runs"]) {
    for (std::size_t i = 0; i < run["regret"].size(); ++i) {
      ASSERT_TRUE(std::getline(csv, line));
      const std::string start = fmt::format("\"two, learned\",dp-block-ucb,dp-block-ucb,0.5,1e-06,1,{},{},",
                                            run["seed"].get<int>(), printed["checkpoints"][i].get<int>());
      ASSERT_THAT(line, testing::StartsWith(start));
      EXPECT_EQ(std::stod(line.substr(start.size())), run["regret"][i].get<double>());
    }
  }
  EXPECT_FALSE(std::getline(csv, line));
  std::ofstream(scratch_ / "certificate.json") << stored["privacy"]["certificate"];
  EXPECT_EQ(run_program("account --check '" + scratch_ / "certificate.json" + "'").code, 0);
}

TEST_F(Sweep, GoesOnAfterCtrlC) {
  const int status = interrupt("a", SIGINT);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_TRUE(sums_hold("a"));
  for (const auto& [name, text] : cells("a")) EXPECT_EQ(name.find("partial"), std::string::npos) << name;
  expect_resumed("a");
}

TEST_F(Sweep, GoesOnAfterSigterm) {
  const int status = interrupt("a", SIGTERM);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  expect_resumed("a");
}

TEST_F(Sweep, GoesOnAfterAKill) {
  const int status = interrupt("a", SIGKILL);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_TRUE(sums_hold("a"));
  expect_resumed("a");
}

TEST_F(Sweep, PartsMakeTheWhole) {
  EXPECT_EQ(run_program(arguments("whole", "--jobs 1")).code, 0);
  EXPECT_EQ(run_program(arguments("jobs", "--jobs 2")).code, 0);
  EXPECT_EQ(cells("jobs"), cells("whole"));
  EXPECT_EQ(run_program(arguments("parts", "--shard 2/2")).code, 0);
  EXPECT_EQ(cells("parts").size(), 2 * (kCells / 2));
  const Finished first = run_program(arguments("parts", "--shard 1/2"));
  EXPECT_THAT(first.output, HasSubstr("5 of 5 cells are finished, part 1 of 2"));
  EXPECT_EQ(cells("parts"), cells("whole"));
  EXPECT_TRUE(sums_hold("parts"));
  EXPECT_TRUE(fs::exists(scratch_ / "parts/manifest-1-of-2.json"));
  EXPECT_TRUE(fs::exists(scratch_ / "parts/manifest-2-of-2.json"));
  EXPECT_THAT(run_program(arguments("parts", "--dry-run")).output, HasSubstr("9 of 9 cells, 9 finished"));
}

TEST_F(Sweep, ProcessesMayShareADirectory) {
  std::vector<std::thread> processes;
  for (const char* part : {"--shard 1/2", "--shard 2/2", "", ""})
    processes.emplace_back(
        [&, part] { EXPECT_EQ(run_program(arguments("a", part + std::string(" --jobs 1"))).code, 0); });
  for (std::thread& process : processes) process.join();
  EXPECT_TRUE(sums_hold("a"));
  EXPECT_EQ(run_program(arguments("whole")).code, 0);
  EXPECT_EQ(cells("a"), cells("whole"));
  EXPECT_THAT(run_program(arguments("a"), "2>&1").output, HasSubstr("9 of 9 cells were finished earlier"));
}

TEST_F(Sweep, TellsHowItGoesOnStderr) {
  const Finished said = run_program_for_errors(arguments("a", "--shard 1/9"));
  EXPECT_THAT(said.output, testing::StartsWith("[1/1] two-state_lsvi-ucb++_seed-1_"));
  EXPECT_THAT(said.output, HasSubstr(": mean regret "));
}

TEST_F(Sweep, DryRunListsTheCellsAndWritesNothing) {
  const Finished listed = run_program(arguments("a", "--dry-run"));
  EXPECT_EQ(listed.code, 0);
  EXPECT_THAT(listed.output, HasSubstr("two-state_dp-block-ucb_eps-0.5_seed-11_"));
  EXPECT_THAT(listed.output, HasSubstr("9 of 9 cells, 0 finished, 3.6e+05 users to come"));
  EXPECT_FALSE(fs::exists(scratch_ / "a"));
}

TEST_F(Sweep, BadInputIsRefusedAndNothingIsWritten) {
  const auto file = [this](const std::string& text) {
    std::ofstream(scratch_ / "bad.toml") << text;
    return fmt::format("sweep '{}' --out '{}'", scratch_ / "bad.toml", scratch_ / "out");
  };
  expect_refused(file("name = "), "bad.toml:1: is not TOML");
  expect_refused(file("[="), "bad.toml: is not TOML");
  expect_refused(file("name = \"a\"\nepisods = 3\n"),
                 "bad.toml:2: episods: 'episods' is unknown; did you mean 'episodes'?");
  expect_refused(file(kSweep + "set = { ratio = \"abc\" }\n"), "bad.toml:15: agent.set.ratio: 'abc' is not allowed");
  expect_refused(file(kSweep + "[[agent]]\nname = \"dp-lsvi-ucb++\"\nset = { alpha = 2 }\n"),
                 "bad.toml:17: agent.set.alpha: has no effect here");
  expect_refused(arguments("out", "--shard 3/2"), "--shard: '3/2' is not allowed; expected I/N");
  expect_refused(arguments("out", "--jobs 0"), "--jobs: 0 is not allowed");
  expect_refused(arguments("nine.toml"), "--out: ");
  expect_refused(arguments("nine.toml/below"), "--out: ");
  expect_refused(fmt::format("sweep '{}' --out ''", scratch_ / "nine.toml"),
                 "--out: '' is not the name of a directory");
  expect_refused("sweep '" + scratch_ / "none.toml" + "'", "none.toml: does not exist");
  expect_refused("sweep '" + scratch_ / "" + "'", "is a directory");
  expect_refused("sweep", "FILE is required");
  EXPECT_FALSE(fs::exists(scratch_ / "out"));
  EXPECT_EQ(read_all(scratch_ / "nine.toml"), kSweep);
}

TEST_F(Sweep, ADamagedResultIsNotWrittenOver) {
  run_program(arguments("a", "--shard 1/9"));
  const std::string file = scratch_ / ("a/" + std::string("cells/") + cells("a").begin()->first);
  std::ofstream(file, std::ios::app) << "1,2,3\n";
  expect_refused(arguments("a"),
                 file + ": is not the file that SHA256SUMS lists; remove it to have the cell run again");
}

TEST_F(Sweep, AnotherSweepIntoTheSameDirectoryNeedsForce) {
  ASSERT_EQ(run_program(arguments("a", "--shard 1/9")).code, 0);
  std::string other = kSweep;
  other.replace(other.find("nine"), 4, "else");
  std::ofstream(scratch_ / "else.toml") << other;
  const std::string again = fmt::format("sweep '{}' --out '{}' --shard 1/9", scratch_ / "else.toml", scratch_ / "a");
  expect_refused(again, "holds the results of another sweep, 'nine'; choose another directory, or force it");
  EXPECT_EQ(read_all(scratch_ / "a/sweep.toml"), kSweep);
  EXPECT_EQ(run_program(again + " --force").code, 0);
  EXPECT_EQ(read_all(scratch_ / "a/sweep.toml"), other);
}

TEST_F(Sweep, AnEditedFileOfTheSameNameGoesOn) {
  ASSERT_EQ(run_program(arguments("a", "--shard 1/9")).code, 0);
  std::ofstream(scratch_ / "nine.toml") << "# Edited.\n" << kSweep;
  EXPECT_EQ(run_program(arguments("a", "--shard 1/9")).code, 0);
}

TEST_F(Sweep, OffersToDrawOnlyWhatThereIs) {
  EXPECT_THAT(run_program(arguments("a", "--shard 1/9")).output, HasSubstr("draws them"));
  const Finished none = run_program(arguments("b", "--shard 10/10"));
  EXPECT_THAT(none.output, HasSubstr("0 of 0 cells are finished"));
  EXPECT_THAT(none.output, testing::Not(HasSubstr("draws them")));
}

TEST_F(Sweep, TheExamplesAreValid) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(std::string(TACIT_SOURCE_DIR) + "/examples/sweeps")) {
    const Finished listed =
        run_program(fmt::format("sweep '{}' --dry-run --out '{}'", entry.path().string(), scratch_ / "a"), "2>&1");
    EXPECT_EQ(listed.code, 0) << listed.output;
    EXPECT_THAT(listed.output, HasSubstr("to run"));
    ++count;
  }
  EXPECT_GE(count, 3);
}

TEST_F(Sweep, TheExampleOfTheManualHasAsManyCellsAsItSays) {
  const std::string manual = read_all(std::string(TACIT_SOURCE_DIR) + "/docs/lab.md"), fence = "```toml\n";
  const std::size_t begin = manual.find(fence) + fence.size();
  std::ofstream(scratch_ / "nine.toml") << manual.substr(begin, manual.find("```", begin) - begin);
  EXPECT_THAT(manual, HasSubstr("This one has 14 cells"));
  EXPECT_THAT(run_program(arguments("a", "--dry-run"), "2>&1").output, HasSubstr("14 of 14 cells, 0 finished"));
}

TEST_F(Sweep, HelpShowsExamples) {
  const Finished help = run_program("sweep --help");
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.output, HasSubstr("tacit sweep figure.toml --dry-run"));
}

}  // namespace
}  // namespace tacit
