#include "tacit/lab/report/reproduction_sections.h"

#include <fmt/format.h>

#include <algorithm>

#include "tacit/lab/experiment/summary.h"
#include "tacit/lab/report/comparison_tables.h"
#include "tacit/lab/report/lineup.h"
#include "tacit/lab/report/numbers.h"

namespace tacit {
namespace {

constexpr double kRounding = 1e-9;  // What rounding does to exact values, summed over users.

std::string cell_of(const Finding& finding) {
  return finding.measured.empty() ? to_text(finding.verdict) : to_text(finding.verdict) + ": " + finding.measured;
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

/// Contenders whose regret is the same as that of the control in every run.
std::vector<std::string> same_as(const Arena& arena, const std::string& control) {
  const Contender* reference = arena.find(control);
  std::vector<std::string> names;
  if (reference == nullptr) return names;
  for (const Contender& c : arena.contenders)
    if (c.role != Role::control && final_regrets(c) == final_regrets(*reference)) names.push_back(c.name);
  return names;
}

/// Names of the environments in which the posterior agent compares with `dp-block-ucb` as asked.
std::string where(const std::vector<Arena>& arenas, Order order) {
  std::vector<std::string> labels;
  for (const Arena& arena : arenas) {
    const auto budget = arena.main_budget();
    const Contender *posterior = arena.find(kBlockPosterior, budget), *ours = arena.find(kBlockUcb, budget);
    if (posterior != nullptr && ours != nullptr && compare(*posterior, *ours) == order) labels.push_back(arena.label);
  }
  return labels.empty() ? "no environment" : listed(labels);
}

}  // namespace

Section claims_section(const std::vector<Claim>& claims) {
  Section section{"What the paper concludes, compared with these runs", {}, {}, {}, {}, {}};
  section.paragraphs.emplace_back(
      "The paper means one algorithm; here are three. dp-lsvi-ucb++-paper is the paper's with its errors corrected "
      "(docs/errata.md lists them), dp-lsvi-ucb++ is its streamed form with practical constants, and dp-block-ucb is "
      "ours. A claim is supported where the comparison run by run says so significantly (its 95 % "
      "interval leaves zero out) in the paper's environment, contradicted where it says the opposite significantly, "
      "and "
      "otherwise undecided.");
  Table table;
  table.caption = "The paper's key takeaways";
  table.columns = {{"claim", Table::Align::prose},
                   {kPaper, Table::Align::prose},
                   {kStreamed, Table::Align::prose},
                   {kBlockUcb, Table::Align::prose}};
  for (const Claim& claim : claims)
    table.rows.push_back({claim.claim, cell_of(claim.of_paper), cell_of(claim.of_streamed), cell_of(claim.of_ours)});
  section.tables.push_back(table);
  return section;
}

std::string claims_sentence(const std::vector<Claim>& claims) {
  return fmt::format(
      "The paper's {} conclusions, compared with these runs: for its own algorithm {}; for {} {}; for {} {}.",
      claims.size(), tally(claims, &Claim::of_paper), kStreamed, tally(claims, &Claim::of_streamed), kBlockUcb,
      tally(claims, &Claim::of_ours));
}

Section posterior_section(const std::vector<Arena>& arenas) {
  Section section{kBlockPosterior, {}, {}, {}, {}, {}};
  section.paragraphs.push_back(fmt::format(
      "This agent is not from the paper. Like dp-block-ucb it treats the noise in what is released as what it is, "
      "measurement error of known size, lets stages learn from each other as far as they are alike, and forecasts from "
      "what it learned where its users went, which replaces most of what the noise hides of that. It differs in how it "
      "explores: dp-block-ucb adds a bonus for what is uncertain; this one draws several models that are probable "
      "given "
      "what was released and lets users follow the plans made for them, so that one bad plan spoils only a part of a "
      "block. At the budget of the first figure it has significantly less regret than dp-block-ucb on {}, "
      "significantly "
      "more on {}, and no significant difference on {}. Its privacy is proved, as that of the others: everything after "
      "a "
      "release is computed from releases alone. Its regret is measured; there is no theorem about it.",
      where(arenas, Order::first_lower), where(arenas, Order::second_lower), where(arenas, Order::undecided)));
  return section;
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
      "One agent, dp-lsvi-ucb++, and one budget, with several ways of releasing: fresh Gaussian noise or a binary "
      "tree, at "
      "points that grow geometrically (rarely) or at 200 equal ones (often). \"As it is\" releases through a "
      "factorisation "
      "made for its schedule.");
  for (const Arena& arena : arenas) section.tables.push_back(final_table(arena));
  return section;
}

}  // namespace tacit
