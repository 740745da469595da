// `tacit reproduce`, end to end and small.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "tests/program/run.h"

namespace tacit {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

std::size_t finished_cells(const std::string& directory) {
  std::size_t count = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory + "/figure-1a/cells", error))
    count += entry.path().extension() == ".json" ? 1 : 0;
  return count;
}

/// Starts it and sends the signal as soon as a cell is finished. Gives back how it ended.
int interrupt(const std::string& out, int signal) {
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execl(TACIT_PROGRAM, "tacit", "reproduce", "--episodes", "200", "--out", out.c_str(), "--jobs", "1", nullptr);
    _exit(99);
  }
  for (int i = 0; i < 6000 && finished_cells(out) == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  kill(child, signal);
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

/// The head of the page: a title, one picture in two widths, and five sentences.
void expect_one_screen(const std::string& page) {
  const std::string head = page.substr(page.find("<header>"), page.find("</header>") - page.find("<header>"));
  const auto count = [&head](const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = head.find(part, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  EXPECT_EQ(count("<h1>"), 1u);
  EXPECT_EQ(count("<figure>"), 1u);
  EXPECT_EQ(count("<svg"), 2u);
  EXPECT_EQ(count("<li>"), 5u);
  EXPECT_EQ(count("<p>"), 0u);
}

TEST(SlowReproduce, GoesOnAfterInterruptionsAndMakesThePage) {
  const ScratchFolder scratch;
  const std::string out = scratch / "out";
  const int asked = interrupt(out, SIGINT);
  ASSERT_TRUE(WIFEXITED(asked));
  EXPECT_EQ(WEXITSTATUS(asked), 130);
  EXPECT_TRUE(WIFSIGNALED(interrupt(out, SIGKILL)));
  const std::size_t before = finished_cells(out);
  EXPECT_GE(before, 1u);
  EXPECT_FALSE(fs::exists(out + "/report.html"));

  const Finished finished =
      run_program(fmt::format("reproduce --episodes 200 --out '{}'", out), ("2>'" + out + ".log'").c_str());
  ASSERT_EQ(finished.code, 0) << read_all(out + ".log");
  EXPECT_EQ(finished.output, out + "/report.html\n");
  EXPECT_THAT(read_all(out + ".log"), HasSubstr("cells were finished earlier"));

  const std::string page = read_all(out + "/report.html");
  for (const char* part : {"Ngo et al. (2022)", "The price of privacy", "What the printed constants do",
                           "dp-block-posterior", "tacit reproduce --episodes 200", "tacit-certificate/3",
                           "<summary>two-state: dp-block-ucb, ε = 1<", " certificates</summary>\n<details>"})
    EXPECT_THAT(page, HasSubstr(part));
  for (const char* part : {"`", "0 (0 to 0)", ">-0.00<", " -0.00<", "held against", "made anew", "do not tell"})
    EXPECT_THAT(page, Not(HasSubstr(part)));
  expect_one_screen(page);
  const std::string price = read_all(out + "/figures/price-of-privacy.svg");
  for (const char* environment : {"two-state", "simplex", "river-swim", "deep-sea", "coach", "corridor"}) {
    const std::string agents = read_all(fmt::format("{}/figures/{}_agents-eps-1.svg", out, environment));
    for (const char* agent : {">lsvi-ucb<", "dp-lsvi-ucb-luyo", "dp-lsvi-ucb-ngo", ">lsvi-ucb++<",
                              "dp-lsvi-ucb++-paper", ">dp-lsvi-ucb++<", "uniform", "frozen"})
      EXPECT_THAT(agents, HasSubstr(agent)) << environment;
    for (const char* agent : {">dp-block-ucb<", ">dp-block-posterior<", ">block-ucb<", ">block-posterior<"})
      EXPECT_THAT(agents, HasSubstr(agent)) << environment;
    const std::string budgets = read_all(fmt::format("{}/figures/{}_budgets-dp-block-ucb.svg", out, environment));
    EXPECT_THAT(price, HasSubstr(environment));
    for (const char* budget : {"ε = 0.1<", "ε = 1<", "ε = 10<", "ε = 100<", "lsvi-ucb++<"})
      EXPECT_THAT(budgets, HasSubstr(budget)) << environment;
  }
}

TEST(Reproduce, RefusesBadInput) {
  const ScratchFolder scratch;
  const std::string out = " --out '" + scratch / "out" + "'";
  expect_refused("reproduce --full --episodes 300" + out, "--full: has a number of users of its own");
  expect_refused("reproduce --episodes 10" + out, "--episodes: 10 is not allowed");
  expect_refused("reproduce --jobs 0" + out, "--jobs: 0 is not allowed");
  expect_refused("reproduce --out ''", "--out: '' is not the name of a directory");
  EXPECT_TRUE(scratch.empty());
}

TEST(Reproduce, HelpShowsExamples) {
  EXPECT_THAT(run_program("reproduce --help").output, HasSubstr("tacit reproduce --full"));
}

}  // namespace
}  // namespace tacit
