#include "tacit/lab/report/comparison_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "tacit/lab/report/failures.h"
#include "tacit/lab/report/numbers.h"

namespace tacit {
namespace {

using Chosen = std::vector<const Contender*>;

const char* band_text(Band band) {
  return band == Band::mean_ci95 ? "mean and its 95 % bootstrap interval" : "median, 10 and 90 % quantiles";
}

/// "10 runs", or "3 to 10 runs".
std::string runs_text(const Chosen& chosen) {
  int least = chosen.front()->runs(), most = least;
  for (const Contender* c : chosen) least = std::min(least, c->runs()), most = std::max(most, c->runs());
  return least == most ? counted(most, "run") : fmt::format("{} to {}", least, counted(most, "run"));
}

/// The budget that all private ones have in common; empty where they have none.
std::string budget_text(const Chosen& chosen) {
  std::set<std::string> budgets;
  for (const Contender* c : chosen)
    if (c->epsilon()) budgets.insert(fmt::format("; ε = {}, δ = {}", *c->epsilon(), c->spec().delta.value_or(0)));
  return budgets.size() == 1 ? *budgets.begin() : "";
}

std::string subtitle(const Chosen& chosen, Band band) {
  const bool spread = std::any_of(chosen.begin(), chosen.end(), [](const Contender* c) { return c->runs() > 1; });
  return runs_text(chosen) + (spread ? fmt::format("; {}", band_text(band)) : "") + budget_text(chosen);
}

/// As short as tells it from the others: without the budget where all have the same, the budget alone where the title
/// says whose it is.
std::string name_in(const Chosen& chosen, const Contender& contender, const std::string& titled = "") {
  if (contender.epsilon() && contender.label == titled) return fmt::format("ε = {}", *contender.epsilon());
  for (const Contender* other : chosen)
    if (other != &contender && other->label == contender.label) return contender.name;
  return contender.label;
}

/// From the least regret to the greatest.
std::string ranking(const Chosen& chosen) {
  std::vector<std::pair<double, std::string>> order;
  for (const Contender* c : chosen) order.emplace_back(mean(final_regrets(*c)), name_in(chosen, *c));
  std::sort(order.begin(), order.end());
  std::vector<std::string> items;
  items.reserve(order.size());
  for (const auto& [regret, name] : order) items.push_back(fmt::format("{} {}", name, readable(regret)));
  return "Mean regret at the end: " + listed(items) + ".";
}

/// Where agents do not learn, the figure says so.
void add_failures(const Arena& arena, const Chosen& chosen, Figure& figure) {
  std::vector<std::string> names;
  for (const Contender* c : failing(arena))
    if (std::find(chosen.begin(), chosen.end(), c) != chosen.end()) names.push_back(name_in(chosen, *c));
  if (!names.empty())
    figure.notes.push_back(
        fmt::format("Not significantly better than choosing at random: {}. The text says why.", listed(names)));
}

NamedFigure lines(const Arena& arena, const Chosen& chosen, Band band, const std::string& name,
                  const std::string& title, const std::string& titled = "") {
  Figure figure;
  figure.title = title;
  figure.subtitle = subtitle(chosen, band);
  figure.x.label = "users";
  figure.y.label = "cumulative regret, exact";
  for (const Contender* c : chosen) {
    figure.series.push_back(to_series(name_in(chosen, *c, titled), c->role, regret_curve(c->records, band)));
    figure.series.back().agent = look_of(arena, *c);
  }
  add_failures(arena, chosen, figure);
  return {name, figure, fmt::format("Cumulative regret over users on {}. {}", arena.label, ranking(chosen)), ""};
}

/// The contenders with a budget, by label, in the order of the sweep.
std::vector<std::pair<std::string, Chosen>> by_label(const Arena& arena) {
  std::vector<std::pair<std::string, Chosen>> result;
  for (const Contender& c : arena.contenders) {
    if (!c.epsilon()) continue;
    const auto place =
        std::find_if(result.begin(), result.end(), [&](const auto& each) { return each.first == c.label; });
    if (place == result.end()) {
      result.push_back({c.label, {&c}});
    } else {
      place->second.push_back(&c);
    }
  }
  return result;
}

/// By budget.
Chosen ascending(Chosen contenders) {
  std::sort(contenders.begin(), contenders.end(), [](auto* a, auto* b) { return *a->epsilon() < *b->epsilon(); });
  return contenders;
}

/// Those at which most agents were run, and those that some agent has no other than.
std::vector<double> common_budgets(const Arena& arena) {
  std::map<double, std::size_t> count;
  std::set<double> only;
  for (const auto& [label, contenders] : by_label(arena)) {
    for (const Contender* c : contenders) ++count[*c->epsilon()];
    if (contenders.size() == 1) only.insert(*contenders.front()->epsilon());
  }
  std::size_t most = 0;
  for (const auto& [epsilon, agents] : count) most = std::max(most, agents);
  std::vector<double> result;
  for (const auto& [epsilon, agents] : count)
    if (only.contains(epsilon) || (agents == most && most > 1)) result.push_back(epsilon);
  return result;
}

/// What is private first.
template <typename Wanted>
Chosen choose(const Arena& arena, Wanted wanted) {
  Chosen result;
  for (const Contender& c : arena.contenders)
    if (wanted(c)) result.push_back(&c);
  std::stable_sort(result.begin(), result.end(), [](auto* a, auto* b) { return a->role < b->role; });
  return result;
}

}  // namespace

std::string file_slug(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (c == '+') {
      result += 'p';  // lsvi-ucb++ is not lsvi-ucb.
    } else if (plain || (!result.empty() && result.back() != '-')) {
      result += plain ? c : '-';
    }
  }
  while (!result.empty() && result.back() == '-') result.pop_back();
  return result.empty() ? "unnamed" : result.substr(0, 80);
}

