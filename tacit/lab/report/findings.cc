#include "tacit/lab/report/findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "tacit/lab/experiment/summary.h"
#include "tacit/lab/report/failures.h"
#include "tacit/lab/report/lineup.h"
#include "tacit/lab/report/numbers.h"

namespace tacit {
namespace {

using Chosen = std::vector<const Contender*>;

template <typename Wanted>
Chosen ranked(const Arena& arena, Wanted wanted) {
  Chosen result;
  for (const Contender& c : arena.contenders)
    if (wanted(c)) result.push_back(&c);
  std::stable_sort(result.begin(), result.end(), [](const Contender* a, const Contender* b) {
    return mean(final_regrets(*a)) < mean(final_regrets(*b));
  });
  return result;
}

std::string regret_of(const Contender& c) {
  return fmt::format("{}, {}", readable(estimate(final_regrets(c)), c.runs()), counted(c.runs(), "run"));
}

/// From whom the first does not differ significantly; empty where there is nobody.
std::string ties(const Chosen& order) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < order.size(); ++i)
    if (compare(*order.front(), *order[i]) == Order::undecided) names.push_back(order[i]->label);
  return names.empty() ? "" : fmt::format("; the difference to {} is not significant", listed(names));
}

/// Who is first of those at one budget, or without one.
std::string leader(const Chosen& order, const std::string& kind) {
  const Contender& first = *order.front();
  if (order.size() == 1) return fmt::format("{} has regret {}.", first.name, regret_of(first));
  return fmt::format("Of the {}, {} has the least regret: {}{}.", kind, first.label, regret_of(first), ties(order));
}

/// Private agents at one budget.
void add_leaders(const Arena& arena, std::vector<std::string>& result) {
  const Chosen open = ranked(arena, [](const Contender& c) { return c.role == Role::not_private && !c.epsilon(); });
  if (!open.empty()) result.push_back(leader(open, "agents without privacy"));
  for (const double epsilon : arena.budgets()) {
    const Chosen at =
        ranked(arena, [=](const Contender& c) { return c.role == Role::is_private && c.epsilon() == epsilon; });
    if (at.size() > 1) result.push_back(leader(at, fmt::format("private agents at ε = {}", epsilon)));
  }
}

/// "2.3 (2.1 to 2.5) times that of block-ucb, our best agent without privacy".
std::optional<std::string> multiple(const Contender& best, const Contender* open, const std::string& who) {
  const auto ratio = open != nullptr ? paired_ratio(best, *open) : std::nullopt;
  if (!ratio) return std::nullopt;
  return fmt::format("{} times that of {}, {}", readable(ratio->estimate, ratio->runs), open->label, who);
}

std::optional<std::string> price(const Arena& arena) {
  const Chosen closed = ranked(arena, [budget = arena.main_budget()](const Contender& c) {
    return c.role == Role::is_private && c.epsilon() == budget;
  });
  if (closed.empty()) return std::nullopt;
  const Contender& best = *closed.front();
  const Contender* ours = best_open(arena, Origin::ours);
  const auto to_ours = multiple(best, ours, "our best agent without privacy");
  const auto to_literature =
      multiple(best, best_open(arena, Origin::literature),
               ours != nullptr ? "the literature's best agent without privacy" : "the best agent without privacy");
  std::vector<std::string> parts;
  for (const auto& part : {to_ours, to_literature})
    if (part) parts.push_back(*part);
  if (parts.empty()) return std::nullopt;
  return fmt::format("{} has the least regret of the private agents at ε = {}: {} ({}{}).", best.label, *best.epsilon(),
                     fmt::join(parts, ", and "), counted(best.runs(), "run"), ties(closed));
}

void add_budgets(const Arena& arena, std::vector<std::string>& result) {
  std::map<std::string, Chosen> by_label;
  for (const Contender& c : arena.contenders)
    if (c.role == Role::is_private) by_label[c.label].push_back(&c);
  for (auto& [label, all] : by_label) {
    if (all.size() < 2) continue;
    std::sort(all.begin(), all.end(), [](auto* a, auto* b) { return *a->epsilon() < *b->epsilon(); });
    const Contender &small = *all.front(), &large = *all.back();
    const Order order = compare(large, small);
    const std::string verdict = order == Order::first_lower    ? "significantly less regret"
                                : order == Order::second_lower ? "significantly more regret"
                                                               : "regret that does not differ significantly";
    result.push_back(fmt::format("A larger budget gives {} {}: {} at ε = {}, {} at ε = {}.", label, verdict,
                                 readable(mean(final_regrets(small))), *small.epsilon(),
                                 readable(mean(final_regrets(large))), *large.epsilon()));
  }
}

}  // namespace

std::vector<std::string> findings(const Arena& arena) {
  std::vector<std::string> result;
  add_leaders(arena, result);
  if (auto text = price(arena)) result.push_back(std::move(*text));
  add_budgets(arena, result);
  for (std::string& text : failures(arena)) result.push_back(std::move(text));
  return result;
}

std::string headline(const Arena& arena) {
  const Chosen order = ranked(arena, [](const Contender&) { return true; });
  return arena.label + ": " + price(arena).value_or(leader(order, "agents"));
}

}  // namespace tacit
