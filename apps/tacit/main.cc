// tacit: private reinforcement learning from the command line.
//
// Exit codes: 0 done; 1 failed; 2 bad usage or input; 130 interrupted. Data on stdout, everything else on stderr.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "apps/tacit/commands.h"
#include "tacit/core/error.h"
#include "tacit/version.h"

int main(int argc, char** argv) {
  CLI::App program{"tacit: private reinforcement learning\n", "tacit"};
  program.set_version_flag("--version", fmt::format("tacit {} ({})", tacit::kVersion, tacit::kCommit));
  program.require_subcommand(1);
  program.failure_message([](const CLI::App* app, const CLI::Error& error) {
    return fmt::format("tacit: {} (try '{} --help')\n", error.what(), app->get_name());
  });

  int exit_code = 0;
  tacit::program::add_run(program, exit_code);
  tacit::program::add_list(program, exit_code);
  tacit::program::add_export(program, exit_code);
  tacit::program::add_account(program, exit_code);

  try {
    program.parse(argc, argv);
    return exit_code;
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : 2;
  } catch (const tacit::Error& error) {
    fmt::print(stderr, "tacit: {}\n", error.what());
    return 2;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "tacit: out of memory\n");
    return 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "tacit: {}\n", error.what());
    return 1;
  }
}
