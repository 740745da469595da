#include "tacit/lab/figure/gnuplot.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "tacit/core/error.h"
#include "tacit/lab/figure/plain_text.h"

namespace tacit {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLog = "gnuplot.log";

/// What the child does before it becomes gnuplot.
class FileActions {
 public:
  explicit FileActions(const fs::path& directory) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_addchdir_np(&actions_, directory.c_str());
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, kLog, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
  }
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

std::string first_of(const fs::path& path) {
  std::ifstream in(path);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return one_line(text.substr(0, 500));
}

}  // namespace

std::string gnuplot_quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : one_line(text)) {
    if (c == '\'') result += '\'';
    result += c;
  }
  return result + "'";
}

void run_gnuplot(const fs::path& directory, const std::string& script) {
  const FileActions actions(directory);
  std::string program = "gnuplot", defaults = "-d", file = script;
  char* const arguments[] = {program.data(), defaults.data(), file.data(), nullptr};
  pid_t child = 0;
  const int failure = ::posix_spawnp(&child, program.c_str(), actions.get(), nullptr, arguments, environ);
  if (failure == ENOENT)
    throw Error("gnuplot", "the program is not installed, and figures need it; on Debian: apt-get install gnuplot-nox");
  if (failure != 0) throw std::runtime_error(std::string("cannot start gnuplot: ") + std::strerror(failure));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw std::runtime_error(std::string("cannot wait for gnuplot: ") + std::strerror(errno));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  const std::string message = first_of(directory / kLog);
  if (message.find("unknown or ambiguous terminal type") != std::string::npos)
    throw Error("gnuplot", "this one cannot write SVG, PDF and PNG; on Debian, gnuplot-nox can: " + message);
  throw std::runtime_error("gnuplot failed: " + message);
}

}  // namespace tacit
