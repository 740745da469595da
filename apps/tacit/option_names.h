// Errors of the library speak of fields ("horizon"); who typed a command knows options ("--horizon").
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "tacit/core/error.h"

namespace tacit::program {

/// The message of an error, with the options of the command for the fields that it names.
std::string message_with_options(const Error& error, const CLI::App& command);

}  // namespace tacit::program
