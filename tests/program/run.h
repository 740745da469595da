// Runs the tacit program as a shell would.
#pragma once

#include <sys/wait.h>

#include <cstdio>
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

}  // namespace tacit
