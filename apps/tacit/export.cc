// tacit export: a finite environment as a file, for other tools and for --env.
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>

#include "apps/tacit/commands.h"
#include "apps/tacit/environment_options.h"
#include "tacit/mdp/file/mdp_file.h"

namespace tacit::program {
namespace {

constexpr const char* kExamples = R"(
Prints features, transitions, rewards, the start distribution and the optimal value (format tacit-mdp/1,
docs/environments.md); row s*A + a belongs to action a in state s. It is the environment that 'tacit run' uses with the
same options, to the last bit, and every command reads it again as --env FILE.

Examples:
  tacit export --env two-state > two-state.json
  tacit export --env simplex --seed 3 --out simplex.npz        for NumPy: np.load("simplex.npz")
  tacit export --env simplex --set env.states=50 | jq .optimal_value)";

struct Options {
  EnvironmentOptions environment;
  std::optional<std::string> out;
};

int export_environment(const Options& options) {
  const LinearMdp mdp = options.environment.make();
  if (options.out) {
    save_mdp(mdp, *options.out, "--out");
    return 0;
  }
  write_mdp(mdp, MdpEncoding::json, std::cout);
  if (!std::cout.flush()) throw std::runtime_error("cannot write all of the environment");
  return 0;
}

}  // namespace

void add_export(CLI::App& program, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("export", "A finite environment as JSON or NPZ, for other tools");
  options->environment.add_to(*command);
  command->add_option("--out", options->out, "Write it there instead, as JSON or NPZ by the ending")
      ->type_name("FILE.json|FILE.npz");
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = export_environment(*options); });
}

}  // namespace tacit::program
