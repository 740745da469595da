// What the README shows of the program is what the program prints.
#include <gtest/gtest.h>

#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/program/run.h"

namespace tacit {
namespace {

struct Transcript {
  std::string arguments;
  std::vector<std::string> lines;
};

// A transcript is indented by four columns; its first line is the command, after "$ build/release/tacit ".
std::vector<Transcript> transcripts(const std::string& readme) {
  const std::string prompt = "    $ build/release/tacit ";
  std::vector<Transcript> all;
  std::istringstream in(readme);
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(prompt)) {
      all.push_back({line.substr(prompt.size()), {}});
      inside = true;
    } else if (inside && line.starts_with("    ")) {
      all.back().lines.push_back(line.substr(4));
    } else if (inside && line.empty()) {
      all.back().lines.emplace_back();
    } else {
      inside = false;
    }
  }
  for (Transcript& one : all)
    while (!one.lines.empty() && one.lines.back().empty()) one.lines.pop_back();
  return all;
}

// What "..." stands for is not shown. How fast it was depends on the machine: the last number of a row of the table of
// runs.
std::string without_speed(const std::string& line) {
  static const std::regex row(R"(^(\s+(?:\d+|mean)(?:\s+[0-9.]+){3}\s+[0-9.]+)\s+[0-9,]+$)");
  return std::regex_replace(line, row, "$1");
}

TEST(Readme, TranscriptsAreWhatTheProgramPrints) {
  const auto all = transcripts(read_all(std::string(TACIT_SOURCE_DIR) + "/README.md"));
  EXPECT_GE(all.size(), 2u);
  for (const Transcript& one : all) {
    SCOPED_TRACE(one.arguments);
    std::istringstream printed(run_program(one.arguments).output);
    std::vector<std::string> lines;
    for (std::string line; std::getline(printed, line);) lines.push_back(line);
    std::size_t at = 0;
    bool skipping = false;  // After "...", up to the next line that is shown.
    for (const std::string& shown : one.lines) {
      if (shown == "...") {
        skipping = true;
        continue;
      }
      while (skipping && at < lines.size() && without_speed(lines[at]) != without_speed(shown)) ++at;
      skipping = false;
      ASSERT_LT(at, lines.size()) << "does not print: " << shown;
      EXPECT_EQ(without_speed(lines[at++]), without_speed(shown));
    }
    EXPECT_EQ(at, lines.size()) << "prints more";
  }
}

}  // namespace
}  // namespace tacit
