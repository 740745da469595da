#include "tacit/lab/report/failures.h"

#include <fmt/format.h>

#include <algorithm>

#include "tacit/lab/experiment/summary.h"
#include "tacit/lab/report/lineup.h"
#include "tacit/lab/report/numbers.h"

namespace tacit {
namespace {

constexpr double kNoBetter = 0.8;  // Above this part of the regret of chance, an agent has learned nothing to speak of.

const Contender* chance_in(const Arena& arena) {
  for (const Contender& c : arena.contenders)
    if (c.spec().agent == "uniform") return &c;
  return nullptr;
}

/// Why it fails, from how often it updated its policy and from what it spends its budget on (docs/algorithms.md,
/// docs/errata.md).
std::string reason(const Contender& c) {
  const double updates = mean(switches(c));
  const std::string& agent = c.spec().agent;
  const std::string times = fmt::format("It makes {} policy updates", readable(updates));
  if (updates == 0 && agent == kPaper)
    return "It makes no policy update: it releases after every user, the ridge that has to outweigh the noise of so "
           "many "
           "releases outweighs the data, too, no determinant ever doubles, and the plan made without data stays.";
  if (updates == 0) return "It makes no policy update.";
  if (c.role != Role::is_private) return times + ".";
  if (agent == kPaper) return times + " from releases after every user, each of which is mostly noise.";
  if (agent == "dp-lsvi-ucb-ngo" || agent == "dp-lsvi-ucb-luyo")
    return times + " and divides its budget among all that it allows for, so that each is computed mostly from noise.";
  return fmt::format("{}; at ε = {} the noise of what it releases still outweighs what {} users tell.", times,
                     *c.epsilon(), grouped(static_cast<double>(c.spec().episodes)));
}

}  // namespace

std::vector<const Contender*> failing(const Arena& arena) {
  std::vector<const Contender*> result;
  const Contender* chance = chance_in(arena);
  if (chance == nullptr || chance->runs() < 2) return result;
  for (const Contender& c : arena.contenders)
    if (c.role != Role::control && c.runs() > 1 && compare(c, *chance) != Order::first_lower) result.push_back(&c);
  return result;
}

std::vector<std::string> failures(const Arena& arena) {
  std::vector<std::string> result;
  for (const Contender* c : failing(arena)) {
    const std::string at = c->name == c->label || !c->epsilon() ? "" : fmt::format(" at ε = {}", *c->epsilon());
    const double regret = mean(final_regrets(*c)), chance = mean(final_regrets(*chance_in(arena)));
    // Well below chance, but not in every run: that is what is known, and no reason is.
    if (regret < kNoBetter * chance) {
      result.push_back(fmt::format(
          "{}{} is not significantly better than choosing at random in {}: its regret is {}, that of choosing at "
          "random "
          "{}. Its runs differ widely; more of them would tell.",
          c->label, at, counted(c->runs(), "run"), readable(estimate(final_regrets(*c)), c->runs()), readable(chance)));
      continue;
    }
    result.push_back(fmt::format(
        "{}{} does not learn here: its regret, {}, is not significantly below that of choosing at random, {}. {}",
        c->label, at, readable(regret), readable(chance), reason(*c)));
  }
  return result;
}

}  // namespace tacit
