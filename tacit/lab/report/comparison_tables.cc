#include "tacit/lab/report/comparison_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "tacit/lab/experiment/summary.h"
#include "tacit/lab/report/comparison_figures.h"
#include "tacit/lab/report/lineup.h"
#include "tacit/lab/report/numbers.h"

namespace tacit {
namespace {

constexpr auto kRight = Table::Align::right;

std::string kind_of(const Contender& contender) {
  if (contender.role == Role::control) return "control";
  return contender.role == Role::is_private ? "private" : "not private";
}

/// "38.2 (36 to 41) × block-ucb".
std::string multiple(const Contender& contender, const Contender* open) {
  if (open == nullptr) return "none";
  const std::optional<Ratio> ratio = paired_ratio(contender, *open);
  return ratio ? fmt::format("{} × {}", readable(ratio->estimate, ratio->runs), open->label) : "no ratio";
}

}  // namespace

Table final_table(const Arena& arena) {
  Table table;
  table.caption = fmt::format(
      "{} after {} users: means over runs, in brackets the 95 % bootstrap interval. The final gap is what the "
      "last policy loses per user.",
      arena.label, grouped(static_cast<double>(arena.episodes())));
  table.columns = {
      {"agent"},       {"kind"}, {"final regret", kRight}, {"final gap", kRight}, {"policy updates", kRight},
      {"runs", kRight}};
  for (const Contender& c : arena.contenders)
    table.rows.push_back({c.name, kind_of(c), readable(estimate(final_regrets(c)), c.runs()),
                          readable(estimate(final_gaps(c)), c.runs()), readable(mean(switches(c))),
                          fmt::format("{}", c.runs())});
  return table;
}

Table difference_table(const Arena& arena, const std::string& reference) {
  Table table;
  table.caption = fmt::format(
      "{}: final regret minus that of {}, run by run on the same users, with the 95 % bootstrap interval. Below zero: "
      "less regret.",
      arena.label, reference);
  table.columns = {{"agent"}, {"compared with"}, {"difference", kRight}, {"less regret in", kRight}, {"runs", kRight}};
  for (const Contender& c : arena.contenders) {
    const Contender* against = counterpart(arena, reference, c);
    if (against == nullptr || c.label == reference) continue;
    const PairedDifference difference = paired_difference(c.records, against->records);
    table.rows.push_back({c.name, against->name, readable(difference.difference.back(), difference.runs),
                          fmt::format("{} of {}", difference.first_lower.back(), difference.runs),
                          fmt::format("{}", difference.runs)});
  }
  return table;
}

Table privacy_table(const Arena& arena) {
  Table table;
  table.caption = fmt::format(
      "{}: what is claimed for every user, and how much of it was spent in the run that released most, at the same δ.",
      arena.label);
  table.columns = {{"agent"},           {"guarantee"},        {"claimed ε", kRight}, {"δ", kRight},
                   {"spent ε", kRight}, {"releases", kRight}, {"neighbours"},        {"runs", kRight}};
  for (const Contender& c : arena.contenders) {
    if (!c.records.front().promise) continue;
    const Promise& promise = *c.records.front().promise;
    double spent = 0;
    std::int64_t releases = 0;
    for (const ExperimentRecord& record : c.records) {
      spent = std::max(spent, summarise(record).epsilon_spent);
      for (const RunRecord& run : record.runs) releases = std::max(releases, run.releases);
    }
    const bool kept = c.records.front().broken.empty();
    table.rows.push_back(
        {c.name, kept ? "joint-dp" : "NONE", kept ? fmt::format("{}", promise.epsilon().value()) : "nothing",
         fmt::format("{}", promise.delta().value()), kept ? readable(spent) : "unbounded",
         grouped(static_cast<double>(releases)), to_text(promise.adjacency()), fmt::format("{}", c.runs())});
  }
  return table;
}

Table price_table(const std::vector<Arena>& arenas) {
  Table table;
  table.caption =
      "The price of privacy: regret as a multiple of that of the best agent without privacy in the same environment, "
      "ours "
      "and the literature's (geometric mean of the ratios run by run, with the 95 % bootstrap interval), and the final "
      "gap.";
  table.columns = {{"environment"},
                   {"agent"},
                   {"ε", kRight},
                   {"compared with ours", kRight},
                   {"compared with the literature's", kRight},
                   {"final gap", kRight},
                   {"runs", kRight}};
  for (const Arena& arena : arenas) {
    const Contender *ours = best_open(arena, Origin::ours), *theirs = best_open(arena, Origin::literature);
    if (ours == nullptr && theirs == nullptr) continue;
    for (const Contender& c : arena.contenders)
      if (c.role == Role::is_private)
        table.rows.push_back({arena.label, c.label, fmt::format("{}", *c.epsilon()), multiple(c, ours),
                              multiple(c, theirs), readable(estimate(final_gaps(c)), c.runs()),
                              fmt::format("{}", c.runs())});
  }
  return table;
}

}  // namespace tacit
