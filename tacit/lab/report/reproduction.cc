#include "tacit/lab/report/reproduction.h"

#include <fmt/format.h>

#include <regex>

#include "tacit/lab/report/lineup.h"
#include "tacit/lab/report/overview.h"
#include "tacit/lab/report/paper_claims.h"
#include "tacit/lab/report/reproduction_sections.h"

namespace tacit {
namespace {

namespace fs = std::filesystem;

std::string with_episodes(const std::string& text, std::int64_t episodes) {
  static const std::regex line(R"((^|\n)(episodes\s*=\s*)[0-9]+)");
  return std::regex_replace(text, line, fmt::format("$1$02{}", episodes));
}

/// The section of an environment; others are compared with the agent that stands for us there.
Section environment_section(const Arena& arena, ReportOptions options, bool of_paper) {
  options.reference = flagship(arena);
  Section section = arena_section(arena, options);
  section.heading = of_paper ? "The paper's figures: " + section.heading : "The same on " + section.heading;
  if (of_paper)
    section.paragraphs.emplace_back(
        "The first figure is the paper's Figure 1a: agents compared at one budget. The second is its Figure 1b: one "
        "agent "
        "at several budgets. The paper states neither its number of users nor its budgets. It gives the agents the "
        "rewards, which leaves nothing to learn (below); here they have to be learned.");
  return section;
}

std::vector<std::string> summary() {
  return {
      "Regret of agents with and without privacy, with every number computed from the runs of this page. Regret is "
      "exact: "
      "it comes from the true model, not from rewards. All agents of an environment meet the same users. A difference "
      "is "
      "called significant where the 95 % interval of the difference run by run leaves zero out.",
      "Every agent is compared in every environment. lsvi-ucb updates its policy "
      "whenever there are a tenth more users, not after every user. Every "
      "section says how many users and runs it is about; `tacit reproduce --full` goes to a million users in each."};
}

}  // namespace

std::vector<SweepSpec> reproduction_sweeps(std::optional<std::int64_t> episodes) {
  std::vector<SweepSpec> sweeps;
  for (const EmbeddedSweep& sweep : embedded_sweeps())
    sweeps.push_back(parse_sweep(episodes ? with_episodes(sweep.text, *episodes) : sweep.text, sweep.name + ".toml"));
  return sweeps;
}

Report reproduction_report(const fs::path& results, const ReportOptions& options, const std::string& command) {
  const auto load = [&results](const std::vector<std::string>& names) {
    std::vector<fs::path> directories;
    directories.reserve(names.size());
    for (const std::string& name : names) directories.push_back(results / name);
    return arenas(load_results(directories));
  };
  const std::vector<Arena> figures = load({"figure-1a", "figure-1b", "environments", "continuous"});
  const std::vector<Arena> printed = load({"printed-constants"}), mechanisms = load({"mechanisms"});
  const std::vector<Claim> claims = paper_claims(figures, mechanisms);

  Report report;
  report.title = "What privacy costs: private learning in linear MDPs, measured";
  report.picture = price_picture(figures, options);
  report.findings = overview(figures);
  report.findings.push_back(claims_sentence(claims));
  report.summary = summary();
  report.sections.push_back(price_section(figures));
  report.sections.push_back(environment_section(figures.front(), options, true));
  report.sections.push_back(claims_section(claims));
  for (std::size_t i = 1; i < figures.size(); ++i)
    report.sections.push_back(environment_section(figures[i], options, false));
  report.sections.push_back(posterior_section(figures));
  report.sections.push_back(printed_section(printed));
  report.sections.push_back(mechanism_section(mechanisms));
  report.sections.push_back(certificate_section(figures));
  std::vector<Arena> all = figures;
  for (const auto& more : {printed, mechanisms}) all.insert(all.end(), more.begin(), more.end());
  report.sections.push_back(repeat_section(all, command));
  report.footer = "Made by " + program_name() + ".";
  return report;
}

}  // namespace tacit
