#include "apps/tacit/experiment_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "tacit/lab/experiment/budget_warnings.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/experiment/spec.h"

namespace tacit::program {

void AgentOption::add_to(CLI::App& command) {
  command.add_option("--agent", agent, "Agent (see 'tacit list agents')")->required()->type_name("NAME");
}

std::pair<CLI::Option*, CLI::Option*> BudgetOptions::add_to(CLI::App& command, const std::string& epsilon_help) {
  return {command.add_option("--epsilon", epsilon, epsilon_help)->type_name("E"),
          command.add_option("--delta", delta, "Its delta (default: the largest power of ten not above 1/(10 K))")
              ->type_name("D")};
}

std::optional<double> BudgetOptions::read_epsilon() const {
  return epsilon ? std::optional(parse_epsilon(*epsilon, "--epsilon")) : std::nullopt;
}

std::optional<double> BudgetOptions::read_delta() const {
  return delta ? std::optional(parse_delta(*delta, "--delta")) : std::nullopt;
}

double BudgetOptions::read_delta(std::int64_t episodes) const {
  const std::optional<double> given = read_delta();
  return given ? *given : default_delta(episodes);
}

void warn_of_budget(const std::optional<double>& epsilon, const std::optional<double>& delta, std::int64_t episodes) {
  for (const std::string& warning : budget_warnings(epsilon, delta, episodes))
    fmt::print(stderr, "tacit: warning: {}\n", warning);
}

void NoiseOption::add_to(CLI::App& command, const std::string& help) {
  command.add_option("--noise", noise, help)->type_name("NAME");
}

void JobOption::add_to(CLI::App& command) {
  command.add_option("--jobs", jobs, "Runs at a time (default: one per core)")->type_name("N");
}

int JobOption::read() const {
  return jobs ? parse_jobs(*jobs, "--jobs") : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace tacit::program
