#include "tacit/lab/report/paper_claims.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "tacit/lab/experiment/summary.h"
#include "tacit/lab/report/lineup.h"
#include "tacit/lab/report/numbers.h"

namespace tacit {
namespace {

constexpr const char* kOpen = "lsvi-ucb++";

std::string times(const Ratio& ratio, const std::string& more = "") {
  return fmt::format("{} times the regret{}, {}", readable(ratio.estimate, ratio.runs), more,
                     counted(ratio.runs, "run"));
}

Support verdict_of(Order order) {
  if (order == Order::undecided) return Support::undecided;
  return order == Order::first_lower ? Support::supported : Support::contradicted;
}

/// Where both of a pair were run.
struct Pair {
  const Contender *first, *second;
};

std::optional<Pair> pair_in(const Arena& arena, const std::string& first, const std::string& second) {
  const auto budget = arena.main_budget();
  const Contender *a = arena.find(first, budget), *b = arena.find(second, budget);
  if (a == nullptr || b == nullptr) return std::nullopt;
  return Pair{a, b};
}

/// `first` has less regret than `second` in the first environment; how it is in the others is told.
Finding less_regret(const std::vector<Arena>& arenas, const std::string& first, const std::string& second) {
  Finding finding;
  int elsewhere = 0, less = 0, more = 0;
  for (std::size_t i = 0; i < arenas.size(); ++i) {
    const auto pair = pair_in(arenas[i], first, second);
    if (!pair) continue;
    const Order order = compare(*pair->first, *pair->second);
    if (i == 0) {
      finding.verdict = verdict_of(order);
      const auto ratio = paired_ratio(*pair->first, *pair->second);
      finding.measured = ratio ? times(*ratio) : "no ratio: a regret is zero";
    } else {
      ++elsewhere;
      less += order == Order::first_lower ? 1 : 0;
      more += order == Order::second_lower ? 1 : 0;
    }
  }
  if (elsewhere > 0) finding.measured += fmt::format("; elsewhere less in {} of {}, more in {}", less, elsewhere, more);
  return finding;
}

/// Least and greatest budget of an agent.
std::optional<Pair> extremes(const Arena& arena, const std::string& label) {
  std::map<double, const Contender*> by_budget;
  for (const Contender& c : arena.contenders)
    if (c.label == label && c.epsilon()) by_budget[*c.epsilon()] = &c;
  if (by_budget.size() < 2) return std::nullopt;
  return Pair{by_budget.begin()->second, by_budget.rbegin()->second};
}

Finding closer_with_budget(const Arena& arena, const std::string& label) {
  const auto ends = extremes(arena, label);
  const Contender* open = arena.find(kOpen);
  if (!ends || open == nullptr) return {};
  Finding finding{verdict_of(compare(*ends->second, *ends->first)), ""};
  const auto small = paired_ratio(*ends->first, *open), large = paired_ratio(*ends->second, *open);
  if (small && large)
    finding.measured = times(*small, fmt::format(" at ε = {}", *ends->first->epsilon())) + "; " +
                       times(*large, fmt::format(" at ε = {}", *ends->second->epsilon()));
  return finding;
}

Support at_most(double limit, const Ratio& ratio) {
  if (ratio.runs < 2) return Support::undecided;
  if (ratio.estimate.high <= limit) return Support::supported;
  return ratio.estimate.low > limit ? Support::contradicted : Support::undecided;
}

Finding slightly_worse(const Arena& arena, const std::string& label) {
  const auto pair = pair_in(arena, label, kOpen);
  const auto ratio = pair ? paired_ratio(*pair->first, *pair->second) : std::nullopt;
  if (!ratio) return {};
  return {at_most(kSlightly, *ratio), times(*ratio, fmt::format(" of {} at ε = {}", kOpen, *arena.main_budget()))};
}

/// What privacy adds is less than what learning costs anyway.
Finding lower_order(const Arena& arena, const std::string& label) {
  const auto pair = pair_in(arena, label, kOpen);
  if (!pair) return {};
  const auto ratio = paired_ratio(*pair->first, *pair->second);
  const PairedDifference extra = paired_difference(pair->first->records, pair->second->records);
  const Curve open = regret_curve(pair->second->records);
  if (!ratio || extra.difference.size() != open.regret.size()) return {};
  const auto share = [&](std::size_t i) { return extra.difference[i].centre / open.regret[i].centre; };
  std::size_t tenth = 0;
  while (extra.checkpoints[tenth] * 10 < extra.checkpoints.back()) ++tenth;
  return {
      at_most(2, *ratio),
      fmt::format("what privacy adds is {} times what {} costs; after a tenth of the users it was {} times; {}",
                  readable(share(open.regret.size() - 1)), kOpen, readable(share(tenth)), counted(extra.runs, "run"))};
}

}  // namespace

std::string to_text(Support verdict) {
  switch (verdict) {
    case Support::supported:
      return "supported";
    case Support::contradicted:
      return "contradicted";
    case Support::undecided:
      return "undecided";
    case Support::not_measured:
      break;
  }
  return "not measured";
}

std::vector<Claim> paper_claims(const std::vector<Arena>& figures, const std::vector<Arena>& mechanisms) {
  const Arena& first = figures.front();
  std::vector<Claim> claims;
  const auto against = [&](const std::string& claim, const std::string& other) {
    claims.push_back({claim, less_regret(figures, kPaper, other), less_regret(figures, kStreamed, other),
                      less_regret(figures, kBlockUcb, other)});
  };
  against("DP-LSVI-UCB++ has less regret than the algorithm of Ngo et al. (2022)", "dp-lsvi-ucb-ngo");
  against("It has less regret than the algorithm of Luyo et al. (2021)", "dp-lsvi-ucb-luyo");
  against("Although private, it has less regret than LSVI-UCB, which is not", "lsvi-ucb");
  claims.push_back({"With a larger budget it comes closer to LSVI-UCB++", closer_with_budget(first, kPaper),
                    closer_with_budget(first, kStreamed), closer_with_budget(first, kBlockUcb)});
  claims.push_back(
      {fmt::format("It is only slightly worse than LSVI-UCB++ (taken as: at most {} times its regret)", kSlightly),
       slightly_worse(first, kPaper), slightly_worse(first, kStreamed), slightly_worse(first, kBlockUcb)});
  claims.push_back({"Fresh Gaussian noise (GOE) is better than a binary tree at the same privacy",
                    {},
                    less_regret(mechanisms, "fresh noise, rarely", "binary tree, rarely"),
                    {}});
  claims.push_back({"Rare switching is better than releasing often",
                    {},
                    less_regret(mechanisms, "fresh noise, rarely", "fresh noise, often"),
                    {}});
  claims.push_back({"The cost of privacy is of lower order (taken as: it adds less than LSVI-UCB++ costs)",
                    lower_order(first, kPaper), lower_order(first, kStreamed), lower_order(first, kBlockUcb)});
  return claims;
}

}  // namespace tacit
