#include "tacit/lab/report/overview.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "tacit/lab/report/failures.h"
#include "tacit/lab/report/findings.h"
#include "tacit/lab/report/lineup.h"
#include "tacit/lab/report/numbers.h"
#include "tacit/lab/report/places.h"

namespace tacit {
namespace {

constexpr std::size_t kMostSentences = 5;

/// The best private agent of an environment, and how it compares with the best one without privacy of either origin.
struct Standing {
  const Arena* arena;
  const Contender* best;
  std::optional<Ratio> to_ours, to_literature;
  bool beats_literature;
};

std::vector<Standing> standings(const std::vector<Arena>& arenas) {
  std::vector<Standing> result;
  for (const Arena& arena : arenas) {
    const Contender* best = best_private(arena);
    if (best == nullptr) continue;
    Standing standing{&arena, best, {}, {}, false};
    if (const Contender* ours = best_open(arena, Origin::ours)) standing.to_ours = paired_ratio(*best, *ours);
    if (const Contender* theirs = best_open(arena, Origin::literature)) {
      standing.to_literature = paired_ratio(*best, *theirs);
      standing.beats_literature = compare(*best, *theirs) == Order::first_lower;
    }
    result.push_back(standing);
  }
  return result;
}

/// "2.1 times (simplex) to 38 times (coach)".
std::string range(const std::vector<Standing>& all, std::optional<Ratio> Standing::*ratio) {
  const Standing *low = nullptr, *high = nullptr;
  for (const Standing& s : all) {
    if (!(s.*ratio)) continue;
    const auto centre = [ratio](const Standing* each) { return (each->*ratio)->estimate.centre; };
    if (low == nullptr || centre(&s) < centre(low)) low = &s;
    if (high == nullptr || centre(&s) > centre(high)) high = &s;
  }
  if (low == nullptr) return {};
  const auto text = [ratio](const Standing* s) {
    return fmt::format("{} times ({})", readable((s->*ratio)->estimate.centre), s->arena->label);
  };
  return low == high ? text(low) : text(low) + " to " + text(high);
}

std::string leaders(const std::vector<Standing>& all) {
  Places places;
  std::set<double> budgets;
  for (const Standing& s : all) places.add(s.best->label, s.arena->label), budgets.insert(*s.best->epsilon());
  return fmt::format("{}he private agent with the least regret is {}.",
                     budgets.size() == 1 ? fmt::format("At ε = {} t", *budgets.begin()) : "T", places.text(all.size()));
}

std::string literature(const std::vector<Standing>& all, const std::string& prices) {
  std::vector<std::string> better;
  for (const Standing& s : all)
    if (s.beats_literature) better.push_back(s.arena->label);
  const std::string text =
      fmt::format("Compared with the literature's best agent without privacy, it is {} as large", prices);
  if (better.empty()) return text + "; nowhere is it significantly less.";
  return text + fmt::format(
                    "; on {} it is significantly less, because the private agent is the better learner (a price "
                    "below 1 does not mean that privacy helps).",
                    listed(better));
}

std::optional<std::string> who_fails(const std::vector<Arena>& arenas) {
  Places places;
  for (const Arena& arena : arenas)
    for (const Contender* c : failing(arena))
      if (!c->epsilon() || c->epsilon() == arena.main_budget()) places.add(c->label, arena.label);
  if (places.empty()) return std::nullopt;
  return "Not significantly better than choosing at random: " + places.text(arenas.size()) + ".";
}

}  // namespace

std::vector<std::string> overview(const std::vector<Arena>& arenas) {
  std::vector<std::string> result;
  const std::vector<Standing> all = standings(arenas);
  const std::string ours = range(all, &Standing::to_ours), theirs = range(all, &Standing::to_literature);
  if (arenas.size() == 1) {
    result = findings(arenas.front());
  } else if (theirs.empty() && ours.empty()) {
    for (const Arena& arena : arenas) result.push_back(headline(arena));
  } else {
    result.push_back(leaders(all));
    if (!ours.empty())
      result.push_back(
          fmt::format("Compared with our own best agent without privacy, the best private agent's regret is {} as "
                      "large: that is what "
                      "the noise costs.",
                      ours));
    if (!theirs.empty()) result.push_back(literature(all, theirs));
    if (auto text = who_fails(arenas)) result.push_back(std::move(*text));
  }
  if (result.size() > kMostSentences) result.resize(kMostSentences);
  return result;
}

}  // namespace tacit
