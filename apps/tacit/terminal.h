// What a terminal shows in bold, and a file or a pipe as it is.
#pragma once

#include <unistd.h>

#include <string>

namespace tacit::program {

inline std::string bold(const std::string& text) {
  return isatty(STDOUT_FILENO) != 0 ? "\033[1m" + text + "\033[0m" : text;
}

}  // namespace tacit::program