std::string look_of(const Arena& arena, const Contender& contender) {
  const std::string& agent = contender.spec().agent;
  for (const Contender& other : arena.contenders)
    if (other.spec().agent == agent && other.label != contender.label) return contender.label;
  return agent;
}

std::vector<NamedFigure> regret_figures(const Arena& arena, Band band) {
  std::vector<NamedFigure> result;
  const std::vector<double> common = common_budgets(arena), budgets = arena.budgets();
  if (budgets.size() < 2) {
    const Chosen all = choose(arena, [](const Contender&) { return true; });
    return {lines(arena, all, band, "agents", fmt::format("Agents on {}, H = {}", arena.label, arena.horizon()))};
  }
  for (const double epsilon : common) {
    const Chosen at = choose(arena, [=](const Contender& c) { return c.epsilon().value_or(epsilon) == epsilon; });
    result.push_back(lines(arena, at, band, fmt::format("agents-eps-{}", epsilon),
                           fmt::format("Agents on {}, H = {}, at ε = {}", arena.label, arena.horizon(), epsilon)));
  }
  for (const auto& [label, contenders] : by_label(arena)) {
    if (contenders.size() < 2) continue;
    Chosen shown = ascending(contenders);
    for (const Contender* c : choose(arena, [](const Contender& each) { return !each.epsilon(); })) shown.push_back(c);
    result.push_back(lines(arena, shown, band, "budgets-" + file_slug(label),
                           fmt::format("{} at several budgets on {}, H = {}", label, arena.label, arena.horizon()),
                           label));
  }
  return result;
}

std::vector<NamedFigure> budget_figures(const Arena& arena, Band band) {
  Figure figure;
  figure.kind = Figure::Kind::dots;
  figure.title = fmt::format("What a budget costs on {}, after {} users", arena.label,
                             grouped(static_cast<double>(arena.episodes())));
  figure.x = {"ε", Scale::automatic};
  figure.y.label = "regret at the end";
  Chosen shown;
  for (const auto& [label, contenders] : by_label(arena)) {
    if (contenders.size() < 2) continue;
    Series series{label, contenders.front()->role, {}, {}, {}, {}, look_of(arena, *contenders.front())};
    for (const Contender* c : ascending(contenders)) {
      const Estimate e = estimate(final_regrets(*c), band);
      series.x.push_back(*c->epsilon());
      series.mean.push_back(e.centre);
      series.low.push_back(e.low);
      series.high.push_back(e.high);
      shown.push_back(c);
    }
    figure.series.push_back(series);
  }
  if (figure.series.empty()) return {};
  for (const Contender* c : choose(arena, [](const Contender& each) { return !each.epsilon(); })) {
    const Estimate e = estimate(final_regrets(*c), band);
    figure.references.push_back({c->name, c->role, e.centre, Interval{e.low, e.high}, look_of(arena, *c)});
    shown.push_back(c);
  }
  figure.subtitle = subtitle(shown, band);
  return {{"price", figure, fmt::format("Final regret over epsilon on {}. {}", arena.label, ranking(shown)), ""}};
}

const Contender* counterpart(const Arena& arena, const std::string& reference, const Contender& other) {
  const Contender* found = arena.find(reference, other.epsilon() ? other.epsilon() : arena.main_budget());
  if (found == nullptr && !other.epsilon()) found = arena.find(reference);
  return found == &other ? nullptr : found;
}

std::vector<NamedFigure> difference_figures(const Arena& arena, const std::string& reference, Band band) {
  Figure figure;
  figure.x = {"users", Scale::linear};
  Chosen shown;
  std::set<std::string> references;
  const std::optional<double> one_budget = by_label(arena).size() > 1 ? arena.main_budget() : std::nullopt;
  const auto wanted = [&](const Contender& c) {
    return c.role != Role::control && (!one_budget || !c.epsilon() || c.epsilon() == one_budget);
  };
  bool has_zeros = false;
  for (const Contender* c : choose(arena, wanted)) {
    // The reference is a series of zeros.
    const Contender* against = c->label == reference ? c : counterpart(arena, reference, *c);
    if (against == nullptr || (c->label == reference && std::exchange(has_zeros, true))) continue;
    figure.series.push_back(
        to_series(one_budget ? c->label : c->name, c->role, paired_difference(c->records, against->records, band)));
    figure.series.back().agent = look_of(arena, *c);
    shown.push_back(c);
    references.insert(against->epsilon() ? fmt::format("{} at ε = {}", reference, *against->epsilon()) : reference);
  }
  if (shown.size() < 2) return {};
  const std::string compared = references.size() == 1 ? *references.begin() : reference;
  figure.title = fmt::format("Regret compared with {} on {}", compared, arena.label);
  figure.y = {fmt::format("regret minus that of {}, run by run", compared), Scale::linear};
  figure.subtitle = subtitle(shown, band) + "; below zero: less regret";
  const std::string alt = fmt::format("Difference of cumulative regret to {} over users on {}, for {}.", compared,
                                      arena.label, counted(static_cast<std::int64_t>(shown.size()), "agent"));
  return {{"difference", figure, alt, ""}};
}

}  // namespace tacit
