#include "tacit/lab/reproduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "tacit/lab/comparison_tables.h"
#include "tacit/lab/findings.h"
#include "tacit/lab/numbers.h"
#include "tacit/lab/paper_claims.h"
#include "tacit/lab/summary.h"

namespace tacit {
namespace {

namespace fs = std::filesystem;

constexpr double kRounding = 1e-9;  // Of exact values, summed over users.
constexpr const char *kOurs = "dp-lsvi-ucb++", *kPosterior = "dp-block-posterior";

std::string with_episodes(const std::string& text, std::int64_t episodes) {
  static const std::regex line(R"((^|\n)(episodes\s*=\s*)[0-9]+)");
  return std::regex_replace(text, line, fmt::format("$1$02{}", episodes));
}

std::string cell_of(const Finding& finding) {
  return finding.measured.empty() ? to_text(finding.verdict) : to_text(finding.verdict) + ": " + finding.measured;
}

Section claims_section(const std::vector<Claim>& claims) {
  Section section{"What the paper concludes, held against this", {}, {}, {}, {}, {}};
  section.paragraphs.emplace_back(
      "The paper means one algorithm; here are two. dp-lsvi-ucb++-paper is the paper's with its errors corrected "
      "(docs/errata.md lists them), dp-lsvi-ucb++ is ours. A claim is supported "
      "where the 95 % interval of the comparison run by run says so in the paper's environment, contradicted where it "
      "says the opposite, and otherwise undecided.");
  Table table;
  table.caption = "The paper's key takeaways";
  table.columns = {
      {"claim", Table::Align::prose}, {"the paper's algorithm", Table::Align::prose}, {"ours", Table::Align::prose}};
  for (const Claim& claim : claims)
    table.rows.push_back({claim.claim, cell_of(claim.of_paper), cell_of(claim.of_ours)});
  section.tables.push_back(table);
  return section;
}

Section price_section(const std::vector<Arena>& all) {
  Section section{"The price of privacy", {}, {}, {}, {}, {}};
  section.tables.push_back(price_table(all));
  return section;
}

/// Contenders whose regret is the same as that of the control in every run.
std::vector<std::string> same_as(const Arena& arena, const std::string& control) {
  const Contender* reference = arena.find(control);
  std::vector<std::string> names;
  if (reference == nullptr) return names;
  for (const Contender& c : arena.contenders)
    if (c.role != Role::control && final_regrets(c) == final_regrets(*reference)) names.push_back(c.name);
  return names;
}

Section printed_section(const std::vector<Arena>& arenas) {
  Section section{"What the printed constants do", {}, {}, {}, {}, {}};
  section.paragraphs.emplace_back(
      "The published formulas, with 1 inside every O, ask for bonuses so wide that every action looks as good as it "
      "can "
      "be, until there are more users than anyone has. All agents above therefore use constants that are fixed in the "
      "code for all environments; privacy depends on none of them. Here is what the formulas do as printed.");
  for (const Arena& arena : arenas) {
    if (const auto names = same_as(arena, "uniform"); !names.empty())
      section.paragraphs.push_back(
          fmt::format("{}: the same regret as choosing at random, in every run: {}.", arena.label, listed(names)));
    std::vector<std::string> without;
    for (const Contender& c : arena.contenders)
      if (c.spec().agent != "optimal" && mean(final_regrets(c)) < kRounding) without.push_back(c.name);
    if (!without.empty())
      section.paragraphs.push_back(
          fmt::format("{}: no regret at all: {}. There is nothing to learn.", arena.label, listed(without)));
    section.tables.push_back(final_table(arena));
  }
  return section;
}

Section mechanism_section(const std::vector<Arena>& arenas) {
  Section section{"Ways of releasing", {}, {}, {}, {}, {}};
  section.paragraphs.emplace_back(
      "One agent and one budget, with other ways of releasing: fresh Gaussian noise or a binary tree, at points that "
      "grow "
      "geometrically (rarely) or at 200 equal ones (often). \"As it is\" releases through a factorisation made for its "
      "schedule.");
  for (const Arena& arena : arenas) section.tables.push_back(final_table(arena));
  return section;
}

/// Names of the environments in which the posterior agent is as asked.
std::string where(const std::vector<Arena>& arenas, Order order) {
  std::vector<std::string> labels;
  for (const Arena& arena : arenas) {
    const auto budget = arena.main_budget();
    const Contender *posterior = arena.find(kPosterior, budget), *ours = arena.find(kOurs, budget);
    if (posterior != nullptr && ours != nullptr && compare(*posterior, *ours) == order) labels.push_back(arena.label);
  }
  return labels.empty() ? "nowhere" : listed(labels);
}

Section posterior_section(const std::vector<Arena>& arenas) {
  Section section{"dp-block-posterior", {}, {}, {}, {}, {}};
  section.paragraphs.push_back(fmt::format(
      "This agent is not from the paper. Like dp-lsvi-ucb++ it treats the noise in what is released as what it is, "
      "measurement error of known size, lets stages learn from each other as far as they are alike, and forecasts from "
      "what it learned where its users went, which replaces most of what the noise hides of that. It differs in how it "
      "explores: dp-lsvi-ucb++ adds a bonus for what is uncertain, this one draws several models that are probable "
      "given "
      "what was released, and lets users follow the plans made for them, so that one bad plan spoils a part of a "
      "block. "
      "At the budget of the first figure it has less regret than dp-lsvi-ucb++ on: {}; more on: {}; the runs do not "
      "tell "
      "them apart on: {}. Its privacy is proved, as that of the others: everything after a release is computed from "
      "releases alone. Its regret is measured; there is no theorem about it.",
      where(arenas, Order::first_lower), where(arenas, Order::second_lower), where(arenas, Order::undecided)));
  return section;
}

/// "4 supported, 3 contradicted and 1 undecided"
std::string tally(const std::vector<Claim>& claims, Finding Claim::*of) {
  std::vector<std::string> items;
  for (const Support verdict : {Support::supported, Support::contradicted, Support::undecided, Support::not_measured}) {
    const auto count =
        std::count_if(claims.begin(), claims.end(), [=](const Claim& claim) { return (claim.*of).verdict == verdict; });
    if (count > 0) items.push_back(fmt::format("{} {}", count, to_text(verdict)));
  }
  return listed(items);
}

std::vector<std::string> headlines(const std::vector<Claim>& claims, const std::vector<Arena>& all) {
  std::vector<std::string> result = {fmt::format(
      "Of what the paper concludes from its figures, held against these runs: for its own algorithm {}; for "
      "ours {}.",
      tally(claims, &Claim::of_paper), tally(claims, &Claim::of_ours))};
  for (const Arena& arena : all) result.push_back(headline(arena));
  return result;
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
  report.title = "Private learning in linear MDPs: the paper's two figures, measured";
  report.summary.emplace_back(
      "Regret of private and non-private agents, with every number computed from the runs of this page. Regret is "
      "exact: "
      "it comes from the true model, not from rewards. All agents of an environment meet the same users.");
  report.summary.emplace_back(
      "Every agent is compared in every environment. lsvi-ucb plans anew whenever a tenth more users have been seen, "
      "not after every user. How many users and runs there are differs from one environment to the next, so that all "
      "of "
      "it takes minutes; on corridor, whose state is continuous, there is no dp-block-posterior. "
      "`tacit reproduce --full` goes to a million users in each.");
  report.findings = headlines(claims, figures);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    Section section = arena_section(figures[i], options);
    if (i == 0) {
      section.paragraphs.emplace_back(
          "The first figure is the paper's Figure 1a: agents compared at one budget. The second is its Figure 1b: one "
          "agent "
          "at several budgets. The paper states neither its number of users nor its budgets. It gives the agents the "
          "rewards, which leaves nothing to learn (below); here they have to be learned.");
    }
    section.heading = i == 0 ? "The paper's figures: " + section.heading : "The same on " + section.heading;
    report.sections.push_back(std::move(section));
    if (i > 0) continue;
    report.sections.push_back(claims_section(claims));
    report.sections.push_back(price_section(figures));
  }
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
