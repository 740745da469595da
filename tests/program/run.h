// Runs the tacit program as a shell would.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace tacit {

struct Finished {
  int code;
  std::string output;  ///< stdout, or stderr where that was asked for.
};

inline Finished run_program(const std::string& arguments, const char* redirection = "2>/dev/null") {
  const std::string command = std::string("'") + TACIT_PROGRAM + "' " + arguments + " " + redirection;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start " + command);
  std::string output;
  char buffer[4096];
  for (std::size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) output.append(buffer, n);
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, output};
}

/// What it says on stderr, with nothing on stdout.
inline Finished run_program_for_errors(const std::string& arguments) {
  return run_program(arguments, "2>&1 >/dev/null");
}

/// A folder of its own that is gone afterwards.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = testing::TempDir() + "tacit-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a scratch folder");
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  bool empty() const { return std::filesystem::is_empty(path_); }

 private:
  std::filesystem::path path_;
};

inline std::string read_all(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Bad input: exit code 2, one line on stderr that contains `message`, nothing on stdout.
inline void expect_refused(const std::string& arguments, const std::string& message) {
  SCOPED_TRACE(arguments);
  const ScratchFolder scratch;
  const Finished finished = run_program(arguments, ("2>'" + scratch / "stderr" + "'").c_str());
  const std::string said = read_all(scratch / "stderr");
  EXPECT_EQ(finished.code, 2);
  EXPECT_EQ(finished.output, "");
  EXPECT_THAT(said, testing::HasSubstr(message));
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
  EXPECT_THAT(said, testing::StartsWith("tacit: "));
}

}  // namespace tacit
