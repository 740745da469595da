// The subcommands of the program, one file each: parse, call the library, print.
#pragma once

#include <CLI/CLI.hpp>

namespace tacit::program {

// Each adds its subcommand to the program. A command's result is its exit code: 0, or 1 for "ran, and failed";
// exceptions are turned into messages and codes by main.
void add_run(CLI::App& program, int& exit_code);
void add_list(CLI::App& program, int& exit_code);
void add_export(CLI::App& program, int& exit_code);
void add_account(CLI::App& program, int& exit_code);
void add_reproduce(CLI::App& program, int& exit_code);
void add_sweep(CLI::App& program, int& exit_code);
void add_report(CLI::App& program, int& exit_code);
void add_theory(CLI::App& program, int& exit_code);
void add_evaluate(CLI::App& program, int& exit_code);
void add_need(CLI::App& program, int& exit_code);
void add_audit(CLI::App& program, int& exit_code);

}  // namespace tacit::program
