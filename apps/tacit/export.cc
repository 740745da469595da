// tacit export: a finite environment as JSON, for other tools. Written as it goes: a large one never stands in memory.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "apps/tacit/commands.h"
#include "apps/tacit/environment_options.h"
#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/mdp/evaluation.h"

namespace tacit::program {
namespace {

constexpr double kMostNumbers = 50e6;

void print_row(const double* first, Index count) {
  fmt::memory_buffer buffer;
  for (Index i = 0; i < count; ++i) fmt::format_to(fmt::appender(buffer), "{}{}", i == 0 ? "[" : ",", first[i]);
  buffer.push_back(']');
  std::fwrite(buffer.data(), 1, buffer.size(), stdout);
}

void print_rows(const Matrix& m) {
  for (Index i = 0; i < m.rows(); ++i) {
    fmt::print("{}", i == 0 ? "[" : ",\n");
    print_row(m.row(i).data(), m.cols());
  }
  fmt::print("]");
}

int export_environment(const EnvironmentOptions& options) {
  const LinearMdp mdp = make_environment(options.env, options.read_horizon(), options.read_seed(),
                                         assignments(options.set, "env", {"env"}));
  const FiniteDynamics* dynamics = mdp.finite();
  if (!dynamics)
    throw Error("--env", "'" + options.env + "' has infinitely many states; only finite environments can be exported");
  const Problem& p = mdp.problem;
  const double rows = static_cast<double>(p.points.rows()), states = static_cast<double>(p.point_count());
  const double numbers = rows * p.dimension + p.horizon * rows * (states + 1) + states;
  if (numbers > kMostNumbers)
    throw Error("--env", fmt::format("'{}' of this size has {:.3g} numbers; at most {:.3g} can be exported",
                                     options.env, numbers, kMostNumbers));

  fmt::print("{{\"name\":{},\"horizon\":{},\"states\":{},\"actions\":{},\"dimension\":{},\n\"start\":",
             nlohmann::json(mdp.name).dump(), p.horizon, p.point_count(), p.actions, p.dimension);
  print_row(dynamics->start.data(), dynamics->start.size());
  fmt::print(",\n\"features\":");
  print_rows(p.points);
  fmt::print(",\n\"transitions\":[");
  for (int h = 0; h < p.horizon; ++h) {
    if (h > 0) fmt::print(",\n");
    print_rows((p.points * dynamics->measures[h]).cwiseMax(0.0));
  }
  fmt::print("],\n\"rewards\":");
  print_rows((mdp.rewards * p.points.transpose()).cwiseMax(0.0).cwiseMin(1.0));
  fmt::print(",\n\"optimal_value\":{}}}\n", Evaluator(mdp).optimal().mean_value);
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) throw std::runtime_error("cannot write all of the environment");
  return 0;
}

}  // namespace

void add_export(CLI::App& program, int& exit_code) {
  const auto options = std::make_shared<EnvironmentOptions>();
  CLI::App* command = program.add_subcommand("export", "A finite environment as JSON, for other tools");
  options->add_to(*command);
  command->footer(R"(
Prints features, transitions, rewards, the start distribution and the optimal value; row s*A + a belongs to action a in
state s. It is the environment that 'tacit run' uses with the same options.

Examples:
  tacit export --env two-state > two-state.json
  tacit export --env simplex --seed 3 --set env.states=50 | jq .optimal_value)");
  command->callback([options, &exit_code] { exit_code = export_environment(*options); });
}

}  // namespace tacit::program
