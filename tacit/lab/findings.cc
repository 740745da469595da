#include "tacit/lab/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "tacit/lab/numbers.h"
#include "tacit/lab/summary.h"

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

/// Whom the runs do not tell from the first; empty where there is nobody.
std::string ties(const Chosen& order) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < order.size(); ++i)
    if (compare(*order.front(), *order[i]) == Order::undecided) names.push_back(order[i]->label);
  return names.empty() ? "" : fmt::format("; the runs do not tell it from {}", listed(names));
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
  if (!open.empty()) result.push_back(leader(open, "learners that are not private"));
  for (const double epsilon : arena.budgets()) {
    const Chosen at =
        ranked(arena, [=](const Contender& c) { return c.role == Role::is_private && c.epsilon() == epsilon; });
    if (at.size() > 1) result.push_back(leader(at, fmt::format("private agents at ε = {}", epsilon)));
  }
}

std::optional<std::string> price(const Arena& arena) {
  const Contender* open = arena.best_open();
  const Chosen closed = ranked(arena, [budget = arena.main_budget()](const Contender& c) {
    return c.role == Role::is_private && c.epsilon() == budget;
  });
  if (open == nullptr || closed.empty()) return std::nullopt;
  const Contender& best = *closed.front();
  const auto ratio = paired_ratio(best, *open);
  if (!ratio) return std::nullopt;
  return fmt::format(
      "{} has the least regret of the private agents at ε = {}: {} times that of {}, which is not private "
      "({}{}).",
      best.label, *best.epsilon(), readable(ratio->estimate, ratio->runs), open->label, counted(ratio->runs, "run"),
      ties(closed));
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
    const std::string verdict = order == Order::first_lower    ? "less regret"
                                : order == Order::second_lower ? "more regret"
                                                               : "regret that the runs do not tell apart";
    result.push_back(fmt::format("A larger budget gives {} {}: {} at ε = {}, {} at ε = {}.", label, verdict,
                                 readable(mean(final_regrets(small))), *small.epsilon(),
                                 readable(mean(final_regrets(large))), *large.epsilon()));
  }
}

/// Who has learned nothing that shows.
void add_no_better_than_chance(const Arena& arena, std::vector<std::string>& result) {
  const auto chance = std::find_if(arena.contenders.begin(), arena.contenders.end(),
                                   [](const Contender& c) { return c.spec().agent == "uniform"; });
  if (chance == arena.contenders.end() || chance->runs() < 2) return;
  std::vector<std::string> names;
  for (const Contender& c : arena.contenders)
    if (c.role != Role::control && c.runs() > 1 && compare(c, *chance) != Order::first_lower) names.push_back(c.name);
  if (names.empty()) return;
  result.push_back(fmt::format("Not shown to have less regret than choosing at random ({}): {}.",
                               readable(mean(final_regrets(*chance))), listed(names)));
}

}  // namespace

std::vector<std::string> findings(const Arena& arena) {
  std::vector<std::string> result;
  add_leaders(arena, result);
  if (auto text = price(arena)) result.push_back(std::move(*text));
  add_budgets(arena, result);
  add_no_better_than_chance(arena, result);
  return result;
}

std::string headline(const Arena& arena) {
  const Chosen order = ranked(arena, [](const Contender&) { return true; });
  return arena.label + ": " + price(arena).value_or(leader(order, "agents"));
}

}  // namespace tacit
