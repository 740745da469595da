// Runs the tacit program as a shell would.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "tests/scratch.h"

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
