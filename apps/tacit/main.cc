// tacit: private reinforcement learning from the command line.
//
// Exit codes: 0 done; 1 failed; 2 bad usage or input; 130 interrupted. Data on stdout, everything else on stderr.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "apps/tacit/commands.h"
#include "apps/tacit/option_names.h"
#include "tacit/agents/catalog.h"
#include "tacit/audit/specimen.h"
#include "tacit/core/error.h"
#include "tacit/core/settings.h"
#include "tacit/envs/catalog.h"
#include "tacit/envs/environment_file.h"
#include "tacit/version.h"

namespace {

constexpr const char* kExamples = R"(
Examples:
  tacit list                                                          what there is
  tacit run --env simplex --agent lsvi-ucb++ --episodes 100000        how well an agent learns
  tacit need --env coach --agent dp-block-ucb --epsilon 0.1,1,10      how many users it takes
  tacit evaluate --env coach --policy policy.json                     what a saved policy is worth
  tacit reproduce                                                     the paper's two figures, measured
  tacit sweep examples/sweeps/price-of-privacy.toml                   many experiments from one file
  tacit report results/price-of-privacy                               figures and one page from their results
  tacit export --env two-state > two-state.json                       an environment, for other tools
  tacit account --epsilon 1 --delta 1e-6                              how much noise keeps a promise
  tacit theory --dimension 10 --horizon 20 --episodes 1e6             what the theorems promise
  tacit audit --env deep-sea --agent dp-block-ucb --episodes 1000 --epsilon 1   attacks on a promise

'tacit COMMAND --help' has more.)";

/// One line on stderr, whatever was typed.
int refuse(std::string_view message, int code) {
  std::string line(message);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 32 || c == 127) c = '?';
  fmt::print(stderr, "tacit: {}\n", line);
  return code;
}

void require_known_command(const CLI::App& program, std::string_view name) {
  if (name == "-h" || name == "--help" || name == "--version") return;
  if (name.starts_with('-')) throw tacit::Error("COMMAND", tacit::unknown_name(name, {"--help", "--version"}));
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  for (const std::string& known : names)
    if (known == name) return;
  throw tacit::Error("COMMAND", tacit::unknown_name(name, names));
}

/// An option with a typing error would else be answered with what is missing without it.
void require_known_options(const CLI::App& command, int argc, char** argv) {
  std::vector<std::string> names = {"--help"};
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  for (int i = 2; i < argc; ++i) {
    const std::string_view given = argv[i], name = given.substr(0, given.find('='));
    if (given == "--") return;
    if (!name.starts_with("--") || std::find(names.begin(), names.end(), name) != names.end()) continue;
    const std::string near = tacit::nearest_name(name, names);
    throw tacit::Error(command.get_name(),
                       fmt::format("'{}' is not an option{} (try 'tacit {} --help')", name.substr(0, 60),
                                   near.empty() ? "" : fmt::format("; did you mean '{}'?", near), command.get_name()));
  }
}

template <typename Entries>
bool has_name(const Entries& entries, std::string_view name) {
  return std::any_of(entries.begin(), entries.end(), [&](const auto& entry) { return entry.name == name; });
}

/// A name without its option is the first thing that people forget; the parser would speak of what else is missing.
void require_no_stray_names(const CLI::App& command, int argc, char** argv) {
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional()) return;
  for (int i = 2; i < argc; ++i) {
    const std::string given = argv[i];
    if (given == "--") return;
    if (given.starts_with("-")) {
      const CLI::Option* option = command.get_option_no_throw(given);
      const bool has_value = i + 1 < argc && command.get_option_no_throw(argv[i + 1]) == nullptr;
      if (option != nullptr && option->get_items_expected_max() > 0 && has_value) ++i;
      continue;
    }
    const std::string shown = given.substr(0, 60);
    const char* option = has_name(tacit::agents(), given)                                                 ? "--agent"
                         : has_name(tacit::environments(), given) || tacit::names_environment_file(given) ? "--env"
                                                                                                          : nullptr;
    if (option != nullptr && command.get_option_no_throw(option) != nullptr)
      throw tacit::Error(command.get_name(),
                         fmt::format("'{0}' is not expected; did you mean '{1} {0}'?", shown, option));
    throw tacit::Error(command.get_name(),
                       fmt::format("'{}' is not expected (try 'tacit {} --help')", shown, command.get_name()));
  }
}

/// `tacit help` is `tacit --help`, and `tacit help run` is `tacit run --help`.
void spell_out_help(std::vector<char*>& arguments) {
  static char option[] = "--help";
  if (arguments.size() < 2 || std::string_view(arguments[1]) != "help") return;
  arguments.erase(arguments.begin() + 1);
  arguments.push_back(option);
}

/// The subcommand that was typed; the program itself where there is none.
const CLI::App& typed_command(const CLI::App& program, std::string_view name) {
  for (const CLI::App* command : program.get_subcommands({}))
    if (command->get_name() == name) return *command;
  return program;
}

}  // namespace

int main(int count, char** given) {
  std::vector<char*> arguments(given, given + count);
  spell_out_help(arguments);
  const int argc = static_cast<int>(arguments.size());
  char** argv = arguments.data();
  tacit::register_agent(tacit::specimen_entry());
  CLI::App program{"tacit: private reinforcement learning\n", "tacit"};
  program.set_version_flag("--version", fmt::format("tacit {} ({})", tacit::kVersion, tacit::kCommit));
  program.require_subcommand(1);
  program.footer(kExamples);

  int exit_code = 0;
  tacit::program::add_run(program, exit_code);
  tacit::program::add_evaluate(program, exit_code);
  tacit::program::add_need(program, exit_code);
  tacit::program::add_reproduce(program, exit_code);
  tacit::program::add_sweep(program, exit_code);
  tacit::program::add_report(program, exit_code);
  tacit::program::add_list(program, exit_code);
  tacit::program::add_export(program, exit_code);
  tacit::program::add_account(program, exit_code);
  tacit::program::add_theory(program, exit_code);
  tacit::program::add_audit(program, exit_code);

  if (argc < 2) {
    fmt::print(stderr, "{}", program.help());
    return 2;
  }
  try {
    require_known_command(program, argv[1]);
    if (const CLI::App& command = typed_command(program, argv[1]); &command != &program) {
      require_known_options(command, argc, argv);
      require_no_stray_names(command, argc, argv);
    }
    program.parse(argc, argv);
    // What is still in the buffer may meet a full disk; without a look it would be lost in silence.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
      throw std::runtime_error("cannot write all of the output");
    return exit_code;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);  // Help or the version.
    const CLI::App& command = typed_command(program, argv[1]);
    return refuse(
        fmt::format("{} (try 'tacit {}--help')", error.what(), &command == &program ? "" : command.get_name() + " "),
        2);
  } catch (const tacit::Error& error) {
    return refuse(tacit::program::message_with_options(error, typed_command(program, argv[1])), 2);
  } catch (const std::bad_alloc&) {
    return refuse("out of memory", 1);
  } catch (const std::exception& error) {
    return refuse(error.what(), 1);
  }
}
