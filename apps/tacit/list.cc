#include "apps/tacit/commands.h"

namespace tacit::program {

void add_list(CLI::App& program, int& exit_code) {
  program.add_subcommand("list", "Environments and agents, with their options")->callback([&] { exit_code = 0; });
}

}  // namespace tacit::program
