// Runs gnuplot, a program of its own.
#pragma once

#include <filesystem>
#include <string>

namespace tacit {

/// `text` as a constant of gnuplot's language that means just this text, whatever is in it: in single quotes nothing is
/// replaced, neither backslashes nor back quotes. Without line ends; draw it with `noenhanced`.
std::string gnuplot_quoted(const std::string& text);

/// Runs the script of that name in `directory`, without a shell and without the user's start-up files. Throws Error if
/// gnuplot is not installed, std::runtime_error with its message if it fails.
void run_gnuplot(const std::filesystem::path& directory, const std::string& script);

}  // namespace tacit
